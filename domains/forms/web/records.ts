import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of forms and requests read. */
export const records = {
  form_types: { codes: { status: 'forms.type_state', situations: 'forms.situation', audience: 'forms.audience' } },
  forms: { codes: { status: 'forms.form_state', deliveries: 'forms.delivery', languages: 'forms.language' } },
  form_requests: {
    codes: { status: 'forms.request_state', delivery: 'forms.delivery', language: 'forms.language' },
  },
  form_request_steps: { codes: { action: 'forms.action' } },
} satisfies RecordsWords;
