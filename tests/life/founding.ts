import { staffMember } from '#demo/people.ts';
import type { Day } from './days.ts';
import type { Course, World } from './world.ts';

/** The university as its administrator makes it: a faculty with a dean, programmes, modules, rooms and teachers. */

const named = (uz: string) => ({ uz, ru: uz, en: uz });
const teachers = 6;
const halls = 4;
const programmes = [
  { code: '60310100', title: 'Iqtisodiyot', level: 'BACHELOR', years: 4, perSemester: 2 },
  { code: '60610100', title: 'Dasturiy injiniring', level: 'BACHELOR', years: 4, perSemester: 2 },
  { code: '70310102', title: 'Iqtisodiyot magistraturasi', level: 'MASTER', years: 2, perSemester: 2 },
] as const;
const semesterCredits = 30;

export interface Staff {
  username: string;
  id: number;
}

/** Answers who teaches: the lecturers, and after them the leaders of modules. */
export async function found(world: World): Promise<{ lecturers: Staff[]; leaders: Staff[] }> {
  const admin = await world.as('admin');
  const hr = await world.as('hr_head');
  const office = await world.as('registrar_head');
  const faculty = await admin.institutions.department.save({ title: named('Iqtisodiyot fakulteti'), kind: 'FACULTY' });
  // Where exams are written, at desks in rows.
  for (let n = 1; n <= halls; n++)
    await admin.institutions.education_place.save({
      name: `Zal ${n}`,
      kind: 'CLASSROOM',
      capacity: 48,
      seat_rows: 8,
      seat_columns: 6,
    });
  const { id: job_position_id } = await hr.staff.job.save({ title: named('Oʻqituvchi'), kind: 'TEACHING' });
  const employ = async (n: number, username: string, role: string): Promise<Staff> => {
    const { firstname, lastname } = staffMember(n);
    const { id } = await hr.staff.staff.save({ firstname, lastname, department_id: faculty.id, job_position_id });
    await hr.staff.staff.account({ id, username, roles: [role] });
    return { username, id };
  };
  const lecturers: Staff[] = [];
  for (let n = 0; n < teachers; n++) lecturers.push(await employ(n, `lecturer${n + 1}`, 'TEACHER'));
  const leaders: Staff[] = [];
  for (let n = 0; n < 2; n++) leaders.push(await employ(teachers + n, `leader${n + 1}`, 'MODULE_LEADER'));
  await foundDean(world, faculty.id);
  for (const programme of programmes) {
    const { code, title, level, years, perSemester } = programme;
    const made = await office.curriculum.course.save({
      code,
      title: named(title),
      level,
      languages: ['uz'],
      years,
      credits: years * 2 * semesterCredits,
      department_id: faculty.id,
    });
    const course: Course = { id: made.id, code, level, years, modules: [] };
    for (let year = 1; year <= years; year++)
      for (const semester of [1, 2] as const) {
        // The end of each programme is one large work.
        const last = year === years && semester === 2;
        const count = last ? 1 : perSemester;
        const credits = semesterCredits / count;
        // In the first semester of the second year one of two is chosen.
        const choices = year === 2 && semester === 1;
        for (let n = 1; n <= count + Number(choices); n++) {
          const choice = choices && n >= count;
          const { id } = await office.curriculum.module.save({
            code: `${code.slice(1, 4)}-${level[0]}${year}${semester}${n}`,
            title: named(last ? 'Bitiruv ishi' : `${title} ${year}.${semester}.${n}`),
            type: choice ? 'OPTIONAL' : 'CORE',
            part: last ? 'THESIS' : 'TAUGHT',
            credits,
            lecture_hours: 20,
          });
          course.modules.push({ id, year, semester, credits, choice });
        }
      }
    world.courses.push(course);
  }
  return { lecturers, leaders };
}

/** The dean's account is there with its role; the record that says of which faculty is made for it by the administrator. */
async function foundDean(world: World, department_id: number): Promise<void> {
  const admin = await world.as('admin');
  const { id } = await admin.staff.staff.save({ firstname: 'Dilshod', lastname: 'Dekanov', department_id });
  await admin.staff.staff.account({ id, username: 'faculty.dean', roles: ['DEAN'] });
}

/** The days of the academic year that begins in September of a year. */
export function calendarOf(first: number) {
  const day = (year: number, rest: string): Day => `${first + year}-${rest}`;
  return {
    prepare: day(0, '05-04'),
    opens: day(0, '05-10'),
    closes: day(0, '06-30'),
    checks: [day(0, '05-25'), day(0, '06-14'), day(0, '07-01')],
    ranking: day(0, '07-04'),
    offers: day(0, '07-05'),
    deadline: day(0, '08-15'),
    groups: day(0, '08-05'),
    enrolment: [day(0, '08-16'), day(0, '08-28')],
    contracts: day(0, '08-20'),
    chooses: [day(0, '08-22'), day(0, '09-10')],
    assigned: [day(0, '09-13'), day(0, '10-10'), day(0, '12-05')],
    begins: day(0, '09-01'),
    seats: [day(0, '09-01'), day(0, '10-01'), day(0, '12-01'), day(1, '02-05'), day(1, '04-01')],
    semesters: [
      {
        begins: day(0, '09-02'),
        lessons: [day(0, '09-20'), day(0, '10-18'), day(0, '11-15')],
        coursework: day(0, '12-20'),
        halls: [day(0, '12-26'), day(1, '01-03'), day(1, '01-09')],
        exams: day(1, '01-10'),
        board: day(1, '01-13'),
        registers: day(1, '01-17'),
        hallsAgain: [day(1, '01-19'), day(1, '01-21'), day(1, '01-24')],
        retakes: day(1, '01-25'),
        secondBoard: day(1, '01-27'),
        amends: day(1, '01-29'),
        ends: day(1, '01-31'),
      },
      {
        begins: day(1, '02-03'),
        lessons: [day(1, '02-21'), day(1, '03-15'), day(1, '04-18')],
        coursework: day(1, '05-23'),
        halls: [day(1, '05-25'), day(1, '06-01'), day(1, '06-07')],
        exams: day(1, '06-08'),
        board: day(1, '06-11'),
        registers: day(1, '06-14'),
        hallsAgain: [day(1, '06-16'), day(1, '06-18'), day(1, '06-21')],
        retakes: day(1, '06-22'),
        secondBoard: day(1, '06-24'),
        amends: day(1, '06-26'),
        ends: day(1, '06-30'),
      },
    ],
    award: day(1, '07-03'),
    progression: day(1, '07-10'),
    leaves: day(1, '07-14'),
    ends: day(1, '07-31'),
    closed: day(1, '08-02'),
  };
}
export type Calendar = ReturnType<typeof calendarOf>;
