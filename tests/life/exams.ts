import type { Day } from './days.ts';
import { type AcademicYear, orderNumber, type Person, personOf, type Taught, type World } from './world.ts';

/** Exams in halls: planned, seated and published by the office, read by those who sit there; retakes are paid before. */

/** Exams of a semester get days, halls and seats. Answers how many seats. */
export async function planExams(
  world: World,
  year: AcademicYear,
  taught: readonly Taught[],
  attempt: number,
  [starts_on, ends_on]: readonly [Day, Day],
): Promise<number> {
  const head = await world.as('exam_head');
  const read = await Promise.all(
    taught.map(({ id }) => head.assessment.admission.read({ course_module_id: id, attempt })),
  );
  if (!read.some(({ students }) => students.some(({ admitted }) => admitted))) return 0;
  const { semester } = taught[0]!;
  const semesters = await head.institutions.semester.all({ academic_year_id: year.id });
  const { exam_period } = head.timetable;
  const { id } = await exam_period.save({
    title: `${year.first}/${year.first + 1}, ${semester}-semestr, ${attempt}-urinish`,
    semester_id: semesters.find(({ number }) => number === semester)!.id,
    starts_on,
    ends_on,
    attempt,
  });
  const { job_id } = await exam_period.generate({ id, seconds: 1, seed: 1, admitted: true });
  const { state, error } = await world.api.finished(job_id);
  if (state !== 'done') throw new Error(`exams were not spread: ${error}`);
  const told = await exam_period.publish({ id });
  const done = await exam_period.publish({ id, apply: true });
  if (told.students !== done.students) throw new Error(`seats told: ${told.students}, given: ${done.students}`);
  await readOwnSeats(world, id);
  return done.students;
}

/**
 * One of each hall reads where they sit: as the plan of the hall has it. Which one, no chance says: in how many halls they
 * are is found within a second, and so not the same in every run of a seed.
 */
async function readOwnSeats(world: World, period_id: number): Promise<void> {
  const { exam_hall } = (await world.as('exam_head')).timetable;
  for (const { id } of await exam_hall.list({ period_id })) {
    const { seats, date } = await exam_hall.get({ id });
    const seat = seats[period_id % seats.length];
    const person = seat && personOf(world, seat.student.id);
    if (!person) continue;
    const mine = await (await world.as(person.phone)).timetable.exam.own();
    const found = mine.find((one) => one.hall_id === id);
    if (found?.row !== seat.row || found.column !== seat.column || found.date !== date)
      throw new Error(`seat ${JSON.stringify(seat)} reads as ${JSON.stringify(found)} for ${person.phone}`);
  }
}

/** What is owed besides contracts, as fees of retakes, arrives at the bank. */
export async function payFees(world: World, person: Person): Promise<boolean> {
  if (person.student === undefined) return false;
  const { payment } = (await world.as('accounting_head')).accounting;
  const { left } = await payment.balance({ student_id: person.student });
  if (Number(left) <= 0) return false;
  await payment.save({
    student_id: person.student,
    amount: left,
    paid_on: world.day,
    payment_type: 'BANK',
    external_ref: orderNumber(world),
  });
  return true;
}
