import { sql } from 'drizzle-orm';
import { openUpload, receiveFiles } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { build } from '#platform/server/database/sql.ts';
import { type AddFault, type Checked, defineImport, type Values } from '#platform/server/records/imports.ts';
import { defineColumns, parse } from '#platform/server/spreadsheets.ts';
import type { specials } from '../../shapes.ts';
import { openStates } from '../../workflow.ts';
import { type Standing as ExamStanding, standingsOf, whyBarred } from '../admission/standing.ts';
import { type AmendmentWish, requestAmendments } from '../amendments/imported.ts';
import { reachedModules } from '../modules.ts';
import { dayOf, rosterOf } from './roster.ts';
import { saveMarks } from './save.ts';

/**
 * Marks from a sheet, a row per student and component. Drafts are written; a mark that the board has confirmed is never
 * overwritten: such a row becomes a request for an amendment, where the person may ask for one.
 */

const columns = defineColumns([
  {
    key: 'student_no',
    titles: { uz: 'Talaba raqami', ru: 'Номер студента', en: 'Student number' },
    parse: parse.text(40),
    required: true,
    example: 'T-00001',
  },
  {
    key: 'module',
    titles: { uz: 'Fan kodi', ru: 'Код дисциплины', en: 'Module code' },
    parse: parse.text(40),
    required: true,
    example: 'GEN101',
  },
  {
    key: 'year',
    titles: { uz: 'Oʻquv yili', ru: 'Учебный год', en: 'Academic year' },
    parse: parse.text(20),
    example: '2026/2027',
  },
  {
    key: 'component',
    titles: { uz: 'Baholash turi', ru: 'Компонент', en: 'Component' },
    parse: parse.text(40),
    required: true,
    example: 'YN',
  },
  {
    key: 'mark',
    titles: { uz: 'Baho', ru: 'Оценка', en: 'Mark' },
    parse: parse.text(40),
    required: true,
    example: '85.5',
  },
]);

const words: Record<string, (typeof specials)[number]> = {
  absent: 'ABSENT',
  kelmadi: 'ABSENT',
  kelmagan: 'ABSENT',
  неявка: 'ABSENT',
  exempt: 'EXEMPT',
  ozod: 'EXEMPT',
  освобождён: 'EXEMPT',
  освобожден: 'EXEMPT',
  not_submitted: 'NOT_SUBMITTED',
  'not submitted': 'NOT_SUBMITTED',
  topshirmadi: 'NOT_SUBMITTED',
  'не сдал': 'NOT_SUBMITTED',
};
const lower = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase();

/** A value in tenths or a word; a comma is taken for a point, anything else is a fault. */
function markOf(text: string): { value: number | null; special: string | null } | string {
  const special = words[lower(text)];
  if (special) return { value: null, special };
  const plain = text.trim().replace(',', '.');
  if (!/^\d{1,3}(\.\d+)?$/.test(plain)) return 'mark_number';
  if (Number(plain) > 100) return 'mark_range';
  return /^\d+(\.\d0*)?$/.test(plain) ? { value: Number(plain), special: null } : 'mark_step';
}

interface Place {
  student_id: number;
  name: string;
  no: string;
  module: string;
  year: string;
  course_module_id: number;
  active: boolean;
}
interface Component {
  id: number;
  course_module_id: number;
  code: string;
  leaf: boolean;
  /** Or a part of one. */
  exam: boolean;
  source: string;
}
interface Standing {
  id: number;
  component_id: number;
  student_id: number;
  value: number | null;
  special: string | null;
  status: string;
  version: number;
  /** An amendment of it is under way. */
  asked: boolean;
}

/** Modules of the students' programmes with these codes, of any year of study, the newest that has begun first. */
const places = `
  select s.id as student_id, s.full_name as name, lower(s.student_no) as no, lower(m.code) as module, lower(y.name) as year, cm.id as course_module_id, p.state = 'ACTIVE' as active
    from students s join course_modules cm on cm.course_id = s.course_id and cm.deleted_at is null join modules m on m.id = cm.module_id
    join academic_years y on y.id = cm.academic_year_id join semesters t on t.academic_year_id = y.id and t.number = cm.semester and t.deleted_at is null
    join assessment_plans p on p.course_module_id = cm.id and p.deleted_at is null
   where lower(s.student_no) = any($1) and lower(m.code) = any($2) and s.deleted_at is null and t.starts_on <= (select edulab_today())
   order by t.starts_on desc`;

