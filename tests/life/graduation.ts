import { payFees } from './exams.ts';
import type { Staff } from './founding.ts';
import { change, payRest, settleContracts } from './lives.ts';
import { type AcademicYear, type Course, personOf, type World } from './world.ts';

/** The end of the studies: a board awards degrees, an order graduates, and the diploma is checked by a stranger. */

/** Blanks of the state, as the office got them. */
export async function getBlanks(world: World): Promise<void> {
  const { blank } = (await world.as('registrar_officer')).credentials;
  for (const [kind, series] of [
    ['DIPLOMA', 'D'],
    ['SUPPLEMENT', 'I'],
  ] as const)
    await blank.series.save({ kind, series, first: 1, last: 10_000 });
}

/** The offices whose word a graduate needs: one is counted by the system, one is given by people. */
export async function openOffices(world: World): Promise<number> {
  const { office } = (await world.as('registrar_head')).assessment.clearance;
  const named = (uz: string) => ({ uz, ru: uz, en: uz });
  await office.save({ title: named('Buxgalteriya'), fault: 'MONEY_OWED' });
  const { id } = await office.save({ title: named('Kutubxona'), role: 'LIBRARY_MODERATOR' });
  return id;
}

/** Whoever may get a degree pays what is owed, and the library says its word; some must bring back a book first. */
export async function clear(world: World, course: Course, office_id: number): Promise<number> {
  const { award } = (await world.as('registrar_officer')).assessment;
  const { clearance } = (await world.as('library_moderator')).assessment;
  const { content } = await award.candidates({ course_id: course.id, due: true, size: 200 });
  for (const { student } of content) {
    const person = personOf(world, student.id);
    if (!person) continue;
    await settleContracts(world, person);
    await payRest(world, person);
    await payFees(world, person);
    const word = { student_id: student.id, office_id };
    if (world.random.chance(0.2)) await clearance.word({ ...word, clear: false, note: 'Kitob qaytarilmagan' });
    const sheet = await clearance.word({ ...word, clear: true });
    if (!sheet.clear) throw new Error(`nothing is open, and yet not clear: ${JSON.stringify(sheet)}`);
  }
  return content.length;
}

/** The board of a programme: whoever has reached what the plan asks is put on its list, decided about, and signed for. */
export async function award(world: World, year: AcademicYear, course: Course, members: Staff[]): Promise<number> {
  const office = (await world.as('registrar_officer')).assessment.award;
  const near = await office.candidates({ course_id: course.id, due: true, size: 200 });
  if (near.content.length === 0) return 0;
  let board = await office.board.save({
    course_id: course.id,
    academic_year_id: year.id,
    held_on: world.day,
    quorum: 2,
    members: members.map(({ id }, at) => ({ staff_id: id, role: at === 0 ? 'CHAIR' : 'SECRETARY', present: true })),
  });
  const at = () => ({ id: board.id, version: board.version });
  board = await office.board.candidates({ ...at(), add: near.content.map(({ student }) => student.id) });
  const ready = board.candidates.filter(({ faults }) => faults.length === 0);
  const others = board.candidates.filter(({ faults }) => faults.length > 0).map(({ student }) => student.id);
  if (others.length) board = await office.board.candidates({ ...at(), remove: others });
  if (ready.length === 0) return 0;
  board = await office.board.step({ ...at(), status: 'SITTING' });
  const decisions = ready.map(({ student }) => ({ student_id: student.id, decision: 'AWARD' as const }));
  board = await office.board.decide({ ...at(), decisions });
  board = await office.board.step({ ...at(), status: 'DECIDED' });
  for (const { username } of members)
    board = await (await world.as(username)).assessment.award.board.sign({ id: board.id });
  await (await world.as('registrar_head')).assessment.award.board.step({ ...at(), status: 'CONFIRMED' });
  return ready.length;
}

/** Whoever was awarded pays what is left, is graduated by an order, and gets the diploma and its supplement. */
export async function graduate(world: World, course: Course): Promise<number> {
  const { award } = (await world.as('registrar_officer')).assessment;
  const { life } = (await world.as('registrar_head')).students;
  const { content } = await award.candidates({ course_id: course.id, due: true, size: 200 });
  let graduated = 0;
  for (const { student } of content) {
    const person = personOf(world, student.id);
    const { award: awarded } = await award.progress({ student_id: student.id });
    if (!person || !awarded) continue;
    await payRest(world, person);
    await payFees(world, person);
    const told = await life.preview({ ids: [student.id], kind: 'GRADUATION', reason: 'Oʻqishni tugatdi' });
    if (told.faults.length) continue;
    await change(world, person, 'GRADUATION');
    const { check_code } = await award.diploma({ student_id: student.id, kind: 'DIPLOMA' });
    await award.diploma({ student_id: student.id, kind: 'SUPPLEMENT', language: 'en' });
    const checked = await world.anybody().credentials.check.read({ code: check_code });
    const { status } = JSON.parse(checked.statement.text) as { status: string };
    if (status !== 'VALID') throw new Error(`the diploma of ${student.name} is ${status}`);
    graduated++;
  }
  return graduated;
}
