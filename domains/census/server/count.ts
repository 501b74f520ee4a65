import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { educationForms, states } from '#domains/institutions/server/index.ts';
import { hemisStatusCodes, students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { institutions } from '#platform/server/database/tables.ts';
import { askedAsOf } from '#platform/server/records/as-of.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { Line, Saying, Where } from '../shapes.ts';
import type { Counted, censusForms } from './tables.ts';

type Form = typeof censusForms.$inferSelect;

/** One person as conditions see them. A type and no interface, as rows of the database are read into it. */
type Person = {
  id: number;
  who: string;
  level: string;
  status: string;
  entry_year: number;
  gender: string | null;
  citizenship: string | null;
  tuition: string;
  language: string;
  form: string | null;
  age: number | null;
  programme: string | null;
  programme_title: string | null;
  student_no: string;
  hemis_code: string | null;
  lastname: string;
  firstname: string;
  midname: string | null;
  birthdate: string | null;
  pinfl: string | null;
  passport_id: string | null;
  region: string | null;
  form_title: string | null;
};

/** The line of all, where there is one for each of something. */
export const allLine = { code: 'TOTAL', title: 'Jami' };

/** The academic year begins with September: what began in 2025 is the year of 1 October 2025 and of 1 May 2026. */
const academicYear = (day: string): number => Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 9 ? 1 : 0);

/** Whether all that is named holds. What is not known of somebody holds for nothing. */
export function holds(person: Person, where: Where, year: number): boolean {
  const among = (values: readonly (string | number)[] | undefined, value: string | number | null) =>
    values === undefined || (value !== null && values.includes(value));
  const { age, citizenship } = person;
  return (
    among(where.level, person.level) &&
    among(where.status, person.status) &&
    among(where.year, year - person.entry_year + 1) &&
    among(where.language, person.language) &&
    among(where.form, person.form) &&
    (where.gender === undefined || person.gender === where.gender) &&
    (where.tuition === undefined || person.tuition === where.tuition) &&
    (where.citizenship === undefined ||
      (citizenship !== null && (citizenship === 'UZ') === (where.citizenship === 'UZ'))) &&
    (where.age_from === undefined || (age !== null && age >= where.age_from)) &&
    (where.age_to === undefined || (age !== null && age <= where.age_to))
  );
}

/** Students as the records said it at the end of `known_on`; ages in full years on `day`. */
async function peopleOf(call: Call, day: string, known_on: string): Promise<{ people: Person[]; institution: string }> {
  return askedAsOf(call, known_on, async () => {
    const { rows } = await call.db.execute<Person>(sql`
      select s.id, coalesce('p' || s.pinfl, 'a' || s.account_id, 's' || s.id) as who, s.level, s.status, s.entry_year, s.gender, s.citizenship, s.tuition,
             s.study_language as language, f.code as form, extract(year from age(${day}::date, s.birthdate))::int as age,
             c.code as programme, ${localTitle(sql`c.title`, 'uz')} as programme_title, s.student_no, s.hemis_code, s.lastname, s.firstname, s.midname,
             to_char(s.birthdate, 'DD.MM.YYYY') as birthdate, s.pinfl, s.passport_id, ${localTitle(sql`f.title`, 'uz')} as form_title,
             (select ${localTitle(sql`r.title`, 'uz')} from ${states} r where r.id = s.region_id) as region
        from ${students} s left join ${courses} c on c.id = s.course_id left join ${educationForms} f on f.id = s.education_form_id
       where s.deleted_at is null and s.entry_year <= ${academicYear(day)}
       order by s.id`);
    const [house] = await call.db
      .select({ title: sql<string>`${localTitle(sql`${institutions.title}`, 'uz')}` })
      .from(institutions)
      .where(sql`${institutions.id} = ${call.institution_id}`);
    return { people: rows, institution: house?.title ?? '' };
  });
}

export interface Count {
  counted: Counted;
  total: number;
  /** By line and column, the ids in their order. */
  cells: { line: string; column: string; student_ids: number[] }[];
  /** Of a list of students. */
  rows: { student_id: number; said: (string | number | null)[] }[];
  hash: string;
}