async function check(
  call: Call,
  rows: { row: number; record: Record<(typeof columns)[number]['key'], unknown> }[],
  add: AddFault,
): Promise<Checked> {
  const found = (
    await call.client.query<Place>(places, [
      rows.map(({ record }) => lower(record.student_no)),
      rows.map(({ record }) => lower(record.module)),
    ])
  ).rows;
  const { rows: known } = await call.client.query<{ no: string }>(
    'select lower(student_no) as no from students where lower(student_no) = any($1) and deleted_at is null',
    [rows.map(({ record }) => lower(record.student_no))],
  );
  const people = new Set(known.map((row) => row.no));
  const byKey = Map.groupBy(found, (place) => `${place.no} ${place.module}`);
  const modules = [...new Set(found.map((place) => place.course_module_id))];
  const reached = await reachedModules(call, 'mark.import', modules);
  const amendable = await reachedModules(call, 'amendment.request', modules);
  const { rows: components } = await call.client.query<Component>(
    `select c.id, c.course_module_id, lower(c.code) as code, c.source,
            c.kind = 'EXAM' or exists (select 1 from assessment_components p where p.id = c.parent_id and p.kind = 'EXAM') as exam,
            not exists (select 1 from assessment_components s where s.parent_id = c.id and s.deleted_at is null) as leaf
       from assessment_components c where c.course_module_id = any($1) and c.deleted_at is null`,
    [modules],
  );
  const { rows: standing } = await call.client.query<Standing>(
    `select id, component_id, student_id, value::float8 as value, special, status, version,
            exists (select 1 from amendments a where a.mark_id = marks.id and a.deleted_at is null and a.status in ('DRAFT', 'REQUESTED', 'RETURNED', 'CHECKED', 'APPROVED')) as asked
       from marks where course_module_id = any($1) and attempt = 1`,
    [modules],
  );
  const stands = new Map(standing.map((mark) => [`${mark.component_id} ${mark.student_id}`, mark]));
  const rosters = new Map<number, Set<number>>();
  const standings = new Map<number, Map<number, ExamStanding>>();
  for (const module of modules) {
    const roster = build(rosterOf(module, await dayOf(call, module)));
    const { rows: ids } = await call.client.query<{ id: number }>(`select r.id from ${roster.text} r`, roster.values);
    rosters.set(module, new Set(ids.map((one) => one.id)));
  }
  // Who repeats a year, or came into a later one, learns with others than those of their entry: the roll says with whom.
  const placeOf = ({ student_no, module, year }: Record<(typeof columns)[number]['key'], unknown>) => {
    const some = byKey.get(`${lower(student_no)} ${lower(module)}`)?.filter((one) => !year || one.year === lower(year));
    return some?.find((one) => rosters.get(one.course_module_id)?.has(one.student_id)) ?? some?.[0];
  };
  for (const module of new Set(rows.flatMap(({ record }) => placeOf(record)?.course_module_id ?? []))) {
    const people = sql`(select x.id from unnest(${sql.param([...(rosters.get(module) ?? [])])}::int[]) x (id))`;
    if (components.some((one) => one.exam && one.course_module_id === module))
      standings.set(module, await standingsOf(call, { module, attempt: 1, people }));
  }
  const barred = ({ course_module_id, student_id }: Place) => {
    const standing = standings.get(course_module_id)?.get(student_id);
    return standing ? whyBarred(call.locale, standing) : null;
  };
  const seen = new Map<string, number>();
  const checked: Checked = { fresh: [], changed: [], unchanged: 0 };
  for (const { row, record } of rows) {
    if (!people.has(lower(record.student_no))) {
      add(row, 'student_no', 'UNKNOWN_STUDENT', record.student_no);
      continue;
    }
    const place = placeOf(record);
    const mark = markOf(String(record.mark));
    if (typeof mark === 'string') add(row, 'mark', mark, record.mark);
    if (!place) add(row, 'module', 'NO_PLAN', record.module);
    else if (!reached.has(place.course_module_id)) add(row, 'module', 'NOT_YOUR_ASSESSMENT', record.module);
    else if (!place.active) add(row, 'module', 'PLAN_NOT_ACTIVE', record.module);
    else if (!rosters.get(place.course_module_id)?.has(place.student_id))
      add(row, 'student_no', 'NOT_IN_MODULE', record.student_no);
    const component = components.find(
      (one) => one.leaf && one.course_module_id === place?.course_module_id && one.code === lower(record.component),
    );
    if (place && !component) add(row, 'component', 'UNKNOWN_REFERENCE', record.component);
    if (!place || !component || typeof mark === 'string') continue;
    const key = `${component.id} ${place.student_id}`;
    const first = seen.get(key);
    if (first !== undefined) add(row, 'student_no', 'DUPLICATE_IN_FILE', record.student_no, { first });
    seen.set(key, row);
    const before = stands.get(key);
    const values: Values = {
      course_module_id: place.course_module_id,
      component_id: component.id,
      student_id: place.student_id,
      ...mark,
    };
    if (before && before.value === mark.value && before.special === mark.special) checked.unchanged++;
    else if (component.source !== 'MANUAL') add(row, 'component', 'FLOWS_IN', record.component);
    else if (component.exam && mark.special !== 'ABSENT' && mark.special !== 'NOT_SUBMITTED' && barred(place) !== null)
      add(row, 'student_no', 'NOT_ADMITTED', record.student_no, { who: `${place.name} (${barred(place)})` });
    else if (!before) checked.fresh.push({ row, values });
    else {
      const amend = before.status === 'CONFIRMED' || before.status === 'LOCKED';
      if (!amend && !openStates.some((state) => state === before.status)) add(row, 'mark', 'MARK_CLOSED', record.mark);
      else if (amend && !amendable.has(place.course_module_id)) add(row, 'mark', 'MARK_FINAL', record.mark);
      else if (amend && before.asked) add(row, 'mark', 'AMENDMENT_OPEN', record.mark);
      else {
        const { asked, ...was } = before;
        checked.changed.push({
          row,
          name: amend ? message(call.locale, 'amendment.of', { student: place.name }) : place.name,
          before: was as typeof was & Values,
          values: { ...values, amend },
          fields: before.value === mark.value ? ['special'] : ['value'],
        });
      }
    }
  }
  return checked;
}

