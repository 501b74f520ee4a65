import type { Calls } from './calls.ts';
import { plus } from './days.ts';
import { calendarOf, type Staff } from './founding.ts';
import { type AcademicYear, type Course, orderNumber, type Person, type Taught, type World } from './world.ts';

/** What the offices do: prepare a year, admit, contract, enrol, and turn the year. */

const named = (uz: string) => ({ uz, ru: uz, en: uz });
const text =
  '# 1\n{name}, {number}, {amount}, {instalments}\n\n# 2\n{institution} {course} {academic_year} {fine_per_day}';
const price = { BACHELOR: '12000000', MASTER: '16000000' };
export const roomsOfGroup = 15;

/** The academic year with its semesters, plans, teachers, marks' plans, intakes and fees, while the year before still runs. */
export async function prepareYear(
  world: World,
  first: number,
  places: number,
  { lecturers, leaders }: { lecturers: Staff[]; leaders: Staff[] },
): Promise<AcademicYear> {
  const when = calendarOf(first);
  const admin = await world.as('admin');
  const dates = {
    name: `${first}/${first + 1}`,
    starts_on: when.begins,
    ends_on: when.ends,
    semesters: when.semesters.map(({ begins, ends }, at) => ({ number: at + 1, starts_on: begins, ends_on: ends })),
  };
  const before = world.years.at(-1);
  // The first is founded; every other is made of the one before.
  const id = before
    ? await makeYear(world, before, dates)
    : (await admin.institutions.academic_year.save({ ...dates, current: true })).id;
  const year: AcademicYear = { id, first, taught: [], campaigns: new Map() };
  world.years.push(year);
  await planTeaching(world, year, places, lecturers, leaders);
  if (before) await copyPlans(world, before, year);
  for (const level of ['BACHELOR', 'MASTER'] as const) {
    const money = (await world.as('accounting_head')).accounting.agreement;
    // The act of the new year has carried the fees on as drafts; in the first year there was none to carry.
    const { content } = await money.list({ academic_year_id: year.id, status: ['DRAFT'], size: 200 });
    const carried = content.find((one) => one.level === level);
    const { id } =
      carried ??
      (await money.save({
        name: `${level}-${first}`,
        title: named(`Shartnoma ${first}`),
        level,
        academic_year_id: year.id,
        type: 'BASIC',
        amount: price[level],
        instalments: [
          { share: 50, due_on: plus(when.begins, 20) },
          { share: 50, due_on: `${first + 1}-02-20` },
        ],
        fine: { percent_per_day: 0.1, most_percent: 50, grace_days: 3 },
        minimum_share: 25,
        text: { uz: text, ru: text, en: text },
      }));
    await money.publish({ id });
  }
  for (const course of world.courses) {
    const { id } = await admin.curriculum.course_campaign.save({
      course_id: course.id,
      academic_year_id: year.id,
      language: 'uz',
      opens_on: when.opens,
      closes_on: when.closes,
      grant_quota: course.level === 'BACHELOR' ? Math.ceil(places / 20) : 0,
      contract_quota: places,
      waiting_limit: 5,
      status: 'OPEN',
    });
    year.campaigns.set(course.id, id);
  }
  return year;
}

type Dates = NonNullable<Parameters<Calls['enrollment']['turn']['make_year']>[0]['year']>;

/** The act of the new year: dates, plans with their teachers and days of choice, the last days of groups. Answers its id. */
async function makeYear(world: World, before: AcademicYear, year: Dates): Promise<number> {
  const { turn } = (await world.as('registrar_head')).enrollment;
  await runNewYear(world, before, year);
  const { year: made } = await turn.new_year({ academic_year_id: before.id });
  return made!.id;
}

/** Runs it, as often as more has become possible. Answers how much was made. */
export async function runNewYear(world: World, before: AcademicYear, year?: Dates): Promise<number> {
  const { turn } = (await world.as('registrar_head')).enrollment;
  const { count, job } = await turn.make_year({ academic_year_id: before.id, ...(year ? { year } : {}) });
  if (!job) return 0;
  const { state, error } = await world.api.finished(job.id);
  if (state !== 'done') throw new Error(`the new year was not made: ${error}`);
  const again = await turn.make_year({ academic_year_id: before.id });
  if (again.count) throw new Error(`the new year is made twice: ${JSON.stringify(again)}`);
  return count;
}

