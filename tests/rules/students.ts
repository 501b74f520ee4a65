import { expect } from 'vitest';
import { statusPages } from '#domains/students/workflow.ts';
import { covered, type Entries, why } from './entry.ts';
import { area, expectText, pageAt, say } from './product.ts';

/** Students, groups, programmes, staff. */
export const entries: Entries = {
  R010: area('registrar_head', '/students', '/student/'),
  R041: area('registrar_head', '/course/transfer', '/course/transfer/'),
  R097: () => {
    const words = ['inactive-students', 'withdrawal', 'gap-year', 'inactive', 'deleted', 'graduated'];
    const [first, ...rest] = words.map((word) => String(pageAt(`/${word}`)?.component));
    for (const one of rest) expect(one).toBe(first);
    expect(Object.keys(statusPages)).toEqual(expect.arrayContaining(words));
  },
  R179: async ({ as }) => {
    const caller = await as('registrar_head');
    const [one, two] = (await caller.get('/student/?sort=id')).body.content;
    const ids = async (query: string) =>
      (await caller.get(`/student/?sort=id&${query}`)).body.content.map((row: { id: number }) => row.id);
    expect(await ids(`id=${one.id}`)).toEqual([one.id]);
    expect(await ids(`ids=${one.id},${two.id}`)).toEqual([one.id, two.id]);
    const { rows } = { rows: (await caller.get('/student/?size=200')).body.content };
    const named = rows.find((row: { username: string | null }) => row.username);
    if (named) expect(await ids(`username=${named.username}`)).toEqual([named.id]);
  },
  R180: why('counts the parts of the state of another program; here each call of a page has a state of its own (R225)'),
  R197: async ({ as }) => {
    const { body } = await (await as('registrar_head')).get('/course/transfer/?size=50');
    expect(body.content.length).toBeGreaterThan(0);
    for (const row of body.content)
      for (const side of ['previous', 'current']) {
        expect(row[`${side}_course`]).toBeTruthy();
        expect(row[`${side}_level`]).toMatch(/^(BACHELOR|MASTER)$/);
        expect(row[`${side}_education_form`].title).toBeTruthy();
        for (const part of ['course', 'level', 'education_form_id'])
          for (const words of Object.values(say)) expect(words(`students.field.${side}_${part}`)).toBeTruthy();
      }
  },
  R210: covered('domains/students/server/status/status.api.test.ts', 'allows exactly the steps of its table'),
  R012: area('registrar_head', '/groups', '/group/'),
  R173: async ({ as }) => {
    const { body } = await (await as('registrar_head')).get('/group/assign');
    for (const one of body.groups) expect([typeof one.group.id, Array.isArray(one.students)]).toEqual(['number', true]);
    expect(body.groups.length).toBeGreaterThan(0);
  },
  R392: () => {
    expectText('kit.error.group', 'Please select a group');
    expect(say.en('groups.one.missing')).toBeDefined();
  },
  R014: area('registrar_head', '/modules/create', '/module/'),
  R053: area('registrar_head', '/course/create', '/course/'),
  R054: area('registrar_head', '/course/course-campaign', '/course_campaign/'),
  R027: async (ground) => {
    await area('hr_head', '/vacancy-positions', '/position/vacancy/')(ground);
    await area('hr_head', '/job-positions', '/position/job/')(ground);
  },
  R089: async ({ api }) => {
    expect(pageAt('/staff-info')?.public).toBe(true);
    expect((await api.anonymous.get('/staff/public')).status).toBe(200);
  },
  R166: covered('domains/staff/server/staff.api.test.ts', 'is the same by id and by username'),
  R220: covered('domains/staff/server/vacancies.api.test.ts', 'is created, found, switched and deleted'),
  R013: covered('domains/enrollment/server/years.api.test.ts', 'a year of study proposes itself from student'),
  R212: covered('domains/enrollment/server/years.api.test.ts', 'a status is told first, given to all or to none'),
};
