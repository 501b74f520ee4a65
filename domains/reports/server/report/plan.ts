import { and, type SQL, sql } from 'drizzle-orm';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { countedTables } from '#platform/server/database/sql.ts';
import type { Subject, SubjectField } from '#platform/server/kernel.ts';
import { reachOfToday } from '#platform/server/records/as-of.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import type { Measure, ReportDefinition, ReportFilter } from '../../definition.ts';

/**
 * What a definition means for this caller: which rows, which columns. Every field is asked for with its permission, and a row
 * counts only where each of the permissions that the report needs reaches it, so that neither a row, nor a number, nor what a
 * filter leaves tells more than its reader could look up.
 */

export interface Planned {
  subject: Subject;
  from: SQL;
  where: SQL | undefined;
  columns: readonly SubjectField[];
  groups: readonly Grouped[];
  measures: readonly Reckoned[];
}
export interface Grouped {
  name: string;
  field: SubjectField;
  /** As text: a day as far as it is grouped. */
  value: SQL;
  by: 'day' | 'month' | 'year';
}
export interface Reckoned {
  what: Measure['what'];
  field: SubjectField | undefined;
}

export const subjectsOf = (call: Pick<Call, 'kernel'>): readonly Subject[] =>
  call.kernel.domains.flatMap(({ subjects = [] }) => subjects);

/** Subjects on which the caller may report. */
export const offeredTo = (call: Call): Subject[] => subjectsOf(call).filter(({ permission }) => may(call, permission));

/** Errors: REPORT_SUBJECT_UNKNOWN, also for what is somebody else's to report on. */
export function subjectFor(call: Call, name: string): Subject {
  const subject = offeredTo(call).find((one) => one.name === name);
  if (!subject) throw fail('REPORT_SUBJECT_UNKNOWN', { subject: name });
  return subject;
}

export const seesField = (call: Call, { sees }: SubjectField): boolean => sees === undefined || may(call, sees);

/** Errors: REPORT_FIELD_UNKNOWN, REPORT_FIELD_FORBIDDEN. */
export function fieldFor(call: Call, subject: Subject, name: string): SubjectField {
  const field = Object.hasOwn(subject.fields, name) ? subject.fields[name] : undefined;
  if (!field) throw fail('REPORT_FIELD_UNKNOWN', { field: name });
  if (!seesField(call, field)) throw fail('REPORT_FIELD_FORBIDDEN', { field: field.titles[call.locale] });
  return field;
}

/** Rows of a subject that all of these permissions reach. */
export function reached(call: Call, subject: Subject, permissions: Iterable<PermissionName>): SQL | undefined {
  const all = [...new Set([subject.permission, ...permissions])];
  if (!call.asOf) return and(subject.where, ...all.map((one) => subject.reach(call, one)));
  const { asOf, ...today } = call;
  const condition = and(...all.map((one) => subject.reach(today, one)));
  return and(subject.where, reachOfToday(call, fromOf(subject), subject.table.id, condition));
}
const fromOf = ({ table, joins }: Subject): SQL => (joins ? sql`${table} ${joins}` : sql`${table}`);

const number = /^-?\d{1,15}([.,]\d{1,10})?$/;
const periodOf = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const;

const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** A value of a filter as SQL of the field's kind; undefined where it is none. */
function sqlOf(field: SubjectField, text: string): SQL | undefined {
  switch (field.kind) {
    case 'number':
    case 'money':
      return number.test(text) ? sql`${text.replace(',', '.')}::numeric` : undefined;
    case 'date':
      return isDay(text) ? sql`${text}::date` : undefined;
    case 'reference':
      return /^\d{1,9}$/.test(text) ? sql`${Number(text)}::int` : undefined;
    case 'flag':
      return text === 'true' || text === 'false' ? sql`${text}::boolean` : undefined;
    case 'code':
      return field.codes.includes(text) ? sql`${text}` : undefined;
    default:
      return sql`${text}`;
  }
}

