import { and, eq, sql } from 'drizzle-orm';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { ExamGround } from '../../../../timetabling/exam-plan.ts';
import { contract } from '../../contract.ts';
import { modulesByIds } from '../store.ts';
import { seatsBefore, tellMoved } from './notices.ts';
import { lockDraftPeriod, lockPeriod, usualExamMinutes, visiblePeriods } from './periods.ts';
import { type ExamRow, type ExamScene, endOf, examScene, type Period } from './plan.ts';
import { seat } from './seating.ts';
import { examHallSeats, examHalls, examPeriods, exams, needsPlace } from './tables.ts';

/** Exams of a period: looked at, taken in and out, and moved by hand. */

const module = sql`(select m.code || ' ' || m.title::text from ${courseModules} c join ${modules} m on m.id = c.module_id where c.id = ${exams.course_module_id})`;

export const examRecords = resource(contract.exam, {
  table: exams,
  search: [module],
  sorts: {
    date: [sql`coalesce(${exams.date}, 'infinity'::date)`, sql`${exams.sitting}`],
    students: sql`cardinality(${exams.student_ids})`,
    id: sql`${exams.id}`,
  },
  defaultSort: 'date',
  optionTitle: () => module,
  visible: (call) =>
    sql`exists (select 1 from ${examPeriods} where ${and(eq(examPeriods.id, exams.period_id), visiblePeriods(call))})`,
  filters: (input) => [
    input.period_id
      ? eq(exams.period_id, input.period_id)
      : input.deleted
        ? undefined
        : sql`${exams.period_id} = (select p.id from ${examPeriods} p where p.state = 'PUBLISHED' and p.deleted_at is null order by p.starts_on desc, p.id desc limit 1)`,
    input.date ? eq(exams.date, input.date) : undefined,
    input.course_module_id ? eq(exams.course_module_id, input.course_module_id) : undefined,
    input.placed === undefined
      ? undefined
      : input.placed
        ? sql`${exams.date} is not null`
        : sql`exists (select 1 from ${exams} e where e.id = ${exams.id} and ${needsPlace})`,
  ],
  present: presentExams,
  prepare: async (call, input, current, next) => {
    const period = await lockDraftPeriod(call, current?.period_id ?? next.period_id);
    await demandReferences(call, { course_module_id: [courseModules, input.course_module_id] });
    // Another length may not fit where it is; where it does, everybody keeps their seat.
    if (
      current &&
      input.minutes &&
      input.minutes !== current.minutes &&
      !(await staysPossible(call, current, input.minutes))
    ) {
      await takeOut(call, current);
      return { ...input, date: null, sitting: null };
    }
    return current ? input : { ...input, minutes: input.minutes ?? usualExamMinutes(period) };
  },
  beforeDelete: async (call, row) => {
    await lockDraftPeriod(call, row.period_id);
    await takeOut(call, row);
  },
  beforeRestore: async (call, row) => {
    await lockDraftPeriod(call, row.period_id);
    return { date: null, sitting: null };
  },
});

/** Whether an exam of so many minutes, more time included, can stay where it is; if so, more time is worked out anew. */
async function staysPossible(call: Call, row: ExamRow, minutes: number): Promise<boolean> {
  if (row.date === null || row.sitting === null) return true;
  const period = await periodRow(call, row.period_id);
  const scene = await examScene(call, period);
  const at = scene.rows.findIndex(({ id }) => id === row.id);
  const { starts_at, ends_at } = period.sittings[row.sitting - 1]!;
  const next = period.sittings[row.sitting]?.starts_at ?? '24:00';
  const longest = Math.max(0, ...row.student_ids.map((student) => scene.extraOf(student, minutes)));
  if (at === -1 || addMinutes(starts_at, minutes) > ends_at || addMinutes(starts_at, minutes + longest) > next)
    return false;
  for (const student of row.student_ids) {
    const extra = scene.extraOf(student, minutes);
    if (extra > 0)
      await call.db
        .update(examHallSeats)
        .set({ extra_minutes: extra })
        .where(and(eq(examHallSeats.exam_id, row.id), eq(examHallSeats.student_id, student)));
  }
  return true;
}

const addMinutes = (clock: string, minutes: number): string => {
  const sum = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5)) + minutes;
  return `${String(Math.floor(sum / 60)).padStart(2, '0')}:${String(sum % 60).padStart(2, '0')}`;
};

/** Empties its seats; the others in its rooms stay where they are. */
async function takeOut(call: Call, row: ExamRow): Promise<void> {
  await call.db.delete(examHallSeats).where(eq(examHallSeats.exam_id, row.id));
  await call.db.execute(
    sql`delete from ${examHalls} h where h.period_id = ${row.period_id} and not exists (select 1 from ${examHallSeats} s where s.hall_id = h.id)`,
  );
}

