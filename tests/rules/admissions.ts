import { expect } from 'vitest';
import messages from '#domains/admissions/server/messages/en.json' with { type: 'json' };
import { covered, type Entries } from './entry.ts';
import { area, callAt, pageAt, rolesOf } from './product.ts';

const applications = 'domains/admissions/server/applications/applications.api.test.ts';
const guests = 'domains/admissions/server/guests/guests.api.test.ts';
const flavours = ['/general/', '/hr/', '/st_course/', '/'];

/** Applicants, their applications and the entrance exam. */
export const entries: Entries = {
  R011: covered(guests, 'every kind of list, the whole profile, and nobody else for an applicant'),
  R025: async ({ as }) => {
    for (const path of ['/general-admission', '/guest-application/job', '/st-course-admission', '/student-admission'])
      expect(pageAt(path), path).toBeDefined();
    const caller = await as('super_admin');
    for (const flavour of flavours) expect((await caller.get(`${flavour}application/`)).status, flavour).toBe(200);
  },
  R040: async (ground) => {
    await area('exam_head', '/internal-exam-place', '/admission/place/')(ground);
    expect(pageAt('/internal-exam/applicants/')).toBeDefined();
    expect((await (await ground.as('exam_head')).get('/admission/applicants')).status).toBe(200);
  },
  R088: async (ground) =>
    expect(await rolesOf(ground, '/potential-talaba')).toEqual(['AMO_CRM_OPERATOR', 'AMO_CRM_OPERATOR_ADMISSION']),
  R094: () => expect(pageAt('/guest-application/job/create')).toBeDefined(),
  R095: async ({ as }) => {
    expect(pageAt('/guest-users')).toBeDefined();
    const caller = await as('admission_moderator');
    for (const type of ['transfer', 'deleted', 'secondary-spec', 'master']) {
      expect(pageAt(`/guest-users/${type}`), type).toBeDefined();
      expect((await caller.get(`/user/guest/?applicant_type=${type}`)).status, type).toBe(200);
    }
    expect((await caller.get('/user/guest/?applicant_type=other')).status).toBe(400);
  },
  R096: covered('tests/journeys/shell.test.ts', 'pages that are not there, not allowed or broken say so and lead home'),
  R209: covered(guests, 'many at once: first what would happen, then all or none'),
  R211: covered(applications, 'is a draft that survives, is checked, returned with the fields named, and verified'),
  R360: async ({ as }) => {
    const caller = await as('super_admin');
    const seen = new Set<number>();
    let sum = 0;
    for (const flavour of flavours) {
      const { body } = await caller.get(`${flavour}application/?size=200`);
      for (const { id } of body.content) seen.add(id);
      sum += body.content.length;
    }
    expect(seen.size).toBe(sum);
  },
  R361: () => {
    for (const flavour of flavours)
      for (const name of ['qr_scan_check', 'dtm_file'])
        expect(callAt(`POST ${flavour}application/${name}`).meta.path).toBeDefined();
  },
  R390: () => expect(messages.ALREADY_APPLIED).toBe('You already applied for this year. Continue?'),
  R391: () => expect(messages.POSITION_CLOSED).toBe('You cannot create application for this position'),
};
