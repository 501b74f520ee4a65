import type pg from 'pg';
import { insertAll } from '#platform/server/records/bulk.ts';
import { INSTITUTIONS } from './institutions.ts';
import type { Reference } from './load-reference.ts';
import { codesInParts, modulesOf, planOf } from './modules.ts';
import { currentYear, PROGRAMMES } from './university.ts';

/** What is taught and who learns together: courses with their plans of this year and the last, teachers, and groups. */

const LANGUAGES = { UZBEK: 'uz', RUSSIAN: 'ru', ENGLISH: 'en' } as const;
/** The academic years whose plans are kept: the running one and the one before. */
const planned = () => [currentYear() - 1, currentYear()];
/** About how many learn together; groups of a course are of even size. */
const GROUP_SIZE = 25;
/** Groups of so many come to laboratories and languages in halves; where none is so large, the largest do. */
const PARTED = 16;
/** Of this year's largest intakes the last to come are in no group yet. */
const LATE = { ofIntakesFrom: 45, students: 6 };

/** What the groups of a programme are called: `IQ-25-1`; masters begin with M, Russian and English groups end in r and e, evening and part-time ones in k and s. */
const SHORT: Record<string, string> = {
  60310100: 'IQ',
  60410100: 'BH',
  60410500: 'BI',
  60411200: 'MN',
  60411300: 'MK',
  60610100: 'KD',
  60610500: 'KI',
  60610600: 'DI',
  60610700: 'SI',
  60110200: 'MT',
  60110400: 'BT',
  60310900: 'PS',
  60111800: 'XT',
  60230100: 'OT',
  60230200: 'RT',
  60420100: 'YU',
  60730100: 'AR',
  60730300: 'QM',
  61010400: 'TM',
  70310102: 'MIQ',
  70411201: 'MBA',
  70610101: 'MKI',
  70110501: 'MTB',
};

/** Courses, modules, intakes and plans, before the students who refer to them. */
export async function loadCurriculum(client: pg.PoolClient, reference: Reference): Promise<void> {
  for (const { id } of INSTITUTIONS) await loadInstitution(client, id, reference);
}

async function loadInstitution(client: pg.PoolClient, institution_id: number, reference: Reference): Promise<void> {
  const own = <T extends object>(record: T) => ({ institution_id, ...record });
  const department = (code: string) => reference.departments.get(`${institution_id}:${code}`) ?? null;
  const programmes = PROGRAMMES.filter((programme) => programme.institutions.includes(institution_id));
  const { rows: years } = await client.query<{ id: number; first: number }>(
    'select id, extract(year from starts_on)::int as first from academic_years where institution_id = $1',
    [institution_id],
  );
  const yearOf = new Map(years.map((year) => [year.first, year.id]));

  const courses = await insertAll(
    client,
    'courses',
    programmes.map(({ code, title, degree, years: length, languages, faculty, forms }) =>
      own({
        version: 1,
        created_at: `${currentYear() - 6}-06-01`,
        updated_at: `${currentYear() - 6}-06-01`,
        code,
        title,
        level: degree === 'MASTER' ? 'MASTER' : 'BACHELOR',
        languages: languages.map((language) => LANGUAGES[language]),
        education_form_id: reference.forms.get(`${institution_id}:${forms[0]}`) ?? null,
        years: length,
        credits: length * 60,
        department_id: department(faculty),
        active: true,
      }),
    ),
  );
  programmes.forEach(({ code }, i) => {
    reference.courses.set(`${institution_id}:${code}`, courses[i] as number);
  });
  const catalogue = modulesOf(institution_id);
  const modules = await insertAll(
    client,
    'modules',
    catalogue.map(({ code, title, department: of, type, practice }) =>
      own({
        version: 1,
        created_at: `${currentYear() - 6}-06-01`,
        updated_at: `${currentYear() - 6}-06-01`,
        code,
        title,
        type,
        credits: 6,
        department_id: department(of),
        lecture_hours: 30,
        seminar_hours: practice === 'SEMINAR' ? 30 : 0,
        practical_hours: 0,
        laboratory_hours: practice === 'LABORATORY' ? 30 : 0,
        independent_hours: 120,
        active: true,
      }),
    ),
  );
  const moduleOf = new Map(catalogue.map((module, i) => [module.code, modules[i] as number]));

  await insertAll(
    client,
    'course_campaigns',
    programmes.flatMap(({ languages }, i) =>
      [currentYear() - 1, currentYear(), currentYear() + 1].flatMap((year) =>
        yearOf.has(year)
          ? languages.map((language) =>
              own({
                version: 1,
                created_at: `${year}-03-01`,
                updated_at: `${year}-03-01`,
                course_id: courses[i],
                academic_year_id: yearOf.get(year),
                language: LANGUAGES[language],
                opens_on: `${year}-06-20`,
                closes_on: `${year}-08-10`,
                grant_quota: 5,
                contract_quota: 60,
                waiting_limit: 20,
                status: 'CLOSED',
              }),
            )
          : [],
      ),
    ),
  );
  const places = programmes.flatMap((programme, i) =>
    planned().flatMap((year) =>
      planOf(programme).map(({ study_year, semester, module }) =>
        own({
          version: 1,
          created_at: `${year}-07-01`,
          updated_at: `${year}-07-01`,
          course_id: courses[i],
          academic_year_id: yearOf.get(year),
          study_year,
          semester,
          module_id: moduleOf.get(module.code),
          type: module.type,
          credits: 6,
          // Students chose in the weeks before the year began.
          choice_opens_on: module.type === 'OPTIONAL' ? `${year}-08-01` : null,
          choice_closes_on: module.type === 'OPTIONAL' ? `${year}-08-31` : null,
          active: true,
        }),
      ),
    ),
  );
  await insertAll(client, 'course_modules', places);
  await loadTeachers(client, institution_id);
}

