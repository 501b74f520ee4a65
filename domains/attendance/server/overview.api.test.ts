import { afterAll, beforeAll, expect, it } from 'vitest';
import { overviewsCounted } from '#platform/server/records/overviews.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** How many are near and over the limit of absence: what a home says is what the list behind it has. */

let api: Api;
beforeAll(async () => {
  api = await startApi({ students: 60 });
});
afterAll(() => api.close());

const overview = async (who: Caller) => {
  const { status, body } = await who.get('/attendance/overview');
  expect([status, body.counted_at]).toEqual([200, null]);
  return { near: body.near as number, over: body.over as number };
};
const listed = async (who: Caller) => {
  const [near, over] = await Promise.all(
    ['NEAR', 'OVER'].map(
      async (standing) =>
        (await who.get(`/attendance/table/student?standing=${standing}`)).body.total_elements as number,
    ),
  );
  return { near, over };
};

it('is what the list behind it says, of what each may see, and moves with it', async () => {
  const office = await api.as('registrar_head');
  const everybody = await overview(office);
  expect(everybody.near + everybody.over).toBeGreaterThan(0);
  for (const username of ['registrar_head', 'dean', 'teacher', 'academic_mentor', 'bachelor_student']) {
    const who = await api.as(username);
    expect([username, await overview(who)]).toEqual([username, await listed(who)]);
  }
  const { owner } = api.database;
  const missed = (by: number) =>
    owner.query(
      `update attendance_totals set missed = missed + $1
        where id = (select min(t.id) from attendance_totals t join course_modules c on c.id = t.course_module_id
                     where t.institution_id = 1 and (c.academic_year_id, c.semester) =
                       (select x.academic_year_id, x.number from semesters x
                         where x.institution_id = 1 and x.starts_on <= edulab_today() and x.deleted_at is null order by x.starts_on desc limit 1))`,
      [by],
    );
  await missed(500);
  expect(await overview(office)).toEqual(await listed(office));
  expect(await overview(office)).not.toEqual(everybody);
  await missed(-500);
  expect(await overview(office)).toEqual(everybody);
  await overviewsCounted(api.database);
});

it('is nobody’s who may not read attendance, nor of another institution', async () => {
  expect((await (await api.as('library_moderator')).get('/attendance/overview')).status).toBe(403);
  expect((await api.anonymous.get('/attendance/overview')).status).toBe(401);
  expect((await (await api.as('registrar_head', 2)).get('/attendance/overview')).status).toBe(403);
});
