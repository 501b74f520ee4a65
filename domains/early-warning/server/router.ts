import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { caseList, openCase, overview } from './cases.ts';
import { deputies } from './deputies.ts';
import { effectOf } from './effect.ts';
import { caseExport } from './exports.ts';
import { rowsBehind } from './rows.ts';
import { rulesOf, saveRules } from './rule-sets.ts';
import { startPreview, startRun } from './run.ts';
import { act, actors, assign, changeStatus } from './steps.ts';

const on = serve(contract);

export const router = on.router({
  risk: {
    list: on.risk.list.handler(({ input, context }) => caseList(context, input)),
    overview: on.risk.overview.handler(({ context }) => overview(context)),
    effect: on.risk.effect.handler(({ input, context }) => effectOf(context, input)),
    actors: on.risk.actors.handler(({ input, context }) => actors(context, input)),
    export: on.risk.export.handler(({ input, context }) => caseExport.answer(context, input)),
    run: on.risk.run.handler(({ context }) => startRun(context)),
    get: on.risk.get.handler(({ input, context }) => openCase(context, input)),
    rows: on.risk.rows.handler(({ input, context }) => rowsBehind(context, input)),
    act: on.risk.act.handler(({ input, context }) => act(context, input)),
    assign: on.risk.assign.handler(({ input, context }) => assign(context, input)),
    change_status: on.risk.change_status.handler(({ input, context }) => changeStatus(context, input)),
  },
  risk_rules: {
    get: on.risk_rules.get.handler(({ input, context }) => rulesOf(context, input)),
    save: on.risk_rules.save.handler(({ input, context }) => saveRules(context, input)),
    preview: on.risk_rules.preview.handler(({ input, context }) => startPreview(context, input)),
  },
  risk_deputy: crudHandlers(contract.risk_deputy, deputies),
});
