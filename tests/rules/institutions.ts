import { expect } from 'vitest';
import { groups, roles } from '#platform/contract/index.ts';
import type { Entries } from './entry.ts';
import { area, pageAt } from './product.ts';

const closed: Record<string, string> = {
  gender: 'MALE FEMALE',
  language: 'UZBEK RUSSIAN ENGLISH OTHER',
  native_language: 'UZBEK RUSSIAN ENGLISH OTHER',
  marital_status: 'SINGLE MARRIED DIVORCED WIDOWED',
  module_type: 'CORE OPTIONAL FREE_CHOICE',
  attendance: 'ATTENDED NOT_ATTENDED EXPLICABLE',
  calendar_event_type:
    'GENERAL_EVENT TEACHING_WEEK ASSESSMENT_WEEK ASSESSMENT_DAY HOLIDAY DEADLINE DOCUMENTS EXTRACURRICULAR_ACTIVITY',
  calendar_kind: 'TEACHING_WEEK GENERAL_EVENT',
  appointment_mode: 'ONLINE OFFLINE',
  guest_applicant_type: 'transfer deleted secondary-spec master',
};
const kinds = 'country state city department academic_year education_place category role course course_campaign';

/** Reference data and short lists. */
export const entries: Entries = {
  R045: area('super_admin', '/reference', '/country/'),
  R046: area('super_admin', '/reference', '/state/'),
  R047: area('super_admin', '/reference', '/city/'),
  R048: area('super_admin', '/departments', '/department/'),
  R049: area('super_admin', '/academic-years', '/academic_year/'),
  R050: area('super_admin', '/reference', '/education_place/'),
  R051: area('super_admin', '/reference', '/category/'),
  R055: async ({ as }) => {
    const caller = await as('super_admin');
    for (const kind of kinds.split(' ')) expect((await caller.get(`/${kind}/all`)).status, kind).toBe(200);
  },
  R090: () => expect(pageAt('/departments')).toBeDefined(),
  R201: async ({ as }) => {
    const caller = await as('teacher');
    for (const [variable, codes] of Object.entries(closed)) {
      const { body } = await caller.get(`/types/${variable}`);
      expect(body.map((one: { code: string }) => one.code).sort(), variable).toEqual(codes.split(' ').sort());
      for (const one of body) expect(one.title.length, variable).toBeGreaterThan(1);
    }
    for (const variable of ['nationality', 'need_for_job_status', 'gap_year_reason', 'withdrawal_reason'])
      expect((await caller.get(`/types/${variable}`)).body.length, variable).toBeGreaterThan(0);
    expect((await caller.get('/types/no_such_list')).status).toBe(404);
    expect((await caller.get('/types/no_such_list/all')).status).toBe(404);
    const admin = await as('super_admin');
    const title = { uz: 'Boshqa', ru: 'Другой', en: 'Other' };
    expect((await admin.post('/types/gender', { code: 'OTHER', title })).status).toBe(422);
    expect((await admin.post('/student/', { gender: 'OTHER' })).status).toBe(400);
    expect(roles).toHaveLength(54 + groups.former.length);
  },
};
