import { serve } from '#platform/server/call/context.ts';
import { contract } from '../contract.ts';
import { studentHome } from './student-home.ts';

const on = serve(contract);

export const router = on.router({
  dashboard: { student: on.dashboard.student.handler(({ context }) => studentHome(context)) },
});
