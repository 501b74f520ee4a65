import { and, asc, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { academicYears, states } from '#domains/institutions/server/index.ts';
import { type Call, type InputOf, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { localZone } from '#platform/server/clock.ts';
import { facts, letterheadOf, paperDate, prose, qrSvg, sendPaper } from '#platform/server/documents/index.ts';
import { closeness, textHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { columnsSql, localTitle, type OptionsQuery, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../../contract.ts';
import { flavours } from '../../flavours.ts';
import type { chooseInput } from '../../shapes-exam.ts';
import { presentApplications, searchIn } from '../applications/applications.ts';
import { takeFollowingStep } from '../applications/steps.ts';
import { applicationReach } from '../reach.ts';
import type { ApplicationRow } from '../tables.ts';
import { applications, examPlaces, examSeats, examSessions, guests } from '../tables.ts';
import { newQrCode, qrText } from './qr.ts';

/** Places and sessions of entrance exams, and who sits where. */

type SessionRow = typeof examSessions.$inferSelect;
type SeatRow = typeof examSeats.$inferSelect;

const titlesOfPlace = (table: typeof examPlaces) =>
  (['uz', 'ru', 'en'] as const).map((locale) => sql`${table.title} ->> ${sql.raw(`'${locale}'`)}`);

export const examPlace = resource(contract.exam.place, {
  table: examPlaces,
  search: [...titlesOfPlace(examPlaces), sql`coalesce(${examPlaces.address}, '')`],
  sorts: {
    title: sql`(${examPlaces.title} ->> 'uz')`,
    created_at: sql`${examPlaces.created_at}`,
    id: sql`${examPlaces.id}`,
  },
  defaultSort: 'title',
  optionTitle: (locale) => localTitle(examPlaces.title, locale),
  present: async (call, rows) =>
    rows.map((row) => ({ ...plain(row), can: { edit: may(call, 'exam.manage'), delete: may(call, 'exam.manage') } })),
  prepare: async (call, input) => {
    await demandReferences(call, { region_id: [states, input.region_id] });
    return input;
  },
});

const takenSeats = sql`(select count(*)::int from ${examSeats} t where t.session_id = ${examSessions.id} and t.deleted_at is null)`;
/** Still ahead, by the institution's clock. */
export const isSessionAhead = sql`(${examSessions.day} + ${examSessions.starts_at}::time) > (edulab_now() at time zone ${localZone})`;

export const examSession = resource(contract.exam.session, {
  table: examSessions,
  search: [
    sql`${examSessions.day}::text`,
    sql`(select p.title::text from ${examPlaces} p where p.id = ${examSessions.place_id})`,
  ],
  sorts: { day: sql`${examSessions.day}`, id: sql`${examSessions.id}` },
  defaultSort: 'day',
  optionTitle: () => sql`${examSessions.day}::text || ' ' || ${examSessions.starts_at}`,
  // Applicants choose among sessions of the years for which they applied.
  visible: (call) =>
    may(call, 'exam.read')
      ? undefined
      : sql`(${examSessions.open} and ${isSessionAhead} and ${examSessions.academic_year_id} in (select a.academic_year_id from ${applications} a join ${guests} g on g.id = a.guest_id where g.account_id = ${call.account_id} and a.deleted_at is null))`,
  filters: (input) => [
    input.place_id ? eq(examSessions.place_id, input.place_id) : undefined,
    input.academic_year_id ? eq(examSessions.academic_year_id, input.academic_year_id) : undefined,
    input.from ? gte(examSessions.day, input.from) : undefined,
    input.until ? lte(examSessions.day, input.until) : undefined,
    input.language ? sql`coalesce(${examSessions.language}, ${input.language}) = ${input.language}` : undefined,
    input.free
      ? sql`(${examSessions.open} and ${isSessionAhead} and ${takenSeats} < ${examSessions.capacity})`
      : undefined,
  ],
  present: async (call, rows) => {
    const { rows: counts } = await call.db.execute<{ id: number; taken: number }>(
      sql`select ${examSessions.id} as id, ${takenSeats} as taken from ${examSessions} where ${inArray(
        examSessions.id,
        rows.map((row) => row.id),
      )}`,
    );
    const places = new Map(
      (
        await call.db
          .select()
          .from(examPlaces)
          .where(
            inArray(
              examPlaces.id,
              rows.map((row) => row.place_id),
            ),
          )
      ).map((row) => [row.id, row]),
    );
    return rows.map((row) => {
      const at = places.get(row.place_id);
      const held = counts.find((one) => one.id === row.id)?.taken ?? 0;
      return {
        ...plain(row),
        place: at ? { id: at.id, title: at.title[call.locale] || at.title.uz } : null,
        address: at?.address ?? null,
        taken: held,
        ...placesOf(row, held),
        can: { edit: may(call, 'exam.manage'), delete: may(call, 'exam.manage') },
      };
    });
  },
  prepare: async (call, input, current, next) => {
    await demandReferences(call, {
      place_id: [examPlaces, input.place_id],
      academic_year_id: [academicYears, input.academic_year_id],
    });
    if (next.starts_at >= next.ends_at) throw failField('ends_at', 'DATES_REVERSED');
    const [at] = await call.db
      .select({ capacity: examPlaces.capacity })
      .from(examPlaces)
      .where(eq(examPlaces.id, next.place_id));
    if (at && next.capacity > at.capacity)
      throw failField('capacity', 'SESSION_BEYOND_PLACE', { capacity: at.capacity });
    if (current) {
      const held = await seatsTaken(call, current.id);
      if (next.capacity < held) throw failField('capacity', 'SESSION_BELOW_TAKEN', { taken: held });
    }
    return input;
  },
  beforeDelete: async (call, row) => {
    if (await seatsTaken(call, row.id)) throw fail('IN_USE', { uses: [], used: '' });
  },
});

const placesOf = ({ day, starts_at, capacity }: Pick<SessionRow, 'day' | 'starts_at' | 'capacity'>, held: number) => ({
  date: day,
  time: starts_at,
  current_capacity: held,
  max_capacity: capacity,
});

/** Sessions as selectors offer them: when they are, and how many seats are taken. */
export async function sessionOptions(call: Call, input: OptionsQuery) {
  const options = await examSession.all(call, input);
  const rows = await call.db
    .select({
      id: examSessions.id,
      day: examSessions.day,
      starts_at: examSessions.starts_at,
      capacity: examSessions.capacity,
      held: sql<number>`${takenSeats}`,
    })
    .from(examSessions)
    .where(
      inArray(
        examSessions.id,
        options.map((one) => one.id),
      ),
    );
  const of = new Map(rows.map((row) => [row.id, placesOf(row, row.held)]));
  return options.flatMap((one) => {
    const places = of.get(one.id);
    return places ? [{ ...one, ...places }] : [];
  });
}

async function seatsTaken(call: Call, id: number): Promise<number> {
  const [row] = await call.db
    .select({ count: sql<number>`count(*)::int` })
    .from(examSeats)
    .where(and(eq(examSeats.session_id, id), isNull(examSeats.deleted_at)));
  return row?.count ?? 0;
}

async function presentSeats(call: Call, rows: SeatRow[]) {
  if (!rows.length) return [];
  const of = new Map(
    (
      await presentApplications(
        call,
        await call.db
          .select()
          .from(applications)
          .where(
            inArray(
              applications.id,
              rows.map((row) => row.application_id),
            ),
          ),
      )
    ).map((row) => [row.id, row]),
  );
  const sessions = new Map(
    (
      await call.db
        .select()
        .from(examSessions)
        .where(
          inArray(
            examSessions.id,
            rows.map((row) => row.session_id),
          ),
        )
    ).map((row) => [row.id, row]),
  );
  const places = await titlesOf(
    call,
    examPlaces,
    [...sessions.values()].map((row) => row.place_id),
  );
  return rows.map((row) => {
    const { number, status, language, score, applicant } = of.get(row.application_id)!;
    const { passport_id, ...person } = applicant;
    const { day, starts_at, ends_at, place_id } = sessions.get(row.session_id)!;
    return {
      ...(plain(row) as SeatRow),
      application: { number, status, language, score },
      applicant: person,
      session: { day, starts_at, ends_at, place: places.get(place_id) ?? null },
    };
  });
}

const filterNames = { session_id: examSeats.session_id, state: examSeats.state } as const;
export function listSeats(call: Call, input: InputOf<typeof contract.exam.seat.list>) {
  return list(call, input, {
    from: sql`${examSeats} join ${examSessions} on ${examSessions.id} = ${examSeats.session_id} join ${applications} on ${applications.id} = ${examSeats.application_id}`,
    key: sql`${examSeats.id}`,
    table: 'exam_seats',
    asks: ['exam_sessions', 'applications'],
    where: [
      isNull(examSeats.deleted_at),
      ...(Object.keys(filterNames) as (keyof typeof filterNames)[]).map((name) =>
        input[name] === undefined ? undefined : sql`${filterNames[name]} = ${input[name]}`,
      ),
      input.place_id ? sql`${examSessions.place_id} = ${input.place_id}` : undefined,
      input.day ? sql`${examSessions.day} = ${input.day}` : undefined,
      input.search?.trim()
        ? or(searchIn(applications.search, input.search), textHolds([sql`${applications.number}`], input.search))
        : undefined,
    ],
    sorts: { created_at: sql`${examSeats.created_at}`, seat_no: sql`${examSeats.seat_no}`, id: sql`${examSeats.id}` },
    defaultSort: 'created_at,desc',
    closeness: closeness(sql`${applications.search}`, input.search),
    columns: columnsSql(examSeats),
    load: (_ids, rows) => presentSeats(call, rows),
  });
}

/** An academic application that the caller sees, locked; with a right to one's own alone, one's own. */
export async function lockAcademic(call: Call, id: number): Promise<ApplicationRow> {
  const [row] = await call.db
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.id, id),
        inArray(applications.flavour, ['plain', 'general']),
        isNull(applications.deleted_at),
        applicationReach(call, flavours.plain),
      ),
    )
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/**
 * Takes a seat; whoever has one elsewhere gives it up. The session is locked while its seats are counted, so the last one
 * is sold once. Errors: SESSION_FULL, SESSION_NOT_OPEN, STEP_NOT_READY.
 */
export async function chooseSession(call: Call, input: z.infer<typeof chooseInput>) {
  const row = await lockAcademic(call, input.application_id);
  const [wanted] = await call.db
    .select()
    .from(examSessions)
    .where(and(eq(examSessions.id, input.session_id), isNull(examSessions.deleted_at)))
    .for('update');
  if (!wanted) throw fail('NOT_FOUND');
  const [held] = await call.db
    .select()
    .from(examSeats)
    .where(and(eq(examSeats.application_id, row.id), isNull(examSeats.deleted_at)));
  // Pressed twice: the same seat.
  if (held?.session_id === wanted.id) return (await presentSeats(call, [held]))[0]!;
  if (row.status !== 'VERIFIED' && row.status !== 'EXAM_ASSIGNED') throw fail('STEP_NOT_READY', { because: 'seat' });
  const { rows: open } = await call.db.execute(
    sql`select 1 from ${examSessions} where id = ${wanted.id} and open and ${isSessionAhead}`,
  );
  if (
    !open.length ||
    wanted.academic_year_id !== row.academic_year_id ||
    (wanted.language && row.language && wanted.language !== row.language)
  )
    throw fail('SESSION_NOT_OPEN');
  const others = await call.db
    .select({ seat_no: examSeats.seat_no })
    .from(examSeats)
    .where(and(eq(examSeats.session_id, wanted.id), isNull(examSeats.deleted_at)))
    .orderBy(asc(examSeats.seat_no));
  if (others.length >= wanted.capacity) throw fail('SESSION_FULL', { taken: others.length, capacity: wanted.capacity });
  if (held) await giveUpSeat(call, row.id);
  const used = new Set(others.map((one) => one.seat_no));
  let seat_no = 1;
  while (used.has(seat_no)) seat_no++;
  const [seat] = await call.db
    .insert(examSeats)
    .values({ session_id: wanted.id, application_id: row.id, seat_no })
    .returning();
  const fresh = { qr_code: newQrCode(), qr_scanned_at: null };
  if (row.status === 'VERIFIED') await takeFollowingStep(call, row, 'EXAM_ASSIGNED', undefined, fresh);
  else await call.db.update(applications).set(fresh).where(eq(applications.id, row.id));
  return (await presentSeats(call, [seat!]))[0]!;
}

const giveUpSeat = (call: Call, application: number) =>
  call.db
    .update(examSeats)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(examSeats.application_id, application), isNull(examSeats.deleted_at)));