export const marksImport = defineImport({
  kind: 'assessment.import',
  columns,
  open: openUpload,
  check,

  async apply(call, { fresh, changed, file }, progress) {
    const amend = changed.filter(({ values }) => values.amend);
    const typed = changed.filter(({ values }) => !values.amend);
    const cells = [
      ...fresh.map(({ values }) => ({ ...values, version: null })),
      ...typed.map(({ values, before }) => ({ ...values, version: before.version })),
    ] as {
      course_module_id: number;
      component_id: number;
      student_id: number;
      value: number | null;
      special: never;
      version: number | null;
    }[];
    // The ledger says where they come from.
    await call.client.query(
      "select set_config('edulab.mark_event', 'IMPORTED', true), set_config('edulab.reason', $1, true)",
      [`IMPORT: ${file}`],
    );
    for (const [course_module_id, marks] of Map.groupBy(cells, (cell) => cell.course_module_id)) {
      const answer = await saveMarks(call, { course_module_id, marks }, 'mark.import');
      if (answer.conflicts.length + answer.refused.length) throw fail('STALE');
    }
    await call.client.query("select set_config('edulab.mark_event', '', true), set_config('edulab.reason', '', true)");
    await requestAmendments(
      call,
      file,
      amend.map(
        ({ row, before, values }) =>
          ({ row, mark_id: before.id, value: values.value, special: values.special }) as AmendmentWish,
      ),
    );
    await progress(fresh.length + changed.length, fresh.length + changed.length);
    const { rows } = await call.client.query<{ id: number }>(
      `select m.id from marks m join jsonb_to_recordset($1::jsonb) as x(component_id int, student_id int) on m.component_id = x.component_id and m.student_id = x.student_id and m.attempt = 1`,
      [JSON.stringify(fresh.map(({ values }) => values))],
    );
    return {
      new_ids: rows.map((row) => row.id),
      before: typed.map(({ before }) => ({
        id: before.id,
        value: before.value,
        special: before.special,
        version: before.version + 1,
      })),
    };
  },

  /** Marks are never removed: those that the import made are emptied. Requests for amendments are withdrawn one by one. */
  async undo(call, { new_ids, before }) {
    await call.client.query("select set_config('edulab.reason', 'IMPORT_UNDONE', true)");
    const wanted = [...new_ids.map((id) => ({ id, value: null, special: null, version: 1 })), ...before];
    const { rowCount } = await call.client.query(
      `update marks m set value = x.value, special = x.special, marked_at = edulab_now(), marked_by = $2
         from jsonb_to_recordset($1::jsonb) as x(id int, value numeric, special text, version int)
        where m.id = x.id and m.version = x.version and m.status in ('NOT_MARKED', 'DRAFT')`,
      [JSON.stringify(wanted), call.account_id],
    );
    if (rowCount !== wanted.length) throw fail('IMPORT_TOUCHED');
  },
});

/** Starts an import of a file that was uploaded before, or that comes with the call itself. */
export async function importMarks(call: Call, file_id: number | undefined): Promise<{ job_id: number }> {
  const id = file_id ?? (await receiveFiles(call))[0]?.id;
  if (id === undefined) throw fail('FILES_MISSING');
  return marksImport.start(call, { file_id: id });
}
