import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { limitsOf, saveLimits } from './boards/limits.ts';
import { offeredBoards, panelOf } from './boards/panel.ts';
import { figures } from './figures.ts';
import { reportExport } from './report/export.ts';
import { boundTime, run } from './report/run.ts';
import { valuesOf } from './report/values.ts';
import { fields, pin, report } from './reports.ts';
import { studentHome } from './student-home.ts';
import { subscribe } from './subscriptions.ts';

const on = serve(contract);

export const router = on.router({
  dashboard: {
    student: on.dashboard.student.handler(({ context }) => studentHome(context)),
    boards: on.dashboard.boards.handler(({ context }) => offeredBoards(context)),
    panel: on.dashboard.panel.handler(({ input, context }) => panelOf(context, input)),
  },
  limits: {
    get: on.limits.get.handler(({ context }) => limitsOf(context)),
    save: on.limits.save.handler(({ input, context }) => saveLimits(context, input)),
  },
  stats: {
    web: on.stats.web.handler(({ context }) => figures(context)),
    open: on.stats.open.handler(({ input, context }) =>
      figures({
        ...context,
        institution_id: input.of ?? context.institution_id,
        locale: input.in ?? context.locale,
      }),
    ),
  },
  report: {
    ...crudHandlers(contract.report, report),
    fields: on.report.fields.handler(({ context }) => fields(context)),
    filter: on.report.filter.handler(({ input, context }) => valuesOf(context, input)),
    run: on.report.run.handler(async ({ input, context }) => {
      await boundTime(context);
      return run(context, input);
    }),
    export: on.report.export.handler(async ({ input, context }) => {
      await boundTime(context);
      return reportExport.answer(context, input);
    }),
    pin: on.report.pin.handler(({ input, context }) => pin(context, input)),
    subscribe: on.report.subscribe.handler(({ input, context }) => subscribe(context, input)),
  },
});
