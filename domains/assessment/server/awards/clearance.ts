import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { contentOf } from '#domains/credentials/server/index.ts';
import { type GraduationFault, graduationFaults, students, studentsInReach } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField, refusalText } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { dayIn, todayOf, zoneOf } from '#platform/server/clock.ts';
import { letterheadOf, longDate, sendPaper } from '#platform/server/documents/index.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import { asStored, localTitle, resource } from '#platform/server/records/resource.ts';
import { clearanceCalls } from '../../contract/clearance.ts';
import type { clearanceSheet, clearanceWord } from '../../shapes-clearance.ts';
import { studentRefs } from '../amendments/records.ts';
import { studentOf } from '../transcripts/whose.ts';
import { clearanceOffices, clearanceWords } from './tables.ts';

/** The clearance sheet: what the system knows is counted, what a person must say is signed; a refusal has a reason. */

type Sheet = z.infer<typeof clearanceSheet>;

export const clearanceOffice = resource(clearanceCalls.office, {
  table: clearanceOffices,
  search: [sql`(${clearanceOffices.title}::text)`],
  sorts: { position: sql`${clearanceOffices.position}`, id: sql`${clearanceOffices.id}` },
  defaultSort: 'position',
  optionTitle: (locale) => localTitle(clearanceOffices.title, locale),
  prepare: (_call, input, _current, next) => {
    if (((next.fault ?? null) === null) === ((next.role ?? null) === null)) throw failField('role', 'OFFICE_NEEDS_ONE');
    return input;
  },
  present: asStored,
});

interface Word extends Record<string, unknown> {
  student_id: number;
  office_id: number;
  title: string;
  role: string;
  clear: boolean | null;
  note: string | null;
}
/** The newest word of each office that signs, about each of these students. */
export const wordsOf = async (call: Pick<Call, 'db' | 'locale'>, ids: number[]) =>
  (
    await call.db.execute<Word & { by: string | null; at: string | null }>(sql`
      select p.id as student_id, o.id as office_id, ${localTitle(sql`o.title`, call.locale)} as title, o.role, w.clear, w.note, w.created_at as at,
             (select concat_ws(' ', a.lastname, a.firstname) from accounts a where a.id = w.account_id) as by
        from unnest(${sql.param(ids)}::int[]) p(id) cross join ${clearanceOffices} o
        left join lateral (select clear, note, account_id, created_at from ${clearanceWords} x
                            where x.student_id = p.id and x.office_id = o.id order by x.id desc limit 1) w on true
       where o.deleted_at is null and o.role is not null order by p.id, o.position, o.id`)
  ).rows;

/** Each office that signs has said that nothing is open. Codes: CLEARANCE_MISSING, CLEARANCE_REFUSED. */
export async function clearanceGiven(call: Call, ids: number[]): Promise<GraduationFault[]> {
  const open = (await wordsOf(call, ids)).filter((word) => word.clear !== true);
  const faults = Map.groupBy(open, (word) => `${word.student_id} ${word.clear === null}`);
  return [...faults.values()].map((those) => ({
    id: those[0]!.student_id,
    code: those[0]!.clear === null ? 'CLEARANCE_MISSING' : 'CLEARANCE_REFUSED',
    data: {
      count: those.length,
      offices: those.map(({ title, note }) => (note ? `${title} (${note})` : title)).join(', '),
    },
  }));
}

/** Whom the caller may ask about: one's own, those in reach of transcripts, and everybody for who signs. */
async function ofWhom(call: Call, student_id: number | undefined): Promise<number> {
  if (may(call, 'transcript.read')) return studentOf(call, 'transcript.read', student_id);
  const [row] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, student_id ?? 0), isNull(students.deleted_at), studentsInReach(call, 'clearance.sign')));
  if (!row) throw fail('NOT_FOUND');
  return row.id;
}

