import { type Answer, type Api, type Caller, startApi } from './api.ts';

/** A module of 20 hours taught to one group of five, in a semester around today; for tests of registers. */
export interface TeachingScene {
  api: Api;
  office: Caller;
  teacher: Caller;
  /** Another who may do everything. */
  second: Caller;
  /** The first of the group. */
  student: Caller;
  course: { id: number };
  plan: number;
  group: number;
  entry: number;
  people: number[];
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  sql(text: string, values?: unknown[]): Promise<any[]>;
  /** The day that many days from today. */
  day(ahead: number): string;
  /** Makes a lesson on that day at an hour of its own, so that none is in the way of another. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  lesson(ahead: number, more?: object): Promise<Answer<any>>;
  /** Saves cells of a register. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  call(by: Caller, session_id: number, cells: object[], more?: object): Promise<Answer<any>>;
}

const named = (uz: string) => ({ uz, ru: '', en: '' });

/** What everybody is in a register, by student. */
export const statuses = (body: { cells: { student_id: number; status: string | null }[] }) =>
  Object.fromEntries(body.cells.map((cell) => [cell.student_id, cell.status]));

export async function teachingScene(environment: Record<string, string> = {}): Promise<TeachingScene> {
  const api = await startApi({ environment });
  const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
  const today = (await sql("select (edulab_now() at time zone 'Asia/Tashkent')::date::text as day"))[0].day;
  const day = (ahead: number) => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10);
  const [office, teacher, second, student] = [
    await api.as('registrar_head'),
    await api.as('teacher'),
    await api.as('admin'),
    await api.as('bachelor_student'),
  ];
  const entry = Number(day(-100).slice(0, 4));
  const year = (
    await second.post('/academic_year/', {
      name: `${entry}/${entry + 1}`,
      starts_on: day(-100),
      ends_on: day(200),
      current: true,
      semesters: [
        { number: 1, starts_on: day(-90), ends_on: day(60) },
        { number: 2, starts_on: day(70), ends_on: day(180) },
      ],
    })
  ).body;
  const faculty = (await second.post('/department/', { title: named('Iqtisodiyot'), kind: 'FACULTY' })).body.id;
  const [staff] = await sql(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, department_id, search)
     select 1, id, 'A-1', 'Aziza', 'Karimova', $1, 'karimova' from accounts where username = 'teacher' returning id`,
    [faculty],
  );
  const course = (
    await office.post('/course/', {
      code: '60310100',
      title: named('Iqtisodiyot'),
      level: 'BACHELOR',
      languages: ['uz'],
      years: 4,
      credits: 240,
      department_id: faculty,
    })
  ).body;
  const module = (
    await office.post('/module/', {
      code: 'MAT1',
      title: named('Matematika'),
      type: 'CORE',
      credits: 6,
      lecture_hours: 10,
      seminar_hours: 10,
    })
  ).body;
  const plan = (
    await office.post('/cclsmodule/', {
      course_id: course.id,
      academic_year_id: year.id,
      study_year: 1,
      semester: 1,
      module_id: module.id,
    })
  ).body.id;
  await sql("insert into course_module_teachers values (1, $1, $2, 'LEADER')", [plan, staff.id]);
  const group = (
    await office.post('/group/', {
      name: 'IQ-1',
      course_id: course.id,
      entry_year: entry,
      language: 'uz',
      capacity: 30,
    })
  ).body.id;
  const people: number[] = (
    await sql(
      `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, department_id, search, status_since, account_id)
       select 1, 'T-' || n, 'Talaba', 'T' || n, 'BACHELOR', 'uz', $1, 'CONTRACT', $2, $3, 't', $4, case when n = 1 then (select id from accounts where username = 'bachelor_student') end from generate_series(1, 5) n returning id`,
      [entry, course.id, faculty, day(-99)],
    )
  ).map((row) => row.id);
  await office.post('/group/assign', { group_id: group, student_ids: people, starts_on: day(-99) });
  let hour = 0;
  return {
    api,
    office,
    teacher,
    second,
    student,
    course,
    plan,
    group,
    entry,
    people,
    sql,
    day,
    lesson: (ahead, more = {}) => {
      hour = (hour + 1) % 22;
      const at = String(hour).padStart(2, '0');
      return office.post('/class_session/', {
        course_module_id: plan,
        date: day(ahead),
        starts_at: `${at}:00`,
        ends_at: `${at}:50`,
        kind: 'LECTURE',
        group_ids: [group],
        ...more,
      });
    },
    call: (by, session_id, cells, more = {}) => by.post('/attendance/', { session_id, cells, ...more }),
  };
}