/** What is taught in a year: the study years that somebody can be in by then. */
async function planTeaching(
  world: World,
  year: AcademicYear,
  places: number,
  lecturers: Staff[],
  leaders: Staff[],
): Promise<void> {
  const { curriculum } = await world.as('registrar_head');
  const founded = world.years[0]!.first;
  const when = calendarOf(year.first);
  const [choice_opens_on, choice_closes_on] = when.chooses;
  let slot = 0;
  for (const course of world.courses) {
    const carried = await curriculum.course_module.list({ course_id: course.id, academic_year_id: year.id, size: 200 });
    let scarce = true;
    for (const { id: module_id, year: study_year, semester, choice } of course.modules) {
      if (study_year > year.first - founded + 1) continue;
      const there = carried.content.find((row) => row.module_id === module_id);
      const { id, version } =
        there ??
        (await curriculum.course_module.save({
          course_id: course.id,
          academic_year_id: year.id,
          study_year,
          semester,
          module_id,
          active: true,
          // Of two that are chosen the first has fewer places than would like to have one.
          ...(choice
            ? { choice_opens_on, choice_closes_on, capacity: scarce ? Math.max(1, Math.ceil(places / 8)) : null }
            : {}),
        }));
      if (choice) scarce = false;
      const lecturer = lecturers[slot % lecturers.length]!;
      const leader = leaders[slot % leaders.length]!;
      await curriculum.course_module.teachers({
        course_module_id: id,
        version,
        teachers: [
          { staff_id: lecturer.id, role: 'LECTURER' },
          { staff_id: leader.id, role: 'LEADER' },
        ],
      });
      year.taught.push({
        id,
        year,
        course,
        study_year,
        semester,
        lecturer: lecturer.username,
        lecturer_id: lecturer.id,
        leader: leader.username,
        parts: there ? {} : await planMarks(world, id, course.level === 'BACHELOR' ? '150000' : null),
        choice,
        slot: slot++,
      });
    }
  }
}

/** How a module is marked. Answers its components by code. */
async function planMarks(world: World, course_module_id: number, retake_fee: string | null): Promise<Taught['parts']> {
  const { assessment } = await world.as('registrar_head');
  const plan = await assessment.plan.save({
    course_module_id,
    state: 'ACTIVE',
    retake_attempts: 2,
    retake_fee,
    components: [
      { code: 'JN', title: named('Joriy nazorat'), kind: 'COURSEWORK', weight: 40 },
      { code: 'YN', title: named('Yakuniy nazorat'), kind: 'EXAM', weight: 60, minimum: 50 },
    ],
  });
  return Object.fromEntries(plan.components.map((part) => [part.code, part.id]));
}

/** Modules that were taught in the year before are marked as they were then. */
async function copyPlans(world: World, before: AcademicYear, year: AcademicYear): Promise<void> {
  const { plan } = (await world.as('registrar_head')).assessment;
  await plan.copy({ from_academic_year_id: before.id, to_academic_year_id: year.id, apply: true });
  for (const one of year.taught.filter(({ parts }) => !parts.YN)) {
    const { content } = await plan.list({ course_module_id: one.id });
    const { id, version, components } = await plan.get({ id: content[0]!.id });
    one.parts = Object.fromEntries(components.map((part) => [part.code, part.id]));
    await plan.save({ id, version, state: 'ACTIVE' });
  }
}

/** The form that applicants of a year fill in. */
export async function openForm(world: World, year: AcademicYear): Promise<number> {
  const { plain } = (await world.as('admission_moderator')).admissions;
  const { opens, closes } = calendarOf(year.first);
  const { id, version } = await plain.form.save({
    title: named(`Qabul ${year.first}`),
    academic_year_id: year.id,
    opens_on: opens,
    closes_on: closes,
  });
  await plain.batch.save({
    form_id: id,
    title: named('Taʼlim'),
    fields: [{ key: 'school', type: 'TEXT', title: named('Maktab'), required: true, max: 100 }],
  });
  await plain.form.save({ id, version, status: 'PUBLISHED' });
  return id;
}