/** Another date: the seat is given up, what was decided of this exam is forgotten, and the old card opens nothing any more. */
export async function resetExam(call: Call, row: ApplicationRow, reason: string): Promise<ApplicationRow> {
  if (!['EXAM_ASSIGNED', 'EXAM_TAKEN', 'ABSENT'].includes(row.status))
    throw fail('STEP_NOT_READY', { because: 'seat' });
  await giveUpSeat(call, row.id);
  await call.db.execute(
    sql`update application_scores set deleted_at = edulab_now() where application_id = ${row.id} and source = 'EXAM' and deleted_at is null`,
  );
  return takeFollowingStep(call, row, 'VERIFIED', reason, {
    qr_code: newQrCode(),
    qr_scanned_at: null,
    decision: null,
    decision_rank: null,
    decision_tuition: null,
    decision_tie: null,
    decided_by: null,
  });
}

/** After the hour of a session: whoever did not come is absent. Answers how many. */
export async function markAbsent(call: Call, input: { session_id: number }) {
  const { rows } = await call.db.execute<{ over: boolean }>(
    sql`select (day + ends_at::time) <= (edulab_now() at time zone ${localZone}) as over from ${examSessions} where id = ${input.session_id} and deleted_at is null for update`,
  );
  if (!rows[0]) throw fail('NOT_FOUND');
  if (!rows[0].over) throw fail('STEP_NOT_READY', { because: 'day' });
  const gone = await call.db
    .update(examSeats)
    .set({ state: 'ABSENT' })
    .where(
      and(eq(examSeats.session_id, input.session_id), eq(examSeats.state, 'ASSIGNED'), isNull(examSeats.deleted_at)),
    )
    .returning({ application_id: examSeats.application_id });
  for (const { application_id } of gone) {
    const row = await lockAcademic(call, application_id);
    if (row.status === 'EXAM_ASSIGNED') await takeFollowingStep(call, row, 'ABSENT');
  }
  return { changed: gone.length };
}