async function presentExams(call: Call, rows: readonly ExamRow[]) {
  const ids = rows.map(({ id }) => id);
  const names = await modulesByIds(
    call,
    rows.map((row) => row.course_module_id),
  );
  const periods = new Map(
    (
      await call.db
        .select()
        .from(examPeriods)
        .where(sql`${examPeriods.id} = any(${sql.param([...new Set(rows.map((row) => row.period_id))])}::int[])`)
    ).map((row) => [row.id, row]),
  );
  const { rows: halls } = await call.db.execute<{
    exam_id: number;
    hall_id: number;
    title: string;
    students: number;
  }>(sql`
    select s.exam_id, h.id as hall_id, p.name as title, count(*)::int as students from ${examHallSeats} s join ${examHalls} h on h.id = s.hall_id
      join ${educationPlaces} p on p.id = h.room_id where s.exam_id = any(${sql.param(ids)}::int[]) group by 1, 2, 3 order by 1, 4 desc, 3`);
  const rooms = Map.groupBy(halls, (row) => row.exam_id);
  return rows.map((row) => {
    const period = periods.get(row.period_id);
    const { student_ids, ...shown } = plain(row);
    const mine = may(call, 'exam_period.manage');
    const edit = mine && period?.state === 'DRAFT';
    return {
      ...shown,
      module: names.get(row.course_module_id) ?? { code: '', title: '', course: '' },
      students: student_ids.length,
      starts_at: row.sitting === null ? null : (period?.sittings[row.sitting - 1]?.starts_at ?? null),
      ends_at: row.sitting === null || !period ? null : endOf(period, row.sitting, row.minutes),
      rooms: (rooms.get(row.id) ?? []).map(({ exam_id, ...room }) => room),
      can: { edit, delete: edit, move: mine },
    };
  });
}

interface Asked {
  scene: ExamScene;
  ground: ExamGround;
  exam: number;
  slots: number[];
}

async function ask(call: Call, period: Period, id: number): Promise<Asked> {
  const scene = await examScene(call, period);
  const exam = scene.rows.findIndex((row) => row.id === id);
  if (exam === -1) throw fail('NOT_FOUND');
  return { scene, ground: new ExamGround(scene.plan), exam, slots: scene.rows.map((row) => scene.slotOf(row)) };
}

const priceAt = ({ ground, exam, slots }: Asked, slot: number): number =>
  slot < 0
    ? 0
    : ground.neighbours[exam]!.reduce(
        (sum, other) =>
          sum + (slots[other]! < 0 ? 0 : ground.commonOf(exam, other) * ground.priceOf(slot, slots[other]!)),
        0,
      );

/** Why an exam cannot be in a slot; nothing where it can. */
function obstacles(asked: Asked, slot: number) {
  const { scene, ground, exam, slots } = asked;
  const others = slots.flatMap((at, other) => (at === slot && other !== exam ? [other] : []));
  const clashes = others.filter((other) => ground.commonOf(exam, other) > 0);
  const found: { rule: 'NOT_ALLOWED' | 'TWO_AT_ONCE' | 'NO_ROOM' | 'NO_INVIGILATOR'; exams: number[] }[] = [];
  if (!scene.plan.exams[exam]!.slots.includes(slot)) found.push({ rule: 'NOT_ALLOWED', exams: [] });
  if (clashes.length > 0) found.push({ rule: 'TWO_AT_ONCE', exams: clashes });
  else if (!ground.roomsFor(slot, [...others, exam])) {
    const alone = new ExamGround({ ...scene.plan, invigilators: [] });
    found.push({ rule: alone.roomsFor(slot, [...others, exam]) ? 'NO_INVIGILATOR' : 'NO_ROOM', exams: [] });
  }
  return found;
}

/** The reasons in words; who would sit two exams at once is named, three at most. */
async function inWords(call: Call, { scene, exam }: Asked, found: ReturnType<typeof obstacles>) {
  const mine = new Set(scene.rows[exam]!.student_ids);
  const names = await modulesByIds(
    call,
    found.flatMap(({ exams: some }) => some.map((one) => scene.rows[one]!.course_module_id)),
  );
  return Promise.all(
    found.map(async ({ rule, exams: some }) => {
      if (rule !== 'TWO_AT_ONCE') return { rule, text: message(call.locale, `exam.why.${rule}`) };
      const shared = [...new Set(some.flatMap((one) => scene.rows[one]!.student_ids.filter((id) => mine.has(id))))];
      const { rows } = await call.db.execute<{ name: string }>(
        sql`select full_name as name from ${students} where id = any(${sql.param(shared.slice(0, 3))}::int[]) order by full_name`,
      );
      return {
        rule,
        text: message(call.locale, 'exam.why.TWO_AT_ONCE', {
          exam: some.map((one) => names.get(scene.rows[one]!.course_module_id)?.title ?? '').join(', '),
          count: shared.length,
          names: rows.map(({ name }) => name).join(', '),
        }),
      };
    }),
  );
}

