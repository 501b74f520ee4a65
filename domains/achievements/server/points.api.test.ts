import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AchievementScene, achievementScene } from '#tests/support/achievements.ts';

let scene: AchievementScene;
beforeAll(async () => {
  scene = await achievementScene();
});
afterAll(() => scene?.api.close());

/** A record of a day, verified; answers its points. */
const verified = async (by: AchievementScene['student'], more: object) => {
  const done = await scene.step(scene.manager, await scene.sent(by, more), 'VERIFIED');
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return done.body;
};

describe('points', () => {
  it('are of the table that was in force on the day, to the day', async () => {
    const { day, student, scales } = scene;
    for (const [achieved_on, points, scale] of [
      [day(-21), 10, scales[0]],
      [day(-20), 20, scales[1]],
      [day(-300), 10, scales[0]],
      [day(0), 20, scales[1]],
    ] as const) {
      const row = await verified(student, { achieved_on });
      expect([achieved_on, row.points, row.scale.id]).toEqual([achieved_on, points, scale]);
    }
    const before = await scene.draft(student, { achieved_on: day(-301), file_ids: [await scene.file(student)] });
    expect(before.body).toMatchObject({ expected: null, scale: null });
    const refused = await scene.step(student, before.body, 'SUBMITTED');
    expect([refused.status, refused.body.code]).toEqual([422, 'ACHIEVEMENT_NO_POINTS']);
    const asked = async (on: string) =>
      (await student.get(`/achievement_records/types?on=${on}`)).body[0].grades.map(
        (one: { points: number }) => one.points,
      );
    expect([await asked(day(-21)), await asked(day(-20)), await asked(day(-301))]).toEqual([
      [10, 2],
      [20, 4],
      [null, null],
    ]);
  });

  it('stay as they were frozen, whatever table comes into force afterwards', async () => {
    const { committee, day, student, competition } = scene;
    const row = await verified(student, { achieved_on: day(-10) });
    const waits = await scene.sent(student, { achieved_on: day(-10), title: 'Kutmoqda' });
    const made = await committee.post('/achievement_scale/', {
      starts_on: day(-10),
      basis: 'Yangi buyruq',
      copy_of: scene.scales[1],
    });
    expect(made.body).toMatchObject({ number: 3, status: 'DRAFT', used: 0 });
    expect(made.body.points).toHaveLength(3);
    // A draft counts for nothing.
    expect((await student.get(`/achievement_records/${waits.id}`)).body.expected).toBe(20);
    const changed = await committee.post('/achievement_scale/', {
      id: made.body.id,
      version: made.body.version,
      points: [{ grade_id: competition.first, points: 30.5 }],
    });
    expect(changed.body.points).toEqual([{ grade_id: competition.first, points: 30.5 }]);
    const live = await committee.put('/achievement_scale/publish', { id: made.body.id, version: changed.body.version });
    expect(live.body.status).toBe('LIVE');
    expect((await student.get(`/achievement_records/${row.id}`)).body).toMatchObject({ points: 20 });
    expect((await student.get(`/achievement_records/${waits.id}`)).body.expected).toBe(30.5);
    const late = await scene.step(scene.manager, waits, 'VERIFIED');
    expect(late.body).toMatchObject({ points: 30.5, scale: { id: made.body.id } });
    // What is no more in the table has no points from its day on.
    const part = await scene.draft(student, {
      achieved_on: day(-9),
      grade_id: competition.part,
      file_ids: [await scene.file(student)],
    });
    expect((await scene.step(student, part.body, 'SUBMITTED')).body.code).toBe('ACHIEVEMENT_NO_POINTS');
  });

  it('of a table in force are changed by nobody, not even past the application', async () => {
    const { committee, scales, sql } = scene;
    const table = (await committee.get(`/achievement_scale/${scales[0]}`)).body;
    expect(table.used).toBeGreaterThan(0);
    const saved = await committee.post('/achievement_scale/', { id: table.id, version: table.version, basis: 'x' });
    expect([saved.status, saved.body.code]).toEqual([422, 'SCALE_IN_FORCE']);
    expect((await committee.delete(`/achievement_scale/${table.id}`)).body.code).toBe('SCALE_IN_FORCE');
    expect(
      (await committee.put('/achievement_scale/publish', { id: table.id, version: table.version })).body.code,
    ).toBe('TRANSITION_NOT_ALLOWED');
    await expect(sql('update achievement_points set points = 99 where scale_id = $1', [table.id])).rejects.toThrow();
    await expect(
      sql("update achievement_records set points = 99 where status = 'VERIFIED' and points is not null"),
    ).rejects.toThrow();
    const empty = await committee.post('/achievement_scale/', { starts_on: scene.day(0), basis: 'Boʻsh' });
    expect(
      (await committee.put('/achievement_scale/publish', { id: empty.body.id, version: empty.body.version })).body.code,
    ).toBe('SCALE_EMPTY');
    expect((await scene.manager.post('/achievement_scale/', { starts_on: scene.day(0), basis: 'x' })).status).toBe(403);
  });
});

