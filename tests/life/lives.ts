import { all } from './calls.ts';
import { type Day, plus } from './days.ts';
import { calendarOf } from './founding.ts';
import { receive } from './offices.ts';
import { sign } from './people.ts';
import { type AcademicYear, type Course, orderNumber, type Person, personOf, type World } from './world.ts';

/** What befalls students beside their studies: leave, suspension, transfer, withdrawal, expulsion, and the ways back. */

type Kind =
  | 'GRADUATION'
  | 'LEAVE'
  | 'RETURN'
  | 'SUSPENSION'
  | 'LIFT'
  | 'WITHDRAWAL'
  | 'EXPULSION'
  | 'RESTORATION'
  | 'TRANSFER'
  | 'LATER_YEAR_ADMISSION';

const reasons: Record<Kind, string> = {
  GRADUATION: 'Oʻqishni tugatdi',
  LEAVE: 'Oilaviy sharoit',
  RETURN: 'Taʼtildan qaytdi',
  SUSPENSION: 'Intizomiy tekshiruv',
  LIFT: 'Tekshiruv tugadi',
  WITHDRAWAL: 'Oʻz arizasiga koʻra',
  EXPULSION: 'Oʻzlashtirmagani uchun',
  RESTORATION: 'Tiklash haqidagi ariza',
  TRANSFER: 'Boshqa yoʻnalishga oʻtish arizasi',
  LATER_YEAR_ADMISSION: 'Oldingi oʻqishi hisobga olindi',
};

export async function statusOf(world: World, person: Person): Promise<string> {
  if (person.student === undefined) return 'NONE';
  return (await (await world.as('registrar_head')).students.get({ id: person.student })).status;
}

/** Tells first what would follow, then does it; the order is written here or stands on paper. */
export async function change(
  world: World,
  person: Person,
  kind: Kind,
  more: { ends_on?: Day; course_id?: number; study_year?: number } = {},
) {
  const { life } = (await world.as('registrar_head')).students;
  const input = { ids: [person.student!], kind, reason: reasons[kind], ...more };
  const told = await life.preview(input);
  if (told.faults.length) throw new Error(`${kind} is refused beforehand: ${JSON.stringify(told.faults)}`);
  const paper = world.random.chance(0.5) ? { order_number: orderNumber(world), order_date: world.day } : {};
  const done = await life.change({ ...input, ...paper });
  const [before, after] = [told, done].map(({ students }) =>
    JSON.stringify(students.map(({ lines }) => lines.map(({ area, code }) => `${area}.${code}`))),
  );
  if (before !== after) throw new Error(`${kind} was told as ${before} and was ${after}`);
}

/** Money that is paid above what is owed goes back to whoever paid it: accounting asks, another one pays. */
export async function refund(world: World): Promise<void> {
  const { accounting } = await world.as('accounting_head');
  const other = (await world.as('admin')).accounting;
  const { content } = await accounting.contract.list({ refund: true, size: 200 });
  for (const { id, credit } of content) {
    const asked = await accounting.refund.ask({ contract_id: id, amount: credit, reason: 'Shartnoma bekor qilindi' });
    const order = { order_number: orderNumber(world), order_on: world.day };
    await other.refund.pay({ id: asked.id, version: asked.version, ...order });
  }
}

/** What is left of all contracts of somebody, or a share of it, arrives at the bank. */
export async function payRest(world: World, person: Person, share = 1): Promise<void> {
  if (person.student === undefined) return;
  const { accounting } = await world.as('accounting_head');
  const { content } = await accounting.contract.list({ student_id: person.student, size: 200 });
  for (const { id, left, status } of content) {
    // All of it is all of it, to the tiyin; parts are whole soʻm.
    const amount = share === 1 ? left : String(Math.floor(Number(left) * share));
    if (Number(amount) > 0 && ['ACCEPTED', 'ACTIVE', 'TERMINATED'].includes(status)) await receive(world, id, amount);
  }
}

/** Contracts that wait for somebody's word. */
export async function contractsWaiting(world: World, person: Person) {
  const { contract } = (await world.as('accounting_head')).accounting;
  const { content } = await contract.list({ student_id: person.student!, status: ['ISSUED', 'OPENED'], size: 50 });
  return content;
}

/** What still waits for somebody's word: this year's contract is signed, one of a year that is over comes to nothing. */
export async function settleContracts(world: World, person: Person): Promise<void> {
  const { contract } = (await world.as('accounting_head')).accounting;
  const now = runningYear(world);
  for (const { id, academic_year } of await contractsWaiting(world, person)) {
    const year = world.years.find((one) => one.id === academic_year?.id);
    if (year === now) await sign(world, person);
    else if (year && year.first < now.first) await contract.step({ id, status: 'TERMINATED', reason: 'Imzolanmagan' });
  }
}

