import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of applicants, applications, forms and exams read. */
const codes = {
  status: 'admissions.state',
  decision: 'admissions.state',
  decided_from: 'admissions.state',
  applicant_type: 'admissions.applicant_type',
  tuition: 'admissions.tuition',
  decision_tuition: 'admissions.tuition',
  language: 'admissions.language',
} as const satisfies Record<string, string>;

const guest = { permission: 'guest.read', to: (id: number) => `/guest-users/${id}` } as const;

export const records = {
  guests: {
    codes: {
      applicant_type: codes.applicant_type,
      gender: 'admissions.gender',
      native_language: 'admissions.native_language',
      appointment_mode: 'admissions.mode',
      transcript_status: 'admissions.transcript',
    },
    page: guest,
  },
  guest_certificates: { page: guest },
  lead_talks: { codes: { channel: 'admissions.lead.channel', outcome: 'admissions.lead.outcome' }, page: guest },
  applications: { codes: { ...codes, flavour: 'admissions.flavour' } },
  application_forms: { codes: { status: 'admissions.form_state', flavour: 'admissions.flavour' } },
  application_field_batches: {},
  application_documents: { codes: { status: 'admissions.document' } },
  application_scores: { codes: { source: 'admissions.score_source' } },
  exam_places: { page: { permission: 'exam.read', to: (id: number) => `/internal-exam-place?open=${id}` } },
  exam_sessions: { codes: { language: codes.language } },
  exam_seats: { codes: { state: 'admissions.seat_state' } },
} satisfies RecordsWords;