/** Whoever sent an application since the last time is looked at, and gets the points of the state's test. */
export async function checkApplications(world: World): Promise<void> {
  const { plain, exam } = (await world.as('admission_moderator')).admissions;
  const { content } = await plain.application.list({ status: ['SUBMITTED'], size: 200, sort: 'id' });
  if (content.length === 0) return;
  const ids = content.map(({ id }) => id);
  await plain.application.status_many({ ids, status: 'DOCUMENTS_CHECK' });
  // Of whoever brings credits from elsewhere they are compared first.
  const compared = content.filter(({ applicant_type }) => applicant_type === 'master').map(({ id }) => id);
  if (compared.length) await plain.application.status_many({ ids: compared, status: 'CREDITS_COMPARED' });
  await plain.application.status_many({ ids, status: 'VERIFIED' });
  for (const { id } of content) {
    const person = world.byApplication.get(id)!;
    const points = Math.round(person.ability * 150) + world.random.below(30);
    await exam.score.save({ application_id: id, subject: 'Matematika', source: 'DTM', points });
  }
}

/** One prepares who is recommended, another publishes it. */
export async function rank(world: World, year: AcademicYear): Promise<void> {
  for (const campaign_id of year.campaigns.values()) {
    const { prepared } = await (await world.as('admission_moderator')).admissions.exam.ranking.prepare({ campaign_id });
    if (prepared?.count) await (await world.as('admin')).admissions.exam.ranking.publish({ campaign_id });
  }
}

/** Whoever is recommended gets an offer, and with it a contract. Answers who. */
export async function offer(world: World, year: AcademicYear): Promise<Person[]> {
  const { plain } = (await world.as('admission_moderator')).admissions;
  const { content } = await plain.application.list({ status: ['RECOMMENDED'], size: 200, sort: 'id' });
  if (content.length)
    await plain.application.status_many({
      ids: content.map(({ id }) => id),
      status: 'OFFERED',
      deadline_on: calendarOf(year.first).deadline,
    });
  return content.map(({ id, decision }) => {
    const person = world.byApplication.get(id)!;
    person.granted = decision?.tuition === 'GRANT';
    return person;
  });
}

/** Whoever has a place that the state pays comes and says yes; the office notes it. */
export async function noteAcceptance(world: World, person: Person): Promise<void> {
  const { plain } = (await world.as('admission_moderator')).admissions;
  await plain.application.status_many({ ids: [person.application!], status: 'CONTRACT_ACCEPTED' });
}

/** A payment arrives at the bank for a contract; accounting enters it. */
export async function receive(world: World, contract_id: number, amount: string): Promise<void> {
  const { accounting } = await world.as('accounting_head');
  await accounting.payment.save({
    contract_id,
    amount,
    paid_on: world.day,
    payment_type: 'BANK',
    external_ref: orderNumber(world),
  });
}

/** Groups for those who will come, by course. */
export async function makeGroups(world: World, year: AcademicYear, coming: Person[]): Promise<void> {
  for (const course of world.courses) {
    const count = coming.filter((person) => person.course === course).length;
    for (let n = 1; n <= Math.max(1, Math.ceil(count / roomsOfGroup)); n++)
      await makeGroup(world, course, year.first, n);
  }
}

async function makeGroup(world: World, course: Course, entry_year: number, n: number): Promise<{ id: number }> {
  const { groups } = await world.as('registrar_officer');
  return groups.group.save({
    name: `${course.code.slice(1, 4)}-${course.level[0]}${entry_year % 100}-${n}`,
    course_id: course.id,
    entry_year,
    language: 'uz',
    // Whoever repeats or comes back finds a place as well.
    capacity: roomsOfGroup + 10,
  });
}

