import { sql } from 'drizzle-orm';
import { contractAccepted, contractDeclined, contractPaid } from '#domains/accounting/server/index.ts';
import { courseCampaigns } from '#domains/curriculum/server/index.ts';
import { ownMatter, personPart } from '#domains/identity/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { vacancies } from '#domains/staff/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { flavourNames } from '../flavours.ts';
import { arrivedStates, lostStates } from '../over.ts';
import { appointmentModes, guestTypes } from '../shapes-guests.ts';
import { expireOffers } from './desk/expiry.ts';
import { acceptedContract, declinedContract, paidContract } from './desk/follow-contracts.ts';
import { appointmentScores, dtmFiles, examScores } from './exam/scores.ts';
import { applicantOfPerson } from './guests/person.ts';
import { applicationAsked, applicationsMoved } from './hooks.ts';
import { router } from './router.ts';
import { applicationSubject } from './subject.ts';
import { applicationForms, applications, examPlaces, examSessions, guests } from './tables.ts';

export { searchIn, searchTextOf } from './applications/applications.ts';
export { broughtPapers } from './applications/brought-papers.ts';
export {
  type ClosedApplication,
  closeOtherApplications,
  reopenOtherApplications,
} from './applications/other-applications.ts';
export { mayFollow, takeFollowingStep, takeFollowingSteps } from './applications/steps.ts';
export { askedBy } from './intake/forms.ts';
export { type ApplicationRow, applicationForms, applications, type GuestRow, guests } from './tables.ts';
export { applicationAsked, applicationsMoved };

const form =
  "(select coalesce(nullif(f.title ->> '$locale', ''), f.title ->> 'uz') from application_forms f where f.id = r.form_id)";
const application = "(select a.number || ' ' || a.applicant_name from applications a where a.id = r.application_id)";

export default defineServerDomain({
  name: 'admissions',
  contract,
  router,
  permissions,
  errors,
  lists: {
    appointment_mode: { codes: appointmentModes, words: 'admissions.mode' },
    guest_applicant_type: { codes: guestTypes, words: 'admissions.applicant_type' },
  },
  constraints: {
    application_forms_frozen: 'FORM_PUBLISHED',
    applications_one_live: 'LIVE_APPLICATION',
    exam_seats_places: 'SESSION_FULL',
    guests_passport: 'GUEST_PASSPORT_TAKEN',
  },
  uses: [
    { of: courseCampaigns, by: applications.campaign_id },
    { of: academicYears, by: applicationForms.academic_year_id },
    { of: vacancies, by: applicationForms.vacancy_id },
    { of: examPlaces, by: examSessions.place_id },
    { of: academicYears, by: examSessions.academic_year_id },
    { of: vacancies, by: applications.vacancy_id },
  ],
  follows: [
    on(contractAccepted, acceptedContract),
    on(contractDeclined, declinedContract),
    on(contractPaid, paidContract),
    on(personPart, applicantOfPerson),
    on(ownMatter, {
      // Who studies here has one at least, which is over.
      name: 'running_applications',
      has: ({
        account_id,
      }) => sql`exists (select 1 from ${guests} g join ${applications} a on a.guest_id = g.id and a.deleted_at is null
        where g.account_id = ${account_id} and a.status <> all(${sql.param([...lostStates, ...arrivedStates])}::text[]))`,
    }),
  ],
  subjects: [applicationSubject],
  messages: new URL('./messages/', import.meta.url),
  jobs: {
    'admissions.scores': examScores.job,
    'admissions.appointments': appointmentScores.job,
    ...Object.fromEntries(flavourNames.map((name) => [`admissions.dtm_${name}`, dtmFiles[name].job])),
  },
  guards: new URL('./guards.sql', import.meta.url),
  nightly: { 'ending offers': expireOffers },
  history: {
    guest_certificates: {
      permission: 'guest.manage',
      title: "r.kind || ' ' || r.subject",
      page: 'r.guest_id',
    },
    lead_talks: {
      permission: 'lead.read',
      title: '(select g.full_name from guests g where g.id = r.guest_id)',
      page: 'r.guest_id',
    },
    guests: { permission: 'guest.manage', title: 'r.full_name', finds: { key: 'r.search', name: 'r.full_name' } },
    application_forms: { permission: 'application.form' },
    application_field_batches: { permission: 'application.form', title: form, page: 'r.form_id' },
    applications: { permission: 'application.check', title: "r.number || ' ' || r.applicant_name" },
    exam_places: { permission: 'exam.manage' },
    exam_sessions: { permission: 'exam.manage', title: "r.day::text || ' ' || r.starts_at" },
    exam_seats: { permission: 'exam.manage', title: application, page: 'r.application_id' },
    application_scores: { permission: 'exam.score', title: application, page: 'r.application_id' },
    application_documents: { permission: 'application.check', title: application, page: 'r.application_id' },
  },
});