/** As the ministry's system writes it. */
const words = {
  gender: { MALE: 'Erkak', FEMALE: 'Ayol' },
  level: { BACHELOR: 'Bakalavr', MASTER: 'Magistr', MS: 'Magistr' },
  language: { uz: 'Oʻzbek', ru: 'Rus', en: 'Ingliz' },
  tuition: { GRANT: 'Davlat granti', CONTRACT: 'Toʻlov-shartnoma' },
};
const wordOf = (from: Record<string, string>, code: string | null) => (code === null ? null : (from[code] ?? code));
const saysOf: Record<Saying, (one: Person, position: number, year: number) => string | number | null> = {
  NO: (_, position) => position,
  STUDENT_NO: ({ student_no }) => student_no,
  HEMIS_CODE: ({ hemis_code }) => hemis_code,
  LASTNAME: ({ lastname }) => lastname,
  FIRSTNAME: ({ firstname }) => firstname,
  MIDNAME: ({ midname }) => midname,
  BIRTHDATE: ({ birthdate }) => birthdate,
  GENDER: ({ gender }) => wordOf(words.gender, gender),
  CITIZENSHIP: ({ citizenship }) => citizenship,
  PINFL: ({ pinfl }) => pinfl,
  PASSPORT: ({ passport_id }) => passport_id,
  REGION: ({ region }) => region,
  PROGRAMME_CODE: ({ programme }) => programme,
  PROGRAMME: ({ programme_title }) => programme_title,
  LEVEL: ({ level }) => wordOf(words.level, level),
  FORM: ({ form_title }) => form_title,
  LANGUAGE: ({ language }) => wordOf(words.language, language),
  TUITION: ({ tuition }) => wordOf(words.tuition, tuition),
  ENTRY_YEAR: ({ entry_year }) => entry_year,
  YEAR: ({ entry_year }, _, year) => year - entry_year + 1,
  STATUS: ({ status }) => wordOf(hemisStatusCodes, status),
};

/** Counts a form. The same records give the same answer to the last byte, whenever it is asked. */
export async function count(call: Call, form: Form, day: string, known_on: string): Promise<Count> {
  const { people, institution } = await peopleOf(call, day, known_on);
  const year = academicYear(day);
  // Whoever studies under two records is one person: the newest that the form counts stands for them.
  const once = new Map<string, Person>();
  for (const person of people) if (holds(person, form.counts, year)) once.set(person.who, person);
  const counted = [...once.values()].sort((a, b) => a.id - b.id);
  const listed =
    form.each === 'STUDENT' ? form.columns.map(({ code, title, says }) => ({ code, title, says })) : undefined;
  const rows = listed
    ? counted.map((one, at) => ({
        student_id: one.id,
        said: listed.map(({ says }) => (says ? saysOf[says](one, at + 1, year) : null)),
      }))
    : [];
  const columns: Line[] = listed ? [{ ...allLine, where: {} }] : form.columns;
  const lines = listed
    ? [{ line: allLine, of: counted }]
    : form.each
      ? linesOf(counted)
      : form.lines.map((line) => ({ line, of: counted.filter((one) => holds(one, line.where, year)) }));
  const cells = lines.flatMap(({ line, of }) =>
    columns.map((column) => ({
      line: line.code,
      column: column.code,
      student_ids: of.filter((one) => holds(one, column.where, year)).map(({ id }) => id),
    })),
  );
  const named = ({ code, title }: Pick<Line, 'code' | 'title'>) => ({ code, title });
  const total = new Set(cells.flatMap(({ student_ids }) => student_ids)).size;
  const by: Counted = {
    title: form.title,
    note: form.note,
    counts: form.counts,
    lines: lines.map(({ line }) => named(line)),
    columns: columns.map(named),
    controls: listed ? [] : form.controls,
    ...(listed ? { listed } : {}),
    each: form.each === 'PROGRAMME',
    cells: form.cells,
    template_file_id: form.template_file_id,
    institution,
  };
  const hash = createHash('sha256')
    .update(JSON.stringify([form.code, day, by.lines, form.columns, form.counts, cells, ...(listed ? [rows] : [])]))
    .digest('hex');
  return { counted: by, total, cells, rows, hash };
}

/** A line for each programme that somebody studies, after the line of all. */
function linesOf(people: Person[]): { line: Pick<Line, 'code' | 'title'>; of: Person[] }[] {
  const lines = new Map<string, { line: Pick<Line, 'code' | 'title'>; of: Person[] }>();
  for (const person of people) {
    const code = person.programme ?? 'NONE';
    const line = lines.get(code) ?? { line: { code, title: person.programme_title ?? '—' }, of: [] };
    line.of.push(person);
    lines.set(code, line);
  }
  const each = [...lines.values()].sort((a, b) => (a.line.code < b.line.code ? -1 : 1));
  return [{ line: allLine, of: people }, ...each];
}

export type Figures = Record<string, Record<string, number>>;

/** What does not add up: the form's own sums in every line, and of a line of all that it is the sum of the others. */
export function breachesOf({ controls, lines, columns, each }: Counted, figures: Figures) {
  const of = (line: string, column: string) => figures[line]?.[column] ?? 0;
  const sum = (line: string, codes: readonly string[]) => codes.reduce((all, code) => all + of(line, code), 0);
  const within = lines.flatMap(({ code }) =>
    controls.flatMap(({ left, sign, right }) => {
      const [a, b] = [sum(code, left), sum(code, right)];
      return (sign === '=' ? a === b : a >= b)
        ? []
        : [{ line: code, rule: `${left.join(' + ')} ${sign} ${right.join(' + ')}`, left: a, right: b }];
    }),
  );
  if (!each) return within;
  const [first, ...rest] = lines;
  return [
    ...within,
    ...columns.flatMap(({ code }) => {
      const a = of(first?.code ?? '', code);
      const b = rest.reduce((all, line) => all + of(line.code, code), 0);
      return a === b ? [] : [{ line: allLine.code, rule: `${code}: Σ`, left: a, right: b }];
    }),
  ];
}
