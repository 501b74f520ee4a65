import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of CVs, offers and answers read. */
export const records = {
  cvs: {
    codes: { status: 'careers.cv_state', layout: 'careers.layout', language: 'careers.language' },
    fields: { photo_file_id: 'careers.field.photo' },
    page: { permission: 'cv.review', to: (id: number) => `/cv/create/${id}` },
  },
  cv_versions: {
    codes: { status: 'careers.cv_state', layout: 'careers.layout', language: 'careers.language' },
    fields: { photo_file_id: 'careers.field.photo' },
  },
  cv_remarks: { codes: { place: 'careers.place' } },
  career_profiles: {},
  job_offers: {
    codes: { status: 'careers.offer_state', employment: 'careers.employment', currency: 'careers.currency' },
    page: { permission: 'job_offer.manage', to: (id: number) => `/job_offer?open=${id}` },
  },
  job_offer_answers: { codes: { status: 'careers.answer_state', employer_word: 'careers.word' } },
  job_offer_reports: { codes: { reason: 'careers.dead' } },
  employer_links: { codes: { language: 'careers.language' } },
} satisfies RecordsWords;
