import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
let room: number;
let staff: number;
beforeAll(async () => {
  scene = await teachingScene();
  [{ id: room }] = await scene.sql(
    "insert into education_places (institution_id, name, kind, capacity) values (1, 'A-101', 'CLASSROOM', 30) returning id",
  );
  [{ id: staff }] = await scene.sql("select id from staff where lastname = 'Karimova'");
});
afterAll(() => scene.api.close());

/** A lesson written past every check of the application. */
async function write(ahead: number, from: string, to: string, more: { room?: number; staff?: number } = {}) {
  const [{ id }] = await scene.sql(
    `insert into class_sessions (institution_id, course_module_id, date, starts_at, ends_at, room_id, staff_id, kind)
     values (1, $1, $2, $3, $4, $5, $6, 'SEMINAR') returning id`,
    [scene.plan, scene.day(ahead), from, to, more.room ?? null, more.staff ?? null],
  );
  return id as number;
}
const join = (session: number, group: number) =>
  scene.sql('insert into class_session_groups (institution_id, session_id, group_id) values (1, $1, $2)', [
    session,
    group,
  ]);

describe('the groups of a lesson', () => {
  it('know its day, also after it was moved, whoever writes', async () => {
    const session = await write(30, '09:00', '10:00');
    await join(session, scene.group);
    const days = async () =>
      (await scene.sql('select date::text as date from class_session_groups where session_id = $1', [session])).map(
        ({ date }) => date,
      );
    expect(await days()).toEqual([scene.day(30)]);
    await scene.sql('update class_sessions set date = $2 where id = $1', [session, scene.day(31)]);
    expect(await days()).toEqual([scene.day(31)]);
    await scene.sql('update class_sessions set deleted_at = edulab_now() where id = $1', [session]);
  });
});

describe('the database refuses to book twice, whoever writes:', () => {
  it('a room and a teacher, from the first minute to the one before the end', async () => {
    await write(5, '09:00', '10:20', { room, staff });
    await expect(write(5, '10:10', '11:00', { room })).rejects.toMatchObject({ constraint: 'class_bookings_room' });
    await expect(write(5, '08:00', '09:01', { staff })).rejects.toMatchObject({ constraint: 'class_bookings_teacher' });
    await write(5, '10:20', '11:00', { room, staff });
    await write(5, '08:00', '09:00', { room, staff });
    await write(6, '09:00', '10:20', { room, staff });
  });

  it('a group, and with it each of its subgroups, but not two subgroups of one', async () => {
    const [half, other] = (
      await scene.sql(
        `insert into groups (institution_id, name, kind, parent_id, course_id, entry_year, language, capacity)
         select 1, 'IQ-1/' || n, 'SUBGROUP', $1, $2, $3, 'uz', 15 from generate_series(1, 2) n returning id`,
        [scene.group, scene.course.id, scene.entry],
      )
    ).map(({ id }) => id as number);
    await join(await write(7, '09:00', '10:00'), half!);
    await join(await write(7, '09:00', '10:00'), other!);
    const whole = await write(7, '09:30', '11:00');
    await expect(join(whole, scene.group)).rejects.toMatchObject({ constraint: 'class_bookings_group' });
    await scene.sql("update class_sessions set state = 'CANCELLED' where id <> $1 and date = $2", [
      whole,
      scene.day(7),
    ]);
    await join(whole, scene.group);
    await expect(
      scene.sql("update class_sessions set state = 'PLANNED' where date = $1", [scene.day(7)]),
    ).rejects.toMatchObject({ constraint: 'class_bookings_group' });
  });

  it('a part that a group gets afterwards, with the lessons that the group has', async () => {
    const session = await write(11, '09:00', '10:00');
    await join(session, scene.group);
    const late = await scene.office.post('/group/', {
      name: 'IQ-1/3',
      kind: 'SUBGROUP',
      parent_id: scene.group,
      course_id: scene.course.id,
      entry_year: scene.entry,
      language: 'uz',
      capacity: 15,
    });
    expect(late.status, JSON.stringify(late.body)).toBe(200);
    await expect(join(await write(11, '09:30', '10:30'), late.body.id)).rejects.toMatchObject({
      constraint: 'class_bookings_group',
    });
  });

  it('two lessons may change places in one statement', async () => {
    const [first, second] = [await write(8, '09:00', '10:00', { room }), await write(8, '10:00', '11:00', { room })];
    await scene.sql(
      `update class_sessions set starts_at = case id when $1 then time '10:00' else '09:00' end, ends_at = case id when $1 then time '11:00' else '10:00' end where id in ($1, $2)`,
      [first, second],
    );
  });

  it('and says in words what is taken, and by which lesson', async () => {
    const { office, plan, day, sql } = scene;
    const made = await office.post('/class_session/', {
      course_module_id: plan,
      date: day(9),
      starts_at: '09:00',
      ends_at: '10:00',
      kind: 'LECTURE',
      room_id: room,
    });
    expect(made.status).toBe(200);
    // Taken back past the application, so that only the database sees the clash.
    const late = await write(9, '09:30', '10:30', {});
    await expect(sql('update class_sessions set room_id = $2 where id = $1', [late, room])).rejects.toMatchObject({
      detail: expect.stringContaining('"A-101"'),
    });
    await sql('delete from class_sessions where id = $1', [made.body.id]);
    await sql('update class_sessions set room_id = $2 where id = $1', [late, room]);
  });

  it('as a refusal with its own code where the application did not look', async () => {
    const { office, plan, day, group, sql } = scene;
    const [{ id: half }] = await sql('select id from groups where parent_id = $1 order by id', [group]);
    await join(await write(10, '09:00', '10:00'), half);
    const refused = await office.post('/class_session/', {
      course_module_id: plan,
      date: day(10),
      starts_at: '09:30',
      ends_at: '10:30',
      kind: 'LECTURE',
      group_ids: [group],
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'GROUP_TAKEN', data: { name: 'IQ-1/1', lesson: expect.stringContaining('MAT1') } },
    });
    expect(refused.body.message).toContain('IQ-1/1');
  });
});
