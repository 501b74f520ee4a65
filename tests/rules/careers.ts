import { expect } from 'vitest';
import { offersBadge } from '#domains/careers/web/badge.ts';
import { covered, type Entries, same } from './entry.ts';
import { callAt, fieldsOf, pageAt } from './product.ts';

const api = 'domains/careers/server/careers.api.test.ts';
const offers = 'domains/careers/server/offers.api.test.ts';
const journey = 'tests/journeys/careers.test.ts';
const written = 'is written, handed in, remarked on, mended and approved';
const said = 'is said, stands in the profile, and is asked anew with the next term';
const modal = 'once a term a student says whether they look for work';

/** CVs, offers of work, and whether people look for it. */
export const entries: Entries = {
  R026: covered(offers, 'is looked at before it is sent, reaches each once'),
  R028: covered(api, written),
  R146: covered(journey, modal),
  R195: () => {
    expect(pageAt('/cv/create/{id}')).toBeDefined();
    for (const part of ['schools', 'work_experiences', 'language_skills', 'certificates', 'awards', 'articles'])
      expect(fieldsOf('GET /cv/{id}'), part).toContain(part);
  },
  R196: () => {
    for (const field of ['salary', 'currency', 'requirements'])
      expect(fieldsOf('GET /job_offer/{id}'), field).toContain(field);
  },
  R216: covered(api, written),
  R218: covered(offers, 'past its date is not answered any more'),
  R249: same('R146'),
  R250: same('R146'),
  R251: same('R146'),
  R252: same('R146'),
  R253: covered(api, said),
  R318: same('R146'),
  R374: covered(api, said),
  R107: () => {
    const user = { need_for_job_status: 'UPDATE_REQUIRED', new_job_offers: 3 };
    expect(offersBadge(user)).toEqual({ text: '!', tone: 'warning' });
    expect(callAt('GET /user/me/info')).toBeDefined();
  },
  R108: () => {
    expect(offersBadge({ need_for_job_status: 'EMPLOYED', new_job_offers: 3 })).toEqual({ text: '3' });
    expect(offersBadge({ need_for_job_status: null, new_job_offers: 0 })).toBeUndefined();
  },
};
