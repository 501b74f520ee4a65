import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { registerExport } from './export.ts';
import { editable, open, register } from './feedback.ts';
import { writeOn as answerOn, read, send } from './nameless.ts';
import { peopleOptions } from './people.ts';
import { statisticsOf } from './statistics.ts';
import { changeStatus, reveal, sortOne, writeOn } from './steps.ts';
import { offered, types } from './types.ts';

const on = serve(contract);

export const router = on.router({
  feedback: {
    ...crudHandlers(contract.feedback, { ...register, get: open }),
    types: on.feedback.types.handler(({ context }) => offered(context)),
    update: on.feedback.update.handler(({ input, context }) => register.save(context, input)),
    edit: on.feedback.edit.handler(({ input, context }) => editable(context, input)),
    status: on.feedback.status.handler(({ input, context }) => changeStatus(context, input)),
    sort: on.feedback.sort.handler(({ input, context }) => sortOne(context, input)),
    message: on.feedback.message.handler(({ input, context }) => writeOn(context, input)),
    reveal: on.feedback.reveal.handler(({ input, context }) => reveal(context, input)),
    people: on.feedback.people.handler(({ input, context }) => peopleOptions(context, input)),
    export: on.feedback.export.handler(({ input, context }) => registerExport.answer(context, input)),
    statistics: on.feedback.statistics.handler(({ input, context }) => statisticsOf(context, input)),
  },
  feedback_type: crudHandlers(contract.feedback_type, types),
  nameless: {
    types: on.nameless.types.handler(({ context }) => offered(context)),
    send: on.nameless.send.handler(({ input, context }) => send(context, input)),
    read: on.nameless.read.handler(({ input, context }) => read(context, input)),
    message: on.nameless.message.handler(({ input, context }) => answerOn(context, input)),
  },
});