/** A lecturer who leads and one for seminars or laboratories, from the department that teaches the module or the faculty above it. */
async function loadTeachers(client: pg.PoolClient, institution_id: number): Promise<void> {
  await client.query(
    `with teaching as (
       select s.id, coalesce(d.parent_id, d.id) as faculty, d.id as department, row_number() over (partition by coalesce(d.parent_id, d.id) order by (a.username = 'teacher') desc nulls last, s.id) - 1 as n,
              count(*) over (partition by coalesce(d.parent_id, d.id)) as many
         from staff s join job_positions j on j.id = s.job_position_id join departments d on d.id = s.department_id left join accounts a on a.id = s.account_id
        where s.institution_id = $1 and s.status = 'ACTIVE' and s.deleted_at is null and j.kind = 'TEACHING'),
     wanted as (
       select cm.id, m.id as module_id, case when m.laboratory_hours > 0 then 'LABORATORY' else 'SEMINAR' end as practice, case when d.kind = 'FACULTY' then d.id else d.parent_id end as faculty
         from course_modules cm join modules m on m.id = cm.module_id join departments d on d.id = m.department_id
        where cm.institution_id = $1)
     insert into course_module_teachers (institution_id, course_module_id, staff_id, role)
     select $1, w.id, t.id, 'LEADER' from wanted w join teaching t on t.faculty = w.faculty and t.n = w.module_id % t.many
     union all
     select $1, w.id, t.id, w.practice from wanted w join teaching t on t.faculty = w.faculty and t.n = (w.module_id + 1) % t.many`,
    [institution_id],
  );
}

