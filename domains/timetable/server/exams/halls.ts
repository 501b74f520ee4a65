import { and, eq, type SQL, sql } from 'drizzle-orm';
import { courseModules, modules, taughtCourseModules } from '#domains/curriculum/server/index.ts';
import { groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { seatStands } from './deadlines.ts';
import { demandExamsNotBegun } from './exams.ts';
import { seatsBefore, tellMoved } from './notices.ts';
import { lockPeriod, periodById } from './periods.ts';
import { endOf, examScene, type Period } from './plan.ts';
import { examHallSeats, examHalls } from './tables.ts';

/** Rooms of a sitting: which papers, who sees to it, who sits where. */

type Hall = typeof examHalls.$inferSelect;

const seenTo = (call: Call): SQL =>
  sql`exists (select 1 from ${staff} t where t.account_id = ${call.account_id} and t.deleted_at is null and t.id = any(${examHalls.staff_ids}))`;

/** Rooms that the caller sees: all, or those that they see to and those in which an exam of their modules is sat. */
const hallsInReach = (call: Call): SQL | undefined =>
  scopeOf(call, 'exam_period.read') === 'institution'
    ? undefined
    : sql`(${seenTo(call)} or exists (select 1 from ${examHallSeats} s join exams e on e.id = s.exam_id
         where s.hall_id = ${examHalls.id} and e.course_module_id in ${taughtCourseModules(call)}))`;

/** Who has more time, and with it why, is told to those who decide it, make the plan, or see to the room. */
async function seesArrangements(call: Call, hall: number): Promise<boolean> {
  if (may(call, 'exam_arrangement.read') || may(call, 'exam_period.manage')) return true;
  const [row] = await call.db
    .select({ id: examHalls.id })
    .from(examHalls)
    .where(and(eq(examHalls.id, hall), seenTo(call)));
  return row !== undefined;
}

export async function hallsOf(call: Call, input: { period_id?: number | undefined; date?: string | undefined }) {
  const period = await periodById(call, input.period_id);
  if (!period) return [];
  const rows = await call.db
    .select()
    .from(examHalls)
    .where(
      and(
        eq(examHalls.period_id, period.id),
        input.date ? eq(examHalls.date, input.date) : undefined,
        hallsInReach(call),
      ),
    )
    .orderBy(sql`${examHalls.date}, ${examHalls.sitting}, ${examHalls.id}`);
  return presentHalls(call, period, rows);
}

async function presentHalls(call: Call, period: Period, rows: readonly Hall[]) {
  const { rows: papers } = await call.db.execute<{
    hall_id: number;
    id: number;
    code: string;
    title: string;
    students: number;
    minutes: number;
  }>(sql`
    select s.hall_id, e.id, m.code, ${localTitle(sql`m.title`, call.locale)} as title, count(*)::int as students, max(e.minutes + s.extra_minutes)::int as minutes
      from ${examHallSeats} s join exams e on e.id = s.exam_id join ${courseModules} c on c.id = e.course_module_id join ${modules} m on m.id = c.module_id
     where s.hall_id = any(${sql.param(rows.map(({ id }) => id))}::int[]) and ${seatStands(sql`s`)} group by s.hall_id, e.id, m.code, m.title order by s.hall_id, m.code, e.id`);
  const byHall = Map.groupBy(papers, (row) => row.hall_id);
  const rooms = await titlesOf(
    call,
    educationPlaces,
    rows.map((row) => row.room_id),
  );
  const people = await titlesOf(
    call,
    staff,
    rows.flatMap((row) => row.staff_ids),
    sql`concat_ws(' ', ${staff.lastname}, ${staff.firstname})`,
  );
  return rows.map((row) => {
    const here = byHall.get(row.id) ?? [];
    return {
      id: row.id,
      version: row.version,
      date: row.date,
      sitting: row.sitting,
      starts_at: period.sittings[row.sitting - 1]?.starts_at ?? '',
      ends_at: endOf(period, row.sitting, Math.max(0, ...here.map(({ minutes }) => minutes))),
      room: rooms.get(row.room_id) ?? { id: row.room_id, title: '' },
      apart: row.apart,
      students: here.reduce((sum, one) => sum + one.students, 0),
      exams: here.map(({ id, code, title, students: count }) => ({ id, code, title, students: count })),
      invigilators: row.staff_ids.flatMap((id) => people.get(id) ?? []),
    };
  });
}

/** One room with every seat. */
export async function hallById(call: Call, id: number) {
  const [row] = await call.db
    .select()
    .from(examHalls)
    .where(and(eq(examHalls.id, id), hallsInReach(call)));
  if (!row) throw fail('NOT_FOUND');
  const period = (await periodById(call, row.period_id))!;
  const arrangements = await seesArrangements(call, id);
  const [shown] = await presentHalls(call, period, [row]);
  const { rows } = await call.db.execute<{
    seat_row: number;
    seat_column: number;
    exam_id: number;
    extra_minutes: number;
    id: number;
    name: string;
    number: string | null;
    group: string | null;
  }>(sql`
    select x.seat_row, x.seat_column, x.exam_id, x.extra_minutes, s.id, s.full_name as name, s.student_no as number, 
           (select g.name from ${groupMembers} m join ${groups} g on g.id = m.group_id and g.kind = 'MAIN' where m.student_id = s.id and ${onDay(sql`${row.date}::date`)} limit 1) as group
      from ${examHallSeats} x join ${students} s on s.id = x.student_id where x.hall_id = ${id} and ${seatStands(sql`x`)} order by x.seat_row, x.seat_column`);
  return {
    ...shown!,
    period: { id: period.id, title: period.title },
    rows: row.seat_rows,
    columns: row.seat_columns,
    seats: rows.map(({ seat_row, seat_column, exam_id, extra_minutes, ...student }) => ({
      row: seat_row,
      column: seat_column,
      exam_id,
      extra_minutes: arrangements ? extra_minutes : null,
      student,
    })),
    can: { edit: may(call, 'exam_period.manage') },
  };
}

/** Teachers who are free then and teach none of its modules, those who see to the room already included, with how many rooms each has in the period. */
export async function freeFor(call: Call, id: number) {
  const [row] = await call.db.select().from(examHalls).where(eq(examHalls.id, id));
  if (!row) throw fail('NOT_FOUND');
  const period = (await periodById(call, row.period_id))!;
  const scene = await examScene(call, period);
  const slot = scene.slotOf(row);
  const halls = await call.db.select().from(examHalls).where(eq(examHalls.period_id, period.id));
  const duties = new Map<number, number>();
  for (const one of halls.flatMap(({ staff_ids }) => staff_ids)) duties.set(one, (duties.get(one) ?? 0) + 1);
  const busy = new Set(
    halls.flatMap((hall) =>
      hall.id !== id && hall.date === row.date && hall.sitting === row.sitting ? hall.staff_ids : [],
    ),
  );
  const papers = await call.db
    .selectDistinct({ id: examHallSeats.exam_id })
    .from(examHallSeats)
    .where(eq(examHallSeats.hall_id, id));
  const teachers = new Set(
    papers.flatMap((paper) => scene.plan.exams[scene.rows.findIndex((exam) => exam.id === paper.id)]?.teachers ?? []),
  );
  const free = scene.people.filter(
    ({ id: one }, at) => !busy.has(one) && !teachers.has(at) && !scene.plan.invigilators[at]!.away.includes(slot),
  );
  const names = await titlesOf(
    call,
    staff,
    [...free.map((one) => one.id), ...row.staff_ids],
    sql`concat_ws(' ', ${staff.lastname}, ${staff.firstname})`,
  );
  return [...names.values()]
    .map((one) => ({ ...one, duties: duties.get(one.id) ?? 0 }))
    .sort((a, b) => a.duties - b.duties || a.title.localeCompare(b.title));
}

/** Others see to the room; who teaches, is away or is in another room then is refused. */
export async function saveHall(call: Call, input: { id: number; version: number; staff_ids: number[] }) {
  const [row] = await call.db.select().from(examHalls).where(eq(examHalls.id, input.id));
  if (!row) throw fail('NOT_FOUND');
  const period = await lockPeriod(call, row.period_id);
  if (row.version !== input.version) throw fail('STALE');
  await demandExamsNotBegun(call, period, [row.date]);
  await demandReferences(call, { staff_ids: [staff, input.staff_ids] });
  const scene = await examScene(call, period);
  const slot = scene.slotOf(row);
  const others = await call.db
    .select()
    .from(examHalls)
    .where(and(eq(examHalls.period_id, period.id), eq(examHalls.date, row.date), eq(examHalls.sitting, row.sitting)));
  for (const id of input.staff_ids) {
    const away = scene.plan.invigilators[scene.people.findIndex((one) => one.id === id)]?.away.includes(slot);
    const other = others.some((hall) => hall.id !== row.id && hall.staff_ids.includes(id));
    if (!away && !other) continue;
    const name = (await titlesOf(call, staff, [id], sql`concat_ws(' ', ${staff.lastname}, ${staff.firstname})`)).get(
      id,
    );
    throw fail('INVIGILATOR_BUSY', { name: name?.title ?? '' });
  }
  const before = await seatsBefore(call, period);
  await call.db
    .update(examHalls)
    .set({ staff_ids: [...new Set(input.staff_ids)] })
    .where(eq(examHalls.id, row.id));
  await tellMoved(call, period, before);
  return hallById(call, row.id);
}