/** Those who paid and did not enrol themselves are enrolled together; whoever did or was is known by the record from now on. */
export async function enrol(world: World): Promise<void> {
  const { candidates } = (await world.as('registrar_officer')).enrollment;
  const waiting = (await candidates.list({ size: 200, sort: 'id' })).content.filter(({ can }) => can?.enroll);
  const ids = waiting.map(({ id }) => id);
  if (ids.length) {
    const told = await candidates.enroll({ application_ids: ids, preview: true });
    const fit = told.rows.filter(({ code }) => code === null).map(({ id }) => id);
    if (fit.length)
      await candidates.enroll({ application_ids: fit, order_number: orderNumber(world), order_date: world.day });
  }
  const { content } = await candidates.list({ state: 'enrolled', size: 200, sort: 'id,desc' });
  for (const { id, student } of content) {
    const person = world.byApplication.get(id);
    if (!person || !student) continue;
    person.student = student.id;
    world.byStudent.set(student.id, person);
  }
}

/** The year that begins is the running one for everybody. */
export async function beginYear(world: World, year: AcademicYear): Promise<void> {
  const { academic_year } = (await world.as('admin')).institutions;
  const { version } = await academic_year.get({ id: year.id });
  await academic_year.save({ id: year.id, version, current: true });
}

/** What becomes of everybody at the end of a year, by the rules; decided and applied as one long work. */
export async function progress(world: World, year: AcademicYear): Promise<void> {
  const { turn } = (await world.as('registrar_head')).enrollment;
  const { job } = await turn.progress({
    academic_year_id: year.id,
    order_number: orderNumber(world),
    order_date: world.day,
  });
  if (!job) return;
  const { state, error } = await world.api.finished(job.id);
  if (state !== 'done') throw new Error(`the progression failed: ${error}`);
}

/**
 * The dean lets some of those go on who would repeat, and says what becomes of those who have not completed their programme; before
 * the next year, which is `last`, also of whoever still waits for something.
 */
export async function decide(world: World, year: AcademicYear, last = false): Promise<void> {
  const { turn } = (await world.as('faculty.dean')).enrollment;
  const held = await turn.students({ academic_year_id: year.id, outcome: ['HELD'], size: 200 });
  for (const { id, applied, cause } of held.content)
    if (!applied && (last || cause === 'PROGRAMME_NOT_COMPLETED'))
      await turn.decide({
        enrollment_id: id,
        outcome: world.random.chance(0.5) ? 'REPEATS' : 'LEAVES',
        reason: 'Dastur tugallanmagan',
      });
  const { content } = await turn.students({ academic_year_id: year.id, outcome: ['REPEATS'], size: 200 });
  const lastYear = new Map(world.courses.map(({ id, years }) => [id, years]));
  // Of those in their last year nobody goes on.
  for (const { id, applied, course, study_year } of content)
    if (!applied && study_year < (lastYear.get(course.id) ?? 0) && world.random.chance(0.3))
      await turn.decide({ enrollment_id: id, outcome: 'CONDITIONAL', reason: 'Kengash qarori' });
}

/** Whoever studies and is in no group gets a place with those of their year of study; where all are full another group is made. */
export async function seatWaiting(world: World): Promise<number> {
  const office = await world.as('registrar_officer');
  let seated = 0;
  for (const { course_id, entry_year, students } of await office.groups.group.waiting({})) {
    if (students === 0) continue;
    const { unassigned } = await office.groups.group.assignment({ course_id, entry_year });
    const course = world.courses.find(({ id }) => id === course_id)!;
    for (const { id } of unassigned) {
      const { content } = await office.enrollment.enrollment.list({ student_id: id, status: ['ACTIVE'], size: 10 });
      const year = world.years.find((one) => content.some((row) => row.academic_year.id === one.id));
      // Whose year has not begun yet waits for it.
      if (!year) continue;
      const cohort = year.first + 1 - content.find((row) => row.academic_year.id === year.id)!.study_year;
      const groups = await office.groups.group.list({ course_id, kind: 'MAIN', size: 200 });
      const fit =
        groups.content.find((group) => group.entry_year === cohort && group.students < group.capacity) ??
        (await makeGroup(
          world,
          course,
          cohort,
          groups.content.filter((group) => group.entry_year === cohort).length + 1,
        ));
      await office.groups.group.assign({ group_id: fit.id, student_ids: [id], reason: 'Guruhsiz qolgan edi' });
      seated++;
    }
  }
  return seated;
}
