import { courseCampaigns } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { vacancies } from '#domains/staff/server/index.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';
import { applicationForms, applications } from './tables.ts';

const form =
  "(select coalesce(nullif(f.title ->> '$locale', ''), f.title ->> 'uz') from application_forms f where f.id = r.form_id)";
const application = "(select a.number || ' ' || a.applicant_name from applications a where a.id = r.application_id)";

export default defineServerDomain({
  name: 'admissions',
  contract,
  router,
  permissions,
  errors,
  constraints: { applications_one_live: 'LIVE_APPLICATION' },
  uses: [
    { of: courseCampaigns, by: applications.campaign_id },
    { of: academicYears, by: applicationForms.academic_year_id },
    { of: vacancies, by: applicationForms.vacancy_id },
    { of: vacancies, by: applications.vacancy_id },
  ],
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  history: {
    guests: { permission: 'application.check', title: 'r.full_name' },
    application_forms: { permission: 'application.form' },
    application_field_batches: { permission: 'application.form', title: form, page: 'r.form_id' },
    applications: { permission: 'application.check', title: "r.number || ' ' || r.applicant_name" },
    application_documents: { permission: 'application.check', title: application, page: 'r.application_id' },
  },
});
