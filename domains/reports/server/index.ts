import { personPart } from '#domains/identity/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import { contract, errors, permissions } from '../contract.ts';
import { reportExport } from './report/export.ts';
import { router } from './router.ts';
import { reportMail, sendDue } from './subscriptions.ts';
import { reports } from './tables.ts';

export default defineServerDomain({
  name: 'reports',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  jobs: { 'report.export': reportExport.job, 'report.mail': reportMail },
  nightly: { 'reports that come by mail': (kernel) => everyInstitutionInTheNight(kernel, 'reports by mail', sendDue) },
  follows: [on(personPart, { name: 'reports', owns: [reports.owner_id] })],
  history: {
    dashboard_limits: { permission: 'dashboard.limits' },
    reports: { permission: 'report.manage', title: 'r.name' },
  },
});
