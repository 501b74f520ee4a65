import { clock } from '#platform/contract/clock.ts';
import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { claim, openClaim } from './claims.ts';
import { decidePaper } from './decide.ts';
import { dueToChoose } from './due.ts';
import { candidates, castVote, savePanel } from './panel.ts';
import { callingStudent } from './reach.ts';
import { publish, reportFile, unpublish } from './report.ts';
import { rulesOf, saveRules } from './settings.ts';
import { statisticsOf } from './statistics.ts';
import { changeStatus } from './steps.ts';
import { selfOf } from './submit.ts';
import { template, templateOptions } from './templates.ts';

const on = serve(contract);

export const router = on.router({
  ec: {
    ...crudHandlers(contract.ec, { ...claim, get: openClaim }),
    update: on.ec.update.handler(({ input, context }) => claim.save(context, input)),
    change_status: on.ec.change_status.handler(({ input, context }) => changeStatus(context, input)),
    due: on.ec.due.handler(async ({ context }) =>
      dueToChoose(context, (await callingStudent(context)).id, clock.date()),
    ),
    self: on.ec.self.handler(async ({ input, context }) =>
      selfOf(
        context,
        input.id === undefined ? undefined : await claim.find(context, input.id),
        (await callingStudent(context)).id,
      ),
    ),
    paper: on.ec.paper.handler(({ input, context }) => decidePaper(context, input)),
    panel: on.ec.panel.handler(({ input, context }) => savePanel(context, input)),
    candidates: on.ec.candidates.handler(({ input, context }) => candidates(context, input)),
    vote: on.ec.vote.handler(({ input, context }) => castVote(context, input)),
    outcome_report: on.ec.outcome_report.handler(({ input, context }) => publish(context, input)),
    report_file: on.ec.report_file.handler(({ input, context }) => reportFile(context, input)),
    unpublish: on.ec.unpublish.handler(({ input, context }) => unpublish(context, input)),
    statistics: on.ec.statistics.handler(({ input, context }) => statisticsOf(context, input)),
    settings: on.ec.settings.handler(({ context }) => rulesOf(context)),
    save_settings: on.ec.save_settings.handler(({ input, context }) => saveRules(context, input)),
  },
  ec_template: crudHandlers(contract.ec_template, { ...template, all: templateOptions }),
});