/** Contracts of a later year for everybody whom its agreements are for. */
export async function assignContracts(world: World, year: AcademicYear): Promise<void> {
  const { accounting } = await world.as('accounting_head');
  const { content } = await accounting.agreement.list({ academic_year_id: year.id, status: ['PUBLISHED'], size: 200 });
  for (const { id } of content) {
    const { job_id } = await accounting.contract.assign({ agreement_id: id });
    if (job_id === null) continue;
    const { state, error } = await world.api.finished(job_id);
    if (state !== 'done') throw new Error(`contracts were not assigned: ${error}`);
  }
}

/** Who has a contract of the year that waits for their word. */
export async function waitingToSign(world: World, year: AcademicYear): Promise<Person[]> {
  const { accounting } = await world.as('accounting_head');
  const issued = await all((page) =>
    accounting.contract.list({ academic_year_id: year.id, status: ['ISSUED'], size: 200, page }),
  );
  return issued.flatMap(({ student_id }) => personOf(world, student_id) ?? []);
}

/** A student asks to be moved to another course; the office declines or does it. Answers whether it did. */
export async function askForTransfer(world: World, person: Person, course: Course): Promise<boolean> {
  const own = (await world.as(person.phone)).students.course_transfer;
  const { id } = await own.save({ current_course_id: course.id, reason: 'Qiziqishim oʻzgardi' });
  const office = (await world.as('registrar_head')).students.course_transfer;
  if (world.random.chance(0.3)) {
    const { version } = await office.get({ id });
    await office.decline({ id, version, reason: 'Boʻsh oʻrin yoʻq' });
    return false;
  }
  await change(world, person, 'TRANSFER', { course_id: course.id });
  const { status } = await office.get({ id });
  if (status !== 'ACCEPTED') throw new Error(`the request is ${status} after the transfer`);
  return true;
}

/** Accounting takes something off what is due next, as for a good reader. Answers whether anything was due. */
export async function discount(world: World, person: Person): Promise<boolean> {
  const { debit } = (await world.as('accounting_head')).accounting;
  const { content } = await debit.list({ student_id: person.student!, kind: ['TUITION'], size: 20 });
  const due = content.find(({ total, paid }) => Number(total) - Number(paid) > 600_000);
  if (!due) return false;
  await debit.detail({ debit_id: due.id, amount: '-500000', reason: 'Ijtimoiy chegirma' });
  return true;
}

/** Who leaves by the rules was proposed with the progression; another person confirms it. Answers how many. */
export async function confirmProposals(world: World): Promise<number> {
  const { status } = (await world.as('admin')).students;
  const { content } = await status.requests({ state: ['PROPOSED'], size: 200 });
  const ids = content.filter(({ to_status }) => to_status === 'WITHDRAWN').map(({ id }) => id);
  if (ids.length)
    await status.decide({ ids, state: 'CONFIRMED', order_number: orderNumber(world), order_date: world.day });
  return ids.length;
}

/** What a move has drafted, or a contract of the running year for whoever has none, is issued and signed. */
export async function issueContract(world: World, person: Person): Promise<void> {
  if (person.granted) return;
  const year = runningYear(world);
  const { accounting } = await world.as('accounting_head');
  const { content } = await accounting.contract.list({
    student_id: person.student!,
    academic_year_id: year.id,
    size: 50,
  });
  // What a move has drafted is read and issued; whoever comes back gets a contract of their own.
  const drafted = content.find(({ status }) => status === 'DRAFT');
  const agreements = await accounting.agreement.list({
    academic_year_id: year.id,
    level: [person.course.level],
    status: ['PUBLISHED'],
  });
  const { id } =
    drafted ??
    (await accounting.contract.save({ agreement_id: agreements.content[0]!.id, student_id: person.student! }));
  await accounting.contract.step({ id, status: 'ISSUED' });
  await sign(world, person);
}

export const runningYear = (world: World): AcademicYear =>
  world.years.findLast(({ first }) => calendarOf(first).begins <= world.day) ?? world.years[0]!;

/** Somebody moves to a group beside the own one, where there is one with a place. Answers whether they did. */
export async function moveGroup(world: World, person: Person): Promise<boolean> {
  const { groups } = await world.as('registrar_officer');
  const { content } = await groups.group.list({ course_id: person.course.id, kind: 'MAIN', size: 200 });
  const read = await Promise.all(content.map(({ id }) => groups.group.get({ id })));
  const own = read.find(({ members }) => members?.some(({ id }) => id === person.student));
  const other = read.find(
    ({ id, entry_year, students, capacity }) =>
      own && id !== own.id && entry_year === own.entry_year && students < capacity,
  );
  if (!other) return false;
  await groups.group.transfer({ student_id: person.student!, group_id: other.id, reason: 'Oʻz arizasiga koʻra' });
  return true;
}

export const inSomeWeeks = (world: World, from: number, to: number): Day =>
  plus(world.day, 7 * world.random.between(from, to));
