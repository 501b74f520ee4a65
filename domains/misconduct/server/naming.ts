import { and, eq, inArray, isNull } from 'drizzle-orm';
import { students } from '#domains/students/server/index.ts';
import { searchKey } from '#platform/contract/script.ts';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import type { Offence } from './reach.ts';
import { offences } from './tables.ts';

/** Nobody is named in the case of another who was there: by surname or number, in either script and with any ending. */

interface Named {
  id: number;
  lastname: string;
  student_no: string;
}

const keyOf = (text: string) => ` ${searchKey(text).replace(/[._@]+/g, ' ')} `.replace(/ +/g, ' ');
/** A shorter name may be a word or begin one: it counts as a word of its own with a capital. */
const short = 4;

const capitals = (text: string) =>
  text
    .split(/[^\p{L}\p{N}'ʻʼ‘’-]+/u)
    .filter((word) => /^[\p{Lu}\p{N}]/u.test(word))
    .join(' ');

/** The first of these people whom a text names. */
export function namedIn<P extends Omit<Named, 'id'>>(text: string, people: readonly P[]): P | undefined {
  const [all, names] = [keyOf(text), keyOf(capitals(text))];
  return people.find(({ lastname, student_no }) => {
    const name = keyOf(lastname).trim();
    return (
      all.includes(keyOf(student_no)) ||
      (name !== '' && (name.length < short ? names.includes(` ${name} `) : all.includes(` ${name}`)))
    );
  });
}

/** Those of `people` who are not the one that a case is about; of namesakes nobody can tell who is meant. */
const others = (people: readonly Named[], own: Named | undefined) =>
  people.filter(({ id, lastname }) => id !== own?.id && searchKey(lastname) !== searchKey(own?.lastname ?? ''));

/** What is written of all is read in the case of each. Errors: OTHER_STUDENT_NAMED. */
export async function demandApart(
  call: Call,
  given: {
    text: string;
    passage?: string | null | undefined;
    students: readonly { student_id: number; text?: string | null | undefined }[];
  },
): Promise<void> {
  if (given.students.length < 2) return;
  const people = await call.db
    .select({ id: students.id, lastname: students.lastname, student_no: students.student_no })
    .from(students)
    .where(
      inArray(
        students.id,
        given.students.map(({ student_id }) => student_id),
      ),
    );
  const refuse = (path: string, text: string | null | undefined, some: readonly Named[]) => {
    const found = namedIn(text ?? '', some);
    if (found) throw failField(path, 'OTHER_STUDENT_NAMED', { name: found.lastname });
  };
  for (const path of ['text', 'passage'] as const) refuse(path, given[path], people);
  for (const [at, one] of given.students.entries())
    refuse(
      `students.${at}.text`,
      one.text,
      others(
        people,
        people.find(({ id }) => id === one.student_id),
      ),
    );
}

/** The same of what is written in a case later on and read by its student. Errors: OTHER_STUDENT_NAMED. */
export async function demandOwnAlone(
  call: Call,
  row: Pick<Offence, 'report_id' | 'student_id'>,
  path: string,
  text: string | undefined,
): Promise<void> {
  if (!text || row.report_id === null) return;
  const people = await call.db
    .selectDistinct({ id: students.id, lastname: students.lastname, student_no: students.student_no })
    .from(students)
    .innerJoin(offences, eq(offences.student_id, students.id))
    .where(and(eq(offences.report_id, row.report_id), isNull(offences.deleted_at)));
  const own = people.find(({ id }) => id === row.student_id);
  const found = namedIn(text, others(people, own));
  if (found) throw failField(path, 'OTHER_STUDENT_NAMED', { name: found.lastname });
}