describe('types', () => {
  it('keep their results through tables, and say what is offered no more', async () => {
    const { committee, competition } = scene;
    const type = (await committee.get(`/achievement_type/${competition.id}`)).body;
    const title = { uz: 'Gʻolib', ru: 'Победитель', en: 'Winner' };
    const renamed = await committee.post('/achievement_type/', {
      id: type.id,
      version: type.version,
      grades: [{ id: competition.first, title }, { title: { uz: 'Finalchi', ru: '', en: '' } }],
    });
    expect(renamed.body.grades.map(({ id }: { id: number }) => id)[0]).toBe(competition.first);
    expect(renamed.body.grades).toHaveLength(2);
    expect((await scene.draft(scene.student, { grade_id: competition.part })).body.code).toBe(
      'ACHIEVEMENT_OTHER_GRADE',
    );
    const foreign = await committee.post('/achievement_type/', {
      id: type.id,
      version: renamed.body.version,
      grades: [{ id: scene.volunteering.done, title }],
    });
    expect(foreign.body.code).toBe('UNKNOWN_REFERENCE');
    expect((await committee.delete(`/achievement_type/${type.id}`)).body.code).toBe('IN_USE');
    expect((await committee.post('/achievement_type/', { title, grades: [] })).status).toBe(400);
  });
});

