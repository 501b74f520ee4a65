import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { attendanceImport } from './import.ts';
import { router } from './router.ts';

export { sessionReach } from './reach.ts';
export { attendance, attendanceTotals, classSessionGroups, classSessions } from './tables.ts';

export default defineServerDomain({
  name: 'attendance',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  jobs: { 'attendance.import': attendanceImport.job },
});
