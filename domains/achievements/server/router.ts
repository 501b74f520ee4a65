import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { listBatches, takeBackBatch } from './batches.ts';
import { previewBulk, verifyBulk } from './bulk.ts';
import { recordExport } from './exports.ts';
import { exportNomination, freezeNomination, nomination, nomineesOf } from './nominations.ts';
import { ratingExport, ratingOf, unitsOf } from './rating.ts';
import { openRecord, record } from './records.ts';
import { publishScale, scale } from './scales.ts';
import { changeStatus } from './steps.ts';
import { badgeFile, issueSupplement, supplementFile } from './supplement.ts';
import { ownTotals, totalsOf } from './totals.ts';
import { type, typeOptions, validatorOptions } from './types.ts';

const on = serve(contract);

export const router = on.router({
  record: {
    ...crudHandlers(contract.record, { ...record, get: openRecord }),
    types: on.record.types.handler(({ input, context }) => typeOptions(context, input)),
    change_status: on.record.change_status.handler(({ input, context }) => changeStatus(context, input)),
    student: on.record.student.handler(({ input, context }) => totalsOf(context, input)),
    of_student: on.record.of_student.handler(({ input, context }) => record.list(context, input)),
    own: on.record.own.handler(({ context }) => ownTotals(context)),
    preview: on.record.preview.handler(({ input, context }) => previewBulk(context, input)),
    verify: on.record.verify.handler(({ input, context }) => verifyBulk(context, input)),
    batches: on.record.batches.handler(({ input, context }) => listBatches(context, input)),
    take_back: on.record.take_back.handler(({ input, context }) => takeBackBatch(context, input)),
    rating: on.record.rating.handler(({ input, context }) => ratingOf(context, input)),
    units: on.record.units.handler(({ input, context }) => unitsOf(context, input)),
    rating_export: on.record.rating_export.handler(({ input, context }) => ratingExport.answer(context, input)),
    export: on.record.export.handler(({ input, context }) => recordExport.answer(context, input)),
    supplement: on.record.supplement.handler(({ input, context }) => issueSupplement(context, input)),
    supplement_file: on.record.supplement_file.handler(({ input, context }) => supplementFile(context, input)),
    badge_file: on.record.badge_file.handler(({ input, context }) => badgeFile(context, input)),
  },
  type: {
    ...crudHandlers(contract.type, type),
    validators: on.type.validators.handler(({ input, context }) => validatorOptions(context, input)),
  },
  scale: {
    ...crudHandlers(contract.scale, scale),
    publish: on.scale.publish.handler(({ input, context }) => publishScale(context, input)),
  },
  nomination: {
    ...crudHandlers(contract.nomination, nomination),
    nominees: on.nomination.nominees.handler(({ input, context }) => nomineesOf(context, input)),
    freeze: on.nomination.freeze.handler(({ input, context }) => freezeNomination(context, input)),
    export: on.nomination.export.handler(({ input, context }) => exportNomination(context, input)),
  },
});
