import { covered, type Entries } from './entry.ts';
import { area } from './product.ts';

/** What students ask for, and papers at the counter. */
const file = 'domains/forms/server/forms.api.test.ts';
export const entries: Entries = {
  R020: area('registrar_head', '/incoming-forms', '/form/request/'),
  R021: covered(file, 'is issued without a request, and takes the place of another'),
  R208: covered(file, 'goes from the form to a paper that strangers check, and is handed over'),
};