export async function sheetOf(call: Call, input: { student_id?: number | undefined }): Promise<Sheet> {
  const id = await ofWhom(call, input.student_id);
  planOnce(call.client);
  const [people, offices, words, faults, roles] = await Promise.all([
    studentRefs(call, [id]),
    call.db
      .select({
        id: clearanceOffices.id,
        title: sql<string>`${localTitle(clearanceOffices.title, call.locale)}`,
        fault: clearanceOffices.fault,
        role: clearanceOffices.role,
      })
      .from(clearanceOffices)
      .where(isNull(clearanceOffices.deleted_at))
      .orderBy(clearanceOffices.position, clearanceOffices.id),
    wordsOf(call, [id]),
    graduationFaults(call, [id]),
    rolesOf(call),
  ]);
  const said = new Map(words.map((word) => [word.office_id, word]));
  const shown = offices.map(({ id: office, title, fault, role }): Sheet['offices'][number] => {
    if (fault) {
      const found = faults.find(({ code }) => code === fault);
      const note = found ? refusalText(call.locale, found.code, found.data) : null;
      return {
        id: office,
        title,
        computed: true,
        state: found ? 'REFUSED' : 'CLEAR',
        note,
        by: null,
        at: null,
        can_sign: false,
      };
    }
    const word = said.get(office);
    const state = word?.clear === true ? 'CLEAR' : word?.clear === false ? 'REFUSED' : 'WAITING';
    const at = word?.at ? new Date(word.at).toISOString() : null;
    const can_sign = may(call, 'clearance.sign') && role !== null && roles.has(role);
    return { id: office, title, computed: false, state, note: word?.note ?? null, by: word?.by ?? null, at, can_sign };
  });
  return { student: people.get(id)!, clear: shown.every(({ state }) => state === 'CLEAR'), offices: shown };
}

async function rolesOf(call: Call): Promise<Set<string>> {
  const { rows } = await call.client.query<{ name: string }>(
    'select r.name from account_roles x join roles r on r.id = x.role_id where x.account_id = $1 and x.institution_id = $2',
    [call.account_id, call.institution_id],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Errors: NOT_FOUND, OFFICE_COMPUTED, OFFICE_OF_OTHERS, REASON_REQUIRED. */
export async function recordClearance(call: Call, input: z.infer<typeof clearanceWord>): Promise<Sheet> {
  const sheet = await sheetOf(call, { student_id: input.student_id });
  const office = sheet.offices.find(({ id }) => id === input.office_id);
  if (!office) throw fail('NOT_FOUND');
  if (office.computed) throw fail('OFFICE_COMPUTED');
  if (!office.can_sign) throw fail('OFFICE_OF_OTHERS');
  if (!input.clear && !input.note) throw failField('note', 'REASON_REQUIRED');
  await call.db.insert(clearanceWords).values({
    student_id: input.student_id,
    office_id: input.office_id,
    clear: input.clear,
    note: input.note ?? null,
    account_id: call.account_id,
  });
  return sheetOf(call, { student_id: input.student_id });
}

/** The sheet as paper; it is a view of the day, no document that is kept. */
export async function sheetPaper(call: Call, input: { student_id?: number | undefined }): Promise<{ ok: true }> {
  const sheet = await sheetOf(call, input);
  const language = call.locale;
  const zone = await zoneOf(call);
  const t = (key: string) => message(language, `clearance.${key}`);
  return sendPaper(call, `clearance-${sheet.student.student_no}.pdf`, {
    locale: language,
    letterhead: await letterheadOf(call, language),
    title: t('title'),
    subtitle: sheet.student.name,
    number: sheet.student.student_no,
    date: longDate(await todayOf(call), language),
    made: clock.date(),
    content: contentOf({
      sections: [
        {
          kind: 'table',
          columns: [{ title: t('office') }, { title: t('word'), width: 90 }, { title: t('note') }, { title: t('by') }],
          rows: sheet.offices.map((one) => [
            one.title,
            t(`state_${one.state}`),
            one.note ?? '',
            [one.by, one.at && longDate(dayIn(zone, new Date(one.at)), language)].filter(Boolean).join(', '),
          ]),
        },
      ],
    }),
  });
}