/** The card: who, when, where, which seat, and the code for the entrance. */
export async function examCard(call: Call, input: { id: number }) {
  const [row] = await call.db
    .select()
    .from(applications)
    .where(and(eq(applications.id, input.id), isNull(applications.deleted_at), applicationReach(call, flavours.plain)));
  const [held] = row
    ? await call.db
        .select()
        .from(examSeats)
        .where(and(eq(examSeats.application_id, row.id), isNull(examSeats.deleted_at)))
    : [];
  if (!row?.qr_code || !held) throw fail('NOT_FOUND');
  const [shown] = await presentSeats(call, [held]);
  const [application] = await presentApplications(call, [row]);
  const text = (key: string) => message(call.locale, `exam_card.${key}`);
  return sendPaper(call, `${row.number}.pdf`, {
    locale: call.locale,
    letterhead: await letterheadOf(call, call.locale),
    title: text('title'),
    number: row.number,
    content: [
      facts([
        [text('name'), row.applicant_name],
        [text('passport'), scopeOf(call, 'exam.read') ? null : application!.applicant.passport_id],
        [text('course'), application!.course?.title],
        [text('day'), paperDate(shown!.session.day)],
        [text('time'), `${shown!.session.starts_at}–${shown!.session.ends_at}`],
        [text('place'), shown!.session.place?.title],
        [text('seat'), String(held.seat_no)],
      ]),
      { svg: qrSvg(qrText(call, row.qr_code)), width: 150, alignment: 'center', margin: [0, 18, 0, 6] },
      { text: row.qr_code, alignment: 'center', bold: true, margin: [0, 0, 0, 12] },
      prose(text('note')),
    ],
  });
}
