import { serve } from '#platform/server/call/context.ts';
import { importHandlers } from '#platform/server/records/imports.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { closeCheckIn, enterCheckIn, openCheckIn, windowOf } from './check-in.ts';
import { gridOf } from './grid.ts';
import { attendanceImport } from './import.ts';
import { limitOverview } from './overview.ts';
import { decideReason, reason } from './reasons.ts';
import { openRegister } from './register.ts';
import { saveRegister } from './save.ts';
import { makeSeries } from './series.ts';
import { classSession } from './sessions.ts';
import { saveSettings, settingsOf } from './settings.ts';
import { groupTable, moduleStudentTable, moduleTable, studentTable } from './totals.ts';

const on = serve(contract);
const calls = on.attendance;

export const router = on.router({
  class_session: {
    ...crudHandlers(contract.class_session, classSession),
    series: on.class_session.series.handler(({ input, context }) => makeSeries(context, input)),
  },
  attendance: {
    register: calls.register.handler(({ input, context }) => openRegister(context, input.session_id)),
    save: calls.save.handler(({ input, context }) => saveRegister(context, input)),
    group: calls.group.handler(({ input, context }) => groupTable(context, input)),
    table: calls.table.handler(({ input, context }) => studentTable(context, input)),
    table_student: calls.table_student.handler(({ input, context }) => moduleStudentTable(context, input)),
    overview: calls.overview.handler(({ context }) => limitOverview(context)),
    table_module: calls.table_module.handler(({ input, context }) => moduleTable(context, input)),
    grid: calls.grid.handler(({ input, context }) => gridOf(context, input)),
    settings: calls.settings.handler(({ context }) => settingsOf(context)),
    save_settings: calls.save_settings.handler(({ input, context }) => saveSettings(context, input)),
  },
  import: importHandlers(on.import, attendanceImport),
  reason: {
    ...crudHandlers(contract.reason, reason),
    decide: on.reason.decide.handler(({ input, context }) => decideReason(context, input)),
  },
  check_in: {
    open: on.check_in.open.handler(({ input, context }) => openCheckIn(context, input)),
    close: on.check_in.close.handler(({ input, context }) => closeCheckIn(context, input)),
    window: on.check_in.window.handler(({ input, context }) => windowOf(context, input.session_id)),
    enter: on.check_in.enter.handler(({ input, context }) => enterCheckIn(context, input)),
  },
});
