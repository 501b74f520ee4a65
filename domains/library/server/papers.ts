import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { courseModules, modules, taughtCourseModules } from '#domains/curriculum/server/index.ts';
import { claimFiles, evidenceRecords, fileRecords } from '#domains/files/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { paperColumns, searchAbout, students, studentsInReach } from '#domains/students/server/index.ts';
import { type Call, demand, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { asGiven, asStored, type OptionsQuery, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import type { FileType } from '../shapes.ts';
import { demandReadable, emptyAsNull } from './items.ts';
import { moduleFiles, openLinks, studentFiles } from './tables.ts';

/** Papers of modules, policies, papers about students, and links to what lies elsewhere. */

const isPolicy = (type: FileType) => type >= 2;
const manages = (type: FileType) => (isPolicy(type) ? 'policy.manage' : 'module_file.manage');
const types = (list: number[]) => sql`${moduleFiles.type} in ${list}`;

/** Module papers for who works with them; policies for whom they bind; what is not out for who keeps it. */
function visible(call: Call): SQL {
  const policies = scopeOf(call, 'policy.read') === 'institution' ? [2, 3] : may(call, 'policy.read') ? [2] : [];
  const papers = may(call, 'module_file.read') ? [0, 1] : [];
  const seen = [...papers, ...policies];
  const kept = [
    ...(may(call, 'module_file.manage') ? [0, 1] : []),
    ...(may(call, 'policy.manage') ? [2, 3] : []),
  ].filter((type) => seen.includes(type));
  if (seen.length === 0) return sql`false`;
  return kept.length
    ? sql`(${types(seen)} and (${moduleFiles.active} or ${types(kept)}))`
    : sql`(${types(seen)} and ${moduleFiles.active})`;
}

/** Teachers keep the files of modules that they teach, in any year. */
const taughtModules = (call: Call): SQL =>
  sql`(select cm.module_id from ${courseModules} cm where cm.id in ${taughtCourseModules(call)})`;

async function demandKeeping(call: Call, type: FileType, modules_: (number | null | undefined)[]): Promise<void> {
  if (demand(call, manages(type)) === 'institution') return;
  for (const id of modules_) {
    const { rows } =
      type === 0 && id
        ? await call.db.execute(sql`select 1 where ${id}::integer in ${taughtModules(call)}`)
        : { rows: [] };
    if (!rows.length) throw fail('NOT_YOUR_MODULE');
  }
}

/** Which of these modules the caller teaches; one question for a page of files. */
async function taughtOf(call: Call): Promise<Set<number>> {
  if (scopeOf(call, 'module_file.manage') !== 'taught') return new Set();
  const { rows } = await call.db.execute<{ module_id: number }>(taughtModules(call));
  return new Set(rows.map((row) => row.module_id));
}

export const moduleFile = resource(contract.module_file, {
  table: moduleFiles,
  search: [
    sql`${moduleFiles.title}`,
    sql`${moduleFiles.description}`,
    sql`(select m.title ->> 'uz' || ' ' || coalesce(m.title ->> 'ru', '') || ' ' || coalesce(m.title ->> 'en', '') || ' ' || m.code from ${modules} m where m.id = ${moduleFiles.module_id})`,
  ],
  sorts: {
    title: sql`${moduleFiles.title}`,
    created_at: sql`${moduleFiles.created_at}`,
    effective_on: sql`${moduleFiles.effective_on}`,
    id: sql`${moduleFiles.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`${moduleFiles.title}`,
  visible,
  filters: (input) => [
    input.type === undefined ? undefined : eq(moduleFiles.type, input.type),
    input.module_id ? eq(moduleFiles.module_id, input.module_id) : undefined,
    input.academic_year_id ? eq(moduleFiles.academic_year_id, input.academic_year_id) : undefined,
    input.active === undefined ? undefined : eq(moduleFiles.active, input.active),
  ],
  present: async (call, rows) => {
    const files = await fileRecords(
      call,
      rows.map((row) => row.file_id),
    );
    const ofModule = await titlesOf(
      call,
      modules,
      rows.map((row) => row.module_id),
    );
    const years = await titlesOf(
      call,
      academicYears,
      rows.map((row) => row.academic_year_id),
    );
    const taught = await taughtOf(call);
    const keeps = (row: { type: FileType; module_id: number | null }) =>
      scopeOf(call, manages(row.type)) === 'institution' || (row.type === 0 && taught.has(row.module_id ?? 0));
    return rows.map((row) => ({
      ...plain(row),
      module: ofModule.get(row.module_id ?? 0) ?? null,
      academic_year: years.get(row.academic_year_id ?? 0) ?? null,
      file: files.get(row.file_id ?? 0) ?? null,
      can: { edit: keeps(row), delete: keeps(row) },
    }));
  },
  prepare: async (call, input, current, next) => {
    const { type } = next;
    if (current && current.type !== type) throw failField('type', 'TYPE_FIXED');
    if (type === 0 && !next.module_id) throw failField('module_id', 'MODULE_REQUIRED');
    if (type === 1 && !next.academic_year_id) throw failField('academic_year_id', 'YEAR_REQUIRED');
    demandReadable(next);
    await demandReferences(call, {
      module_id: [modules, input.module_id],
      academic_year_id: [academicYears, input.academic_year_id],
    });
    await demandKeeping(call, type, current ? [current.module_id, next.module_id] : [next.module_id]);
    if (input.file_id) await claimFiles(call, 'file_id', [input.file_id], [current?.file_id ?? null]);
    return { ...input, link: emptyAsNull(input.link) };
  },
  beforeDelete: (call, row) => demandKeeping(call, row.type, [row.module_id]),
});

/** Which files of students a right reaches; students see what is shared with them. */
function ofStudents(call: Call): SQL | undefined {
  const scope = scopeOf(call, 'student_file.read');
  if (scope === 'institution') return undefined;
  const whose = studentsInReach(call, 'student_file.read') ?? sql`false`;
  const within = sql`${studentFiles.student_id} in (select ${students.id} from ${students} where ${whose})`;
  return scope === 'own' ? sql`(${studentFiles.shared} and ${within})` : within;
}

/** Files on the record of a student, among all papers of the student. */
export const filesOfStudent = {
  name: 'student_files',
  papers: (call: Call, student_id: number) =>
    may(call, 'student_file.read')
      ? sql`select ${paperColumns({
          source: 'FILE',
          id: studentFiles.id,
          at: studentFiles.created_at,
          title: studentFiles.title,
          file_id: studentFiles.file_id,
        })} from ${studentFiles} where ${and(eq(studentFiles.student_id, student_id), isNull(studentFiles.deleted_at), ofStudents(call))}`
      : null,
};

/** The student must be there, and within the reach of who keeps files. */
async function demandStudent(call: Call, id: number): Promise<void> {
  const [found] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, id), isNull(students.deleted_at), studentsInReach(call, 'student_file.manage')));
  if (!found) throw fail('NOT_YOUR_STUDENT');
}

export const studentFile = resource(contract.student_file, {
  table: studentFiles,
  search: searchAbout(sql`${studentFiles.student_id}`, sql`${studentFiles.title}`),
  sorts: {
    title: sql`${studentFiles.title}`,
    created_at: sql`${studentFiles.created_at}`,
    id: sql`${studentFiles.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`${studentFiles.title}`,
  visible: ofStudents,
  filters: (input) => [input.student_id ? eq(studentFiles.student_id, input.student_id) : undefined],
  present: async (call, rows) => {
    const files = await evidenceRecords(
      call,
      rows.map((row) => row.file_id),
    );
    const whose = rows.map((row) => row.student_id);
    const { rows: people } = whose.length
      ? await call.client.query<{ id: number; name: string; student_no: string; kept: boolean }>(
          `select id, concat_ws(' ', lastname, firstname, midname) as name, student_no from students where id = any($1)`,
          [whose],
        )
      : { rows: [] };
    const named = new Map(people.map((person) => [person.id, person]));
    const kept = await keptOf(call, whose);
    const office = scopeOf(call, 'student_file.read') !== 'own';
    return rows.map((row) => ({
      ...plain(row),
      note: office ? row.note : null,
      student: named.get(row.student_id)!,
      file: files.get(row.file_id) ?? null,
      can: { edit: kept.has(row.student_id), delete: kept.has(row.student_id) },
    }));
  },
  prepare: async (call, input, current, next) => {
    if (current) await demandStudent(call, current.student_id);
    if (next.student_id !== current?.student_id) await demandStudent(call, next.student_id);
    if (input.file_id) await claimFiles(call, 'file_id', [input.file_id], [current?.file_id ?? null]);
    return input;
  },
  beforeDelete: (call, row) => demandStudent(call, row.student_id),
});

/** Those of these students whose files the caller keeps. */
async function keptOf(call: Call, ids: number[]): Promise<Set<number>> {
  const scope = scopeOf(call, 'student_file.manage');
  if (scope === 'institution') return new Set(ids);
  if (!scope || ids.length === 0) return new Set();
  const rows = await call.db
    .select({ id: students.id })
    .from(students)
    .where(and(sql`${students.id} in ${ids}`, studentsInReach(call, 'student_file.manage')));
  return new Set(rows.map((row) => row.id));
}

export const openLink = resource(contract.user_open_link, {
  table: openLinks,
  search: [sql`${openLinks.title}`, sql`${openLinks.category}`, sql`${openLinks.description}`, sql`${openLinks.link}`],
  sorts: {
    position: sql`${openLinks.position}`,
    title: sql`${openLinks.title}`,
    id: sql`${openLinks.id}`,
  },
  defaultSort: 'position',
  optionTitle: () => sql`${openLinks.title}`,
  filters: (input) => [input.kind ? eq(openLinks.kind, input.kind) : undefined],
  present: asStored,
  prepare: asGiven,
});

/** Links for the menu and for selectors, as the library orders them. */
export async function openLinkOptions(call: Call, input: OptionsQuery) {
  const found = await openLink.all(call, input);
  const rows = await call.db
    .select({ id: openLinks.id, title: openLinks.title, link: openLinks.link, kind: openLinks.kind })
    .from(openLinks)
    .where(sql`${openLinks.id} = any(${sql.param(found.map((row) => row.id))}::integer[])`)
    .orderBy(openLinks.position, openLinks.id);
  return rows;
}
