import { plus } from './days.ts';
import { calendarOf, type Staff } from './founding.ts';
import { type AcademicYear, orderNumber, type Person, personOf, type World } from './world.ts';

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
  const made = await admin.institutions.academic_year.save({
    name: `${first}/${first + 1}`,
    starts_on: when.begins,
    ends_on: when.ends,
    current: world.years.length === 0,
    semesters: when.semesters.map(({ begins, ends }, at) => ({ number: at + 1, starts_on: begins, ends_on: ends })),
  });
  const year: AcademicYear = { id: made.id, first, taught: [], campaigns: new Map() };
  world.years.push(year);
  await planTeaching(world, year, lecturers, leaders);
  for (const level of ['BACHELOR', 'MASTER'] as const) {
    const money = (await world.as('accounting_head')).accounting.agreement;
    const { id } = await money.save({
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
    });
    await money.publish({ id });
  }
  for (const course of world.courses) {
    const { id } = await admin.curriculum.course_campaign.save({
      course_id: course.id,
      academic_year_id: year.id,
      language: 'uz',
      opens_on: when.opens,
      closes_on: when.closes,
      grant_quota: 0,
      contract_quota: places,
      waiting_limit: 5,
      status: 'OPEN',
    });
    year.campaigns.set(course.id, id);
  }
  return year;
}

/** What is taught in a year: the study years that somebody can be in by then. */
async function planTeaching(world: World, year: AcademicYear, lecturers: Staff[], leaders: Staff[]): Promise<void> {
  const { curriculum, assessment } = await world.as('registrar_head');
  const founded = world.years[0]!.first;
  let slot = 0;
  for (const course of world.courses)
    for (const { id: module_id, year: study_year, semester } of course.modules) {
      if (study_year > year.first - founded + 1) continue;
      const { id, version } = await curriculum.course_module.save({
        course_id: course.id,
        academic_year_id: year.id,
        study_year,
        semester,
        module_id,
        active: true,
      });
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
      const plan = await assessment.plan.save({
        course_module_id: id,
        state: 'ACTIVE',
        retake_attempts: 2,
        components: [
          { code: 'JN', title: named('Joriy nazorat'), kind: 'COURSEWORK', weight: 40 },
          { code: 'YN', title: named('Yakuniy nazorat'), kind: 'EXAM', weight: 60, minimum: 50 },
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
        parts: Object.fromEntries(plan.components.map((part) => [part.code, part.id])),
        slot: slot++,
      });
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
    const person = world.people.find((one) => one.application === id)!;
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
  return content.map(({ id }) => world.people.find((one) => one.application === id)!);
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
  const { groups } = await world.as('registrar_officer');
  for (const course of world.courses) {
    const count = coming.filter((person) => person.course === course).length;
    for (let n = 1; n <= Math.max(1, Math.ceil(count / roomsOfGroup)); n++)
      await groups.group.save({
        name: `${course.code.slice(1, 4)}-${course.level[0]}${year.first % 100}-${n}`,
        course_id: course.id,
        entry_year: year.first,
        language: 'uz',
        // Whoever repeats or comes back finds a place as well.
        capacity: roomsOfGroup + 10,
      });
  }
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
    const person = world.people.find((one) => one.application === id);
    if (person && student) person.student = student.id;
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

type Outcome = 'REPEATS' | 'LEAVES';
/** Who repeats or leaves by the rules of a year, with their year of study. */
async function outcomesOf(world: World, year: AcademicYear, outcome: Outcome, who = 'registrar_head') {
  const { turn } = (await world.as(who)).enrollment;
  const { content } = await turn.students({ academic_year_id: year.id, outcome: [outcome], size: 200 });
  return content.flatMap((row) => {
    const person = personOf(world, row.student.id);
    return person ? [{ ...row, person }] : [];
  });
}
export const whoBecomes = async (world: World, year: AcademicYear, outcome: Outcome): Promise<Person[]> =>
  (await outcomesOf(world, year, outcome)).map(({ person }) => person);

/** The dean lets some of those go on who would repeat. */
export async function decide(world: World, year: AcademicYear): Promise<void> {
  const { turn } = (await world.as('faculty.dean')).enrollment;
  for (const { id, applied } of await outcomesOf(world, year, 'REPEATS', 'faculty.dean'))
    if (!applied && world.random.chance(0.3))
      await turn.decide({ enrollment_id: id, outcome: 'CONDITIONAL', reason: 'Kengash qarori' });
}

/** Whoever repeats sits from the first day on with those who come after them. */
export async function seatRepeaters(world: World, year: AcademicYear): Promise<void> {
  const { groups } = await world.as('registrar_officer');
  const day = `${year.first + 1}-09-01`;
  for (const { person, study_year, applied } of await outcomesOf(world, year, 'REPEATS')) {
    const { content } = await groups.group.list({ course_id: person.course.id, kind: 'MAIN', size: 200 });
    const fit = content.find(
      ({ entry_year, students, capacity }) => entry_year === year.first + 2 - study_year && students < capacity,
    );
    if (fit && applied)
      await groups.group.transfer({
        student_id: person.student!,
        group_id: fit.id,
        from: day,
        reason: 'Kursni takrorlaydi',
      });
  }
}