/** Every sitting of the period with what an exam there would cost, or why it cannot be. */
export async function placesForExam(call: Call, id: number) {
  const row = await examById(call, id);
  const asked = await ask(call, await periodRow(call, row.period_id), id);
  const { scene, ground, exam, slots } = asked;
  const now = priceAt(asked, slots[exam]!);
  const open = new Set(scene.plan.exams.flatMap((one) => one.slots));
  const places = [];
  for (let slot = 0; slot < ground.slots; slot++) {
    // Days on which nothing is are no choice that somebody misses.
    if (!open.has(slot) && slot !== slots[exam]) continue;
    const day = Math.floor(slot / scene.plan.sittings);
    const twice = ground.neighbours[exam]!.reduce(
      (sum, other) =>
        sum +
        (slots[other]! >= 0 && Math.floor(slots[other]! / scene.plan.sittings) === day
          ? ground.commonOf(exam, other)
          : 0),
      0,
    );
    places.push({
      ...scene.placeOf(slot),
      price: priceAt(asked, slot) - now,
      twice,
      reasons: slot === slots[exam] ? [] : await inWords(call, asked, obstacles(asked, slot)),
    });
  }
  return places;
}

/** Puts an exam into a sitting and seats both anew; whoever has another place, time or seat is told where it is published. */
export async function moveExam(call: Call, input: { id: number; version: number; date: string; sitting: number }) {
  const row = await examById(call, input.id);
  const period = await lockPeriod(call, row.period_id);
  if (row.version !== input.version) throw fail('STALE');
  const asked = await ask(call, period, input.id);
  const { scene, exam, slots } = asked;
  const to = scene.slotOf({ date: input.date, sitting: input.sitting });
  const from = slots[exam]!;
  if (to === -1) throw fail('EXAM_CLASH', { reasons: [], why: message(call.locale, 'exam.why.NOT_ALLOWED') });
  if (to === from) return { told: 0 };
  await demandExamsNotBegun(call, period, from === -1 ? [] : [scene.placeOf(from).date]);
  const reasons = await inWords(call, asked, obstacles(asked, to));
  if (reasons.length > 0) throw fail('EXAM_CLASH', { reasons, why: reasons.map(({ text }) => text).join('; ') });
  const before = await seatsBefore(call, period);
  slots[exam] = to;
  await call.db.update(exams).set(scene.placeOf(to)).where(eq(exams.id, input.id));
  await seat(
    call,
    scene,
    slots,
    [from, to].filter((slot) => slot >= 0),
  );
  await countTwoADay(call, scene, slots);
  return { told: await tellMoved(call, period, before) };
}

/** Refuses where an exam of a published period is over or has begun on one of these days. */
export async function demandExamsNotBegun(call: Call, period: Period, dates: readonly string[]): Promise<void> {
  const today = await todayOf(call);
  if (period.state === 'PUBLISHED' && dates.some((date) => date <= today)) throw fail('EXAMS_BEGUN');
}

/** Keeps with the period how often somebody has two exams on one day. */
export async function countTwoADay(call: Call, scene: ExamScene, slots: readonly number[]): Promise<void> {
  const { sittings } = scene.plan;
  const days = new Set<string>();
  let twice = 0;
  for (const [exam, slot] of slots.entries()) {
    if (slot < 0) continue;
    for (const student of scene.rows[exam]!.student_ids) {
      const key = `${student} ${Math.floor(slot / sittings)}`;
      if (days.has(key)) twice++;
      days.add(key);
    }
  }
  await call.db.update(examPeriods).set({ twice }).where(eq(examPeriods.id, scene.period.id));
}

export async function examById(call: Call, id: number): Promise<ExamRow> {
  const [row] = await call.db.select().from(exams).where(sql`${exams.id} = ${id} and ${exams.deleted_at} is null`);
  if (!row) throw fail('NOT_FOUND');
  return row;
}

async function periodRow(call: Call, id: number): Promise<Period> {
  const [row] = await call.db.select().from(examPeriods).where(eq(examPeriods.id, id));
  return row!;
}