describe('the rating and lists of nominees', () => {
  const place = (row: { place: number; points: number; student: { id: number } }) => [row.place, row.points];
  it('give equal points one place, by group and by faculty', async () => {
    const { students, manager, volunteering, day, people, group } = scene;
    await scene.sql("update students set search = ' ' || replace(lower(student_no), '-', ' ') where id = any($1)", [
      people,
    ]);
    const rest = { type_id: volunteering.id, grade_id: volunteering.done };
    await verified(students[1], { ...rest, achieved_on: day(-15) });
    await verified(students[2], { ...rest, achieved_on: day(-15) });
    const fourth = await scene.draft(manager, { ...rest, student_id: people[3], achieved_on: day(-290) });
    const sent = await scene.step(manager, fourth.body, 'SUBMITTED');
    await scene.step(scene.second, sent.body, 'VERIFIED');
    const year = (await scene.second.get('/academic_year/?size=1')).body.content[0].id;
    const rating = async (query: string) => (await manager.get(`/achievement_records/rating?${query}`)).body;
    const all = await rating('');
    expect(all.content.map(place).slice(1)).toEqual([
      [2, 3],
      [2, 3],
      [2, 3],
    ]);
    const ofYear = await rating(`academic_year_id=${year}`);
    expect(ofYear.content.map(place).slice(1)).toEqual([
      [2, 3],
      [2, 3],
    ]);
    expect(ofYear.total_elements).toBe(3);
    const narrow = await rating(`group_id=${group}&type_id=${volunteering.id}&academic_year_id=${year}`);
    expect(narrow.content.map(place)).toEqual([
      [1, 3],
      [1, 3],
    ]);
    // A search moves no places, and pages do not either.
    const [, second] = all.content;
    const found = await rating(`search=${encodeURIComponent(second.student.student_no)}`);
    expect(found.content.map(place)).toEqual([[2, 3]]);
    expect((await rating('size=2&page=1')).content.map(place)).toEqual([
      [2, 3],
      [2, 3],
    ]);
    expect((await manager.get('/achievement_records/rating?sort=points')).status).toBe(400);
    const [faculty] = (await manager.get('/achievement_records/rating/units?by=faculty')).body;
    expect(faculty).toMatchObject({ place: 1, students: 4, people: 5 });
    expect(faculty.points).toBe(all.content.reduce((sum: number, row: { points: number }) => sum + row.points, 0));
    const [unit] = (await manager.get('/achievement_records/rating/units?by=group')).body;
    expect(unit).toMatchObject({ id: group, students: 4, people: 5 });
    const mine = (await students[1].get('/achievement_records/own')).body;
    expect(mine.year).toMatchObject({ points: 3, in_group: { place: 2, of: 5 }, in_faculty: { place: 2 } });
    const file = await manager.get('/achievement_records/rating/export');
    expect([file.status, file.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });

  it('nominate all who share the last place, show every row’s calculation, and stay as they were frozen', async () => {
    const { committee, manager, day, second } = scene;
    const year = (await second.get('/academic_year/?size=1')).body.content[0].id;
    const criteria = {
      title: 'Prezident stipendiyasi',
      academic_year_id: year,
      starts_on: day(-200),
      ends_on: day(0),
      min_points: 1,
      seats: 2,
    };
    expect((await committee.post('/achievement_nomination/', { ...criteria, ends_on: day(-201) })).body.code).toBe(
      'DATES_REVERSED',
    );
    expect((await manager.post('/achievement_nomination/', criteria)).status).toBe(403);
    const made = await committee.post('/achievement_nomination/', criteria);
    expect(made.body).toMatchObject({ status: 'DRAFT', nominees: null, types: [] });
    const path = `/achievement_nomination/${made.body.id}`;
    const counted = (await committee.get(`${path}/nominees`)).body;
    expect(counted).toMatchObject({ total: 3, chosen: 3, seats: 2, frozen: false });
    expect(counted.rows.map(({ place: at, chosen }: { place: number; chosen: boolean }) => [at, chosen])).toEqual([
      [1, true],
      [2, true],
      [2, true],
    ]);
    for (const row of counted.rows)
      expect(row.points).toBe(row.parts.reduce((sum: number, part: { points: number }) => sum + part.points, 0));
    expect(counted.rows[1].parts[0]).toMatchObject({ points: 3, scale: '№ 2' });

    const frozen = await committee.put('/achievement_nomination/freeze', {
      id: made.body.id,
      version: made.body.version,
    });
    expect(frozen.body).toMatchObject({ status: 'FROZEN', nominees: 3 });
    const [loser] = counted.rows[1].parts;
    const record = (await manager.get(`/achievement_records/${loser.record_id}`)).body;
    await scene.step(manager, record, 'REVOKED', { reason: 'Tekshiruvdan oʻtmadi' });
    const after = (await committee.get(`${path}/nominees`)).body;
    expect(after).toEqual({
      ...counted,
      frozen: true,
      revoked: [{ record_id: loser.record_id, number: loser.number, student: expect.any(String) }],
    });
    expect(
      (await committee.put('/achievement_nomination/freeze', { id: made.body.id, version: frozen.body.version })).body
        .code,
    ).toBe('TRANSITION_NOT_ALLOWED');
    const saved = await committee.post('/achievement_nomination/', {
      id: made.body.id,
      version: frozen.body.version,
      seats: 5,
    });
    expect(saved.body.code).toBe('NOMINATION_FROZEN');
    expect((await committee.delete(path)).body.code).toBe('NOMINATION_FROZEN');
    await expect(scene.sql('update achievement_nominations set seats = 9')).rejects.toThrow();
    const book = await committee.get(`${path}/export`);
    expect([book.status, book.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const text = (await committee.get(`${path}/export?format=csv`)).raw.toString();
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(4);
    expect(text).toContain(loser.number);
    const nobody = await committee.post('/achievement_nomination/', {
      ...criteria,
      title: 'Hech kim',
      min_points: 900,
    });
    expect(
      (await committee.put('/achievement_nomination/freeze', { id: nobody.body.id, version: nobody.body.version })).body
        .code,
    ).toBe('NOMINATION_EMPTY');
  });

  it('ask for an average mark too, and show what it is made of', async () => {
    const { committee, manager, day, second, people, sql, plan } = scene;
    const year = (await second.get('/academic_year/?size=1')).body.content[0].id;
    const criteria = {
      title: 'Rektor stipendiyasi',
      academic_year_id: year,
      starts_on: day(-400),
      ends_on: day(0),
      min_points: 1,
      min_average: 80,
      seats: 5,
    };
    const mark = (student: number | undefined, total: number) =>
      sql(
        `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
         values (1, $1, $2, $3, 'A', true, true, 'PUBLISHED', 'x')`,
        [plan, student, total],
      );
    await mark(people[0], 91.5);
    await mark(people[1], 79.9);
    const made = (await committee.post('/achievement_nomination/', criteria)).body;
    const path = `/achievement_nomination/${made.id}`;
    const { rows } = (await committee.get(`${path}/nominees`)).body;
    // Too low an average and none at all are both left out, whatever the points.
    expect(rows.map(({ student_id }: { student_id: number }) => student_id)).toEqual([people[0]]);
    const { marks } = rows[0];
    expect(marks).toMatchObject({ average: 91.5, modules: 1 });
    expect(marks.weighed / marks.credits).toBeCloseTo(marks.average, 2);
    // Whoever sees the list and not the marks of everybody sees the list alone.
    const plain = (await manager.get(`${path}/nominees`)).body;
    expect(plain.rows.map(({ marks: shown }: { marks: unknown }) => shown)).toEqual([null]);
    expect((await manager.get(`${path}/export?format=csv`)).raw.toString()).not.toContain('91.5');
    // Frozen, it stays what it was when the marks move.
    await committee.put('/achievement_nomination/freeze', { id: made.id, version: made.version });
    await sql('update module_results set total = 50 where student_id = $1', [people[0]]);
    expect((await committee.get(`${path}/nominees`)).body.rows[0].marks).toEqual(marks);
    expect((await committee.post('/achievement_nomination/', { ...criteria, min_average: 101 })).status).toBe(400);
  });

  it('go out as a list of records too, as it is filtered', async () => {
    const file = await scene.manager.get('/achievement_records/export?status=VERIFIED');
    expect([file.status, file.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });
});
