import type { Day } from './days.ts';
import { type AcademicYear, orderNumber, type Person, personOf, type Taught, type World } from './world.ts';

/** What is taught: lessons with their registers, marks from the first draft to the board, and retakes. */

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The lessons of a semester, dated, for the groups that hear them. */
export async function planLessons(world: World, taught: Taught, days: Day[]): Promise<void> {
  const { attendance, groups } = await world.as('registrar_officer');
  const hearing = await groups.group.for_assessment({ course_module_id: taught.id });
  if (hearing.length === 0) return;
  const begin = 8 * 60 + 20 * taught.slot;
  for (const date of days)
    await attendance.class_session.save({
      course_module_id: taught.id,
      date,
      starts_at: clock(begin),
      ends_at: clock(begin + 20),
      kind: 'LECTURE',
      staff_id: taught.lecturer_id,
      group_ids: hearing.map(({ id }) => id),
    });
}

/** Every lesson of the day is called by whoever gave it. */
export async function callRegisters(world: World, taught: Taught): Promise<void> {
  const { attendance } = await world.as(taught.lecturer);
  const lessons = await attendance.class_session.list({
    course_module_id: taught.id,
    from: world.day,
    to: world.day,
    uncalled: true,
  });
  for (const { id } of lessons.content) {
    const { cells } = await attendance.attendance.register({ session_id: id });
    await attendance.attendance.save({
      session_id: id,
      calling: true,
      cells: cells
        .filter(({ student_id }) => !world.random.chance(personOf(world, student_id)?.diligence ?? 1))
        .map(({ student_id }) => ({ student_id, status: 'NOT_ATTENDED' })),
    });
  }
}

/** Marks of one component: what each student reached. Answers how many were typed. */
export async function enterMarks(world: World, taught: Taught, code: string, attempt = 1): Promise<number> {
  const { mark } = (await world.as(taught.lecturer)).assessment;
  const component_id = taught.parts[code]!;
  const grid = await mark.gradebook({ course_module_id: taught.id, attempt });
  const at = grid.leaves.indexOf(component_id);
  const admitted = code === 'YN' ? await admittedTo(world, taught, attempt) : undefined;
  const marks = grid.students
    .filter(({ left, states, flags }) => !left && '.D'.includes(states[at]!) && flags.split(',')[at] !== 'N')
    .flatMap(({ id, versions }) => {
      const person = personOf(world, id);
      if (id === null || !person) return [];
      const value = Math.min(100, Math.max(0, Math.round(person.ability * 100) + world.random.between(-18, 22)));
      const absent = admitted && !admitted.has(id);
      return [
        {
          component_id,
          student_id: id,
          attempt,
          ...(absent ? { special: 'ABSENT' as const } : { value }),
          version: Number(versions.split(',')[at]) || null,
        },
      ];
    });
  if (marks.length === 0) return 0;
  const saved = await mark.bulk({ course_module_id: taught.id, marks });
  const kept = saved.conflicts.length + saved.refused.length;
  if (kept > 0) throw new Error(`marks were not taken: ${JSON.stringify([saved.conflicts, saved.refused])}`);
  return marks.length;
}

async function admittedTo(world: World, taught: Taught, attempt: number): Promise<Set<number>> {
  const { assessment } = await world.as(taught.lecturer);
  const { students } = await assessment.admission.read({ course_module_id: taught.id, attempt });
  return new Set(students.filter(({ admitted }) => admitted).map(({ student }) => student.id));
}

/** From drafts to what students see: typed by one, moderated by another, published by the office. */
export async function release(world: World, taught: Taught, attempt = 1): Promise<void> {
  const run = { course_module_id: taught.id, attempt };
  await (await world.as(taught.lecturer)).assessment.release.submit(run);
  await (await world.as(taught.leader)).assessment.release.status({ ...run, from: 'SUBMITTED', status: 'MODERATED' });
  await (await world.as('registrar_officer')).assessment.release.status({
    ...run,
    from: 'MODERATED',
    status: 'PUBLISHED',
  });
}

/** The board confirms whatever is published whole. Answers whether it did, or there was nothing. */
export async function confirm(world: World, taught: Taught): Promise<boolean> {
  const { board } = (await world.as('course_leader')).assessment.release;
  const ready = await board.ready({ course_module_id: taught.id });
  if (ready.students === 0) return true;
  if (!ready.ready) return false;
  const [chair, secretary] = await board.people({});
  await board.confirm({
    course_module_id: taught.id,
    number: orderNumber(world),
    held_on: world.day,
    members: [
      { staff_id: chair!.id, role: 'CHAIR' },
      { staff_id: secretary!.id, role: 'SECRETARY' },
    ],
  });
  return true;
}

/** Whoever failed is registered for the next attempt. Answers who. */
export async function registerRetakes(world: World, taught: Taught): Promise<Person[]> {
  const { assessment } = await world.as('exam_head');
  const { content } = await assessment.mark.history({ course_module_id: taught.id, passed: false, size: 200 });
  const registered: Person[] = [];
  for (const { student, complete, attempt } of content) {
    const person = personOf(world, student.id);
    if (!complete || attempt > 1 || !person) continue;
    await assessment.retake.save({
      course_module_id: taught.id,
      student_id: student.id,
      component_ids: [taught.parts.YN!],
      reason: 'Qayta topshirish',
    });
    registered.push(person);
  }
  return registered;
}

/** Students who are in the year of a choice choose; of those who wait some take the other one, and some forget it all. */
export async function chooseModule(world: World, person: Person): Promise<boolean> {
  if (world.random.chance(0.15)) return false;
  const { module_choice } = (await world.as(person.phone)).groups;
  const open = (await module_choice.offers({})).filter((offer) => offer.open && offer.mine === null);
  if (open.length === 0) return false;
  const wished = world.random.pick(open);
  const { mine } = await module_choice.choose({ course_module_id: wished.course_module_id });
  const other = open.find((offer) => offer !== wished);
  if (!other || !world.random.chance(mine === 'WAITING' ? 0.5 : 0.1)) return true;
  await module_choice.withdraw({ course_module_id: wished.course_module_id });
  await module_choice.choose({ course_module_id: other.course_module_id });
  return true;
}

/** Who has chosen nothing, or still waits, is put into a module that has a place. Answers how many. */
export async function assignChoices(world: World, year: AcademicYear): Promise<number> {
  const { enrollment, groups } = await world.as('registrar_officer');
  const { content } = await enrollment.enrollment.list({
    academic_year_id: year.id,
    study_year: 2,
    status: ['ACTIVE'],
    size: 200,
  });
  let put = 0;
  for (const { student } of content) {
    const student_id = student.id;
    const offers = await groups.module_choice.offers({ student_id });
    const here = offers.filter((offer) => year.taught.some(({ id }) => id === offer.course_module_id));
    if (here.length === 0 || here.some(({ mine }) => mine === 'CHOSEN')) continue;
    for (const { course_module_id } of here.filter(({ mine }) => mine === 'WAITING'))
      await groups.module_choice.withdraw({ course_module_id, student_id });
    const free = here.find(({ capacity, chosen }) => capacity === null || chosen < capacity)!;
    await groups.module_choice.choose({ course_module_id: free.course_module_id, student_id });
    put++;
  }
  return put;
}
