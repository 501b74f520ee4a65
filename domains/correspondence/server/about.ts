import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { guests } from '#domains/admissions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { Option } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { closeness, keyHolds } from '#platform/server/records/finding.ts';
import { idsIn } from '#platform/server/records/resource.ts';
import type { aboutQuery, LetterPerson, PersonKind } from '../shapes.ts';
import { type LetterRow, letterPeople } from './tables.ts';

/** Whom a letter is about: students, staff, applicants. */

interface Kind {
  /** The field of the card that names them. */
  field: 'student_ids' | 'staff_ids' | 'applicant_ids';
  column: 'student_id' | 'staff_id' | 'guest_id';
  table: typeof students | typeof staff | typeof guests;
  name: SQL<string>;
  number: SQL<string | null>;
  /** Whom the caller may put on a card: who keeps letters anybody, everybody else those whom they know anyway. */
  reach(call: Call): SQL | undefined;
}
const keeper = (call: Call) => may(call, 'correspondence.register');

const kinds: Record<PersonKind, Kind> = {
  STUDENT: {
    field: 'student_ids',
    column: 'student_id',
    table: students,
    name: sql`${students.full_name}`,
    number: sql`${students.student_no}`,
    reach: (call) => (keeper(call) ? undefined : studentsInReach(call, 'student.read')),
  },
  STAFF: {
    field: 'staff_ids',
    column: 'staff_id',
    table: staff,
    name: sql`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})`,
    number: sql`${staff.staff_no}`,
    reach: () => undefined,
  },
  APPLICANT: {
    field: 'applicant_ids',
    column: 'guest_id',
    table: guests,
    name: sql`${guests.full_name}`,
    number: sql`null`,
    reach: (call) => (keeper(call) ? undefined : sql`false`),
  },
};
const kindNames = ['STUDENT', 'STAFF', 'APPLICANT'] as const satisfies readonly PersonKind[];

type Named = Partial<Record<Kind['field'], number[] | undefined>>;

/** Who can be put on a card. */
export async function aboutOptions(call: Call, input: z.infer<typeof aboutQuery>): Promise<Option[]> {
  const { table, name, number, reach } = kinds[input.kind];
  const ids = idsIn(input.ids);
  const key = sql`${table.search}`;
  return call.db
    .select({ id: table.id, title: sql<string>`concat_ws(' · ', ${name}, ${number})` })
    .from(table)
    .where(
      and(
        isNull(table.deleted_at),
        reach(call),
        ids ? (ids.length ? inArray(table.id, ids) : sql`false`) : keyHolds(key, input.search),
      ),
    )
    .orderBy(closeness(key, input.search) ?? sql`2`, sql`2`, table.id)
    .limit(50);
}

/** Errors: ABOUT_TWICE, UNKNOWN_REFERENCE for whom the caller does not reach, unless they stand on the card already. */
export async function demandAbout(call: Call, input: Named, letter_id: number | undefined): Promise<void> {
  for (const one of kindNames) {
    const { field, column, table, reach } = kinds[one];
    const ids = input[field];
    if (!ids?.length) continue;
    if (new Set(ids).size < ids.length) throw failField(field, 'ABOUT_TWICE');
    const standing =
      letter_id === undefined
        ? []
        : await call.db
            .select({ id: letterPeople[column] })
            .from(letterPeople)
            .where(and(eq(letterPeople.letter_id, letter_id), isNull(letterPeople.deleted_at)));
    const fresh = ids.filter((id) => !standing.some((other) => other.id === id));
    if (fresh.length === 0) continue;
    const found = await call.db
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.id, fresh), isNull(table.deleted_at), reach(call)));
    if (found.length < fresh.length) throw failField(field, 'UNKNOWN_REFERENCE');
  }
}

/** Writes whom the letter is about; kinds that were left out stay. */
export async function writeAbout(call: Call, letter_id: number, input: Named): Promise<void> {
  for (const one of kindNames) {
    const { field, column } = kinds[one];
    const ids = input[field];
    if (!ids) continue;
    const of = letterPeople[column];
    const rows = await call.db
      .select({ id: letterPeople.id, person: of })
      .from(letterPeople)
      .where(and(eq(letterPeople.letter_id, letter_id), sql`${of} is not null`, isNull(letterPeople.deleted_at)));
    const gone = rows.filter(({ person }) => !ids.some((id) => id === person)).map(({ id }) => id);
    if (gone.length)
      await call.db.update(letterPeople).set({ deleted_at: sql`edulab_now()` }).where(inArray(letterPeople.id, gone));
    const fresh = ids.filter((id) => !rows.some(({ person }) => person === id));
    if (fresh.length) await call.db.insert(letterPeople).values(fresh.map((id) => ({ letter_id, [column]: id })));
  }
}

/** Whom this letter is about, for whoever sees the letter; who was deleted since is still named. */
export async function aboutOf(call: Call, { id }: Pick<LetterRow, 'id'>): Promise<LetterPerson[]> {
  const found: LetterPerson[] = [];
  for (const kind of kindNames) {
    const { column, table, name, number } = kinds[kind];
    const rows = await call.db
      .select({ id: table.id, name, number })
      .from(letterPeople)
      .innerJoin(table, eq(table.id, letterPeople[column]))
      .where(and(eq(letterPeople.letter_id, id), isNull(letterPeople.deleted_at)))
      .orderBy(name, table.id);
    found.push(...rows.map((row) => ({ kind, ...row })));
  }
  return found;
}

/** Letters that are about somebody who is called so. */
export const aboutNamed = (typed: string): SQL =>
  sql.join(
    kindNames.map((kind) => {
      const { column, table } = kinds[kind];
      return sql`select p.letter_id from ${letterPeople} p join ${table} on ${table.id} = p.${sql.identifier(column)} where p.deleted_at is null and ${keyHolds(sql`${table.search}`, typed) ?? sql`true`}`;
    }),
    sql` union all `,
  );
