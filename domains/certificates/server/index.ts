import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { certificateImport } from './import.ts';
import { issueHandler, issueJob } from './issues.ts';
import { router } from './router.ts';

export default defineServerDomain({
  name: 'certificates',
  contract,
  router,
  permissions,
  errors,
  jobs: { [issueJob]: issueHandler, 'certificates.import': certificateImport.job },
  constraints: { certificate_templates_frozen: 'CERTIFICATE_LIVE' },
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  history: {
    certificate_templates: {
      permission: 'certificate_template.manage',
      title: "coalesce(nullif(r.title ->> '$locale', ''), r.title ->> 'uz') || ' · ' || r.revision",
    },
    certificate_issues: {
      permission: 'certificate_template.manage',
      title: "'№ ' || r.id || ' · ' || coalesce(r.event ->> 'title', '')",
    },
  },
});