/** Groups of about 25 by course, year, form and language, with everybody in them since they came but the latest; then their choices. */
export async function loadGroups(client: pg.PoolClient): Promise<number> {
  await client.query(`
    create temp table placed on commit drop as
    select s.id as student_id, s.institution_id, c.id as course_id, s.entry_year, s.education_form_id, s.study_language as language, s.status, s.status_since,
           ((row_number() over w - 1) * ceil(count(*) over p / ${GROUP_SIZE}.0)::int / count(*) over p)::int + 1 as number,
           s.entry_year = ${currentYear()} and s.status = 'ACTIVE' and count(*) over p >= ${LATE.ofIntakesFrom} and row_number() over w > count(*) over p - ${LATE.students} as waits
      from students s join courses c on c.id = s.course_id
     where s.deleted_at is null
    window p as (partition by s.institution_id, c.id, s.entry_year, s.education_form_id, s.study_language),
           w as (partition by s.institution_id, c.id, s.entry_year, s.education_form_id, s.study_language order by s.id)`);
  await client.query('analyze placed, courses, course_modules');
  const { rowCount } = await client.query(
    `
    insert into groups (institution_id, name, course_id, entry_year, language, education_form_id, capacity, status, created_at, updated_at)
    select p.institution_id, ($1::jsonb ->> c.code) || '-' || substr(p.entry_year::text, 3) || '-' || p.number || case p.language when 'uz' then '' else left(p.language, 1) end || case f.code when 'FULL_TIME' then '' when 'EVENING' then 'k' else 's' end,
           p.course_id, p.entry_year, p.language, p.education_form_id, 30,
           case when ${currentYear()} - p.entry_year + 1 > c.years + (f.code <> 'FULL_TIME')::int then 'FINISHED' else 'ACTIVE' end, make_date(p.entry_year, 8, 25), make_date(p.entry_year, 8, 25)
      from (select distinct institution_id, course_id, entry_year, education_form_id, language, number from placed) p
      join courses c on c.id = p.course_id join education_forms f on f.id = p.education_form_id
     order by p.institution_id, c.code, p.entry_year, p.language, p.number`,
    [JSON.stringify(SHORT)],
  );
  await client.query('analyze groups');
  await client.query(`
    insert into group_members (institution_id, group_id, student_id, kind, starts_on, ends_on, reason)
    select p.institution_id, g.id, p.student_id, 'MAIN', make_date(p.entry_year, 9, 1),
           case when p.status in ('ACTIVE', 'GAP_YEAR', 'INACTIVE') then null else greatest(p.status_since, make_date(p.entry_year, 9, 1)) end, null
      from placed p join groups g on g.institution_id = p.institution_id and g.course_id = p.course_id and g.entry_year = p.entry_year
       and g.education_form_id is not distinct from p.education_form_id and g.language = p.language
       and substring(g.name from '-(\\d+)[a-z]*$')::int = p.number
     where not p.waits`);
  await client.query(`
    insert into group_mentors (institution_id, group_id, staff_id, starts_on)
    select g.institution_id, g.id, t.id, make_date(g.entry_year, 9, 1)
      from groups g join courses c on c.id = g.course_id
      join (select s.id, s.institution_id, coalesce(d.parent_id, d.id) as faculty, row_number() over (partition by coalesce(d.parent_id, d.id) order by (a.username = 'academic_mentor') desc nulls last, s.id) - 1 as n,
                   count(*) over (partition by coalesce(d.parent_id, d.id)) as many
              from staff s join departments d on d.id = s.department_id join job_positions j on j.id = s.job_position_id left join accounts a on a.id = s.account_id
             where s.status = 'ACTIVE' and s.deleted_at is null and j.kind = 'TEACHING') t
        on t.institution_id = g.institution_id and t.faculty = c.department_id and t.n = g.id % t.many
     where g.status = 'ACTIVE'`);
  await client.query('analyze group_members');
  // Each takes one of the two modules that are offered in a semester.
  await client.query(`
    insert into module_choices (institution_id, course_module_id, student_id, state)
    select m.institution_id, cm.id, m.student_id, 'CHOSEN'
      from (select cm.*, row_number() over (partition by cm.course_id, cm.academic_year_id, cm.study_year, cm.semester order by cm.id) as half, extract(year from y.starts_on)::int as first
              from course_modules cm join academic_years y on y.id = cm.academic_year_id where cm.type = 'OPTIONAL') cm
      join groups g on g.course_id = cm.course_id and cm.first - g.entry_year + 1 = cm.study_year
      join group_members m on m.group_id = g.id and (m.ends_on is null or m.ends_on > make_date(cm.first, 9, 1))
     where m.student_id % 2 + 1 = cm.half`);
  await loadParts(client);
  return rowCount ?? 0;
}

/** Halves of large groups that are taught what is taught in parts, by the list of their names. */
async function loadParts(client: pg.PoolClient): Promise<void> {
  await client.query(
    `with sizes as (
       select g.id, count(*) as students, max(count(*)) over (partition by g.institution_id) as most from groups g join group_members m on m.group_id = g.id and m.ends_on is null
        where g.status = 'ACTIVE' group by g.id),
     parted as materialized (
       select g.* from groups g join sizes s on s.id = g.id and s.students >= least($1, s.most)
        where exists (select 1 from course_modules c join academic_years y on y.id = c.academic_year_id join modules m on m.id = c.module_id and m.code = any($2)
                       where c.course_id = g.course_id and extract(year from y.starts_on)::int - g.entry_year + 1 = c.study_year)),
     parts as (
       insert into groups (institution_id, name, kind, parent_id, course_id, entry_year, language, education_form_id, capacity, status, created_at, updated_at)
       select institution_id, name || '/' || n, 'SUBGROUP', id, course_id, entry_year, language, education_form_id, 15, status, created_at, updated_at
         from parted cross join generate_series(1, 2) n order by id, n
       returning id, parent_id, right(name, 1)::int as number)
     insert into group_members (institution_id, group_id, student_id, kind, starts_on, ends_on)
     select x.institution_id, p.id, x.student_id, 'SUBGROUP', x.starts_on, x.ends_on
       from (select m.*, ntile(2) over (partition by m.group_id order by s.full_name, s.id) as number
               from group_members m join parted on parted.id = m.group_id join students s on s.id = m.student_id) x
       join parts p on p.parent_id = x.group_id and p.number = x.number`,
    [PARTED, codesInParts()],
  );
}