function conditionOf(field: SubjectField, { op, values, field: name }: ReportFilter): SQL {
  const wrong = () =>
    fail('REPORT_FILTER_WRONG', { field: name, fields: [{ path: name, code: 'REPORT_FILTER_WRONG' }] });
  const { value } = field;
  if (op === 'empty' || op === 'filled') return op === 'empty' ? sql`${value} is null` : sql`${value} is not null`;
  const given = values.map((text) => sqlOf(field, field.kind === 'text' ? text : text.trim()));
  const known = given.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < given.length) throw wrong();
  const list = sql.join(known, sql`, `);
  const ordered = field.kind === 'number' || field.kind === 'money' || field.kind === 'date';
  switch (op) {
    case 'is':
      return sql`${value} in (${list})`;
    case 'not':
      return sql`(${value} is null or ${value} not in (${list}))`;
    case 'from':
    case 'until':
      if (!ordered || known.length > 1) throw wrong();
      return op === 'from' ? sql`${value} >= ${known[0]}` : sql`${value} <= ${known[0]}`;
    default:
      if (field.kind !== 'text') throw wrong();
      return sql`(${sql.join(
        values.map((text) => sql`${value} ilike ${`%${likeLiteral(text.trim())}%`}`),
        sql` or `,
      )})`;
  }
}

/** What rows of a group have in common, as text: a day as far as it is grouped, a number without zeros at its end. */
const keyOf = ({ kind, value }: SubjectField, by: Grouped['by']): SQL => {
  if (kind === 'date') return sql`to_char(${value}, ${sql.raw(`'${periodOf[by]}'`)})`;
  return kind === 'number' || kind === 'money' ? sql`trim_scale((${value})::numeric)::text` : sql`(${value})::text`;
};

/** Errors: all that refuse a definition. */
export function planOf(call: Call, definition: ReportDefinition): Planned {
  const subject = subjectFor(call, definition.subject);
  const find = (name: string) => fieldFor(call, subject, name);
  const counted = definition.groups.length > 0 || definition.measures.length > 0;
  const columns = counted ? [] : definition.columns.map(find);
  const groups = definition.groups.map(({ field: name, by = 'year' }) => {
    const field = find(name);
    return { name, field, value: keyOf(field, by), by };
  });
  const asked: readonly Measure[] = definition.measures.length ? definition.measures : [{ what: 'rows' }];
  const measures = asked.map(({ what, field: name }) => {
    if (what === 'rows') return { what, field: undefined };
    if (what === 'people') {
      if (!subject.person) throw fail('REPORT_FIELD_UNKNOWN', { field: what });
      return { what, field: undefined };
    }
    const field = find(name ?? '');
    const fits =
      field.kind === 'number' ||
      field.kind === 'money' ||
      (field.kind === 'date' && (what === 'least' || what === 'most'));
    if (!fits) throw fail('REPORT_FIELD_UNKNOWN', { field: name ?? '' });
    return { what, field };
  });
  if (!counted && columns.length === 0) throw fail('REPORT_SHOWS_NOTHING');
  // Two tables of the same cases, of a part of them or of two days, would tell by subtraction what each hides.
  const tells =
    !counted ||
    call.asOf !== undefined ||
    definition.filters.length > 0 ||
    groups.length > 1 ||
    measures.some(({ field }) => field !== undefined);
  if (subject.countsOnly && tells) throw fail('REPORT_COUNTS_ONLY');
  const filters = definition.filters.map((filter) => ({ filter, field: find(filter.field) }));
  const used = [...columns, ...groups, ...measures, ...filters].flatMap((one) =>
    'titles' in one ? one : (one.field ?? []),
  );
  const needs = used.flatMap(({ sees }) => sees ?? []);
  return {
    subject,
    from: fromOf(subject),
    where: and(reached(call, subject, needs), ...filters.map(({ filter, field }) => conditionOf(field, filter))),
    columns,
    groups,
    measures,
  };
}

/** Of what a question about a subject reads, the tables whose changes are counted; days are those of the institution's zone. */
export const tablesOf = ({ reads = [] }: Subject, query: SQL): string[] => [
  ...countedTables(query, new Set(['institutions', ...reads])),
];
