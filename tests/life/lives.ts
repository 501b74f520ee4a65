import { type Day, plus } from './days.ts';
import { calendarOf } from './founding.ts';
import { receive } from './offices.ts';
import { sign } from './people.ts';
import { type AcademicYear, orderNumber, type Person, type World } from './world.ts';

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
  | 'TRANSFER';

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
  more: { ends_on?: Day; course_id?: number } = {},
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

/** Money that is paid above what is owed goes back to whoever paid it, from the newest payment on. */
export async function refund(world: World): Promise<void> {
  const { accounting } = await world.as('accounting_head');
  const { content } = await accounting.contract.list({ refund: true, size: 200 });
  for (const { id, credit } of content) {
    let left = Number(credit);
    const payments = await accounting.payment.list({ contract_id: id, kind: ['PAYMENT'], size: 200 });
    for (const payment of payments.content) {
      const amount = Math.min(left, Number(payment.amount) - Number(payment.refunded));
      if (amount <= 0) continue;
      await accounting.payment.refund({ id: payment.id, amount: amount.toFixed(2), reason: 'Shartnoma bekor qilindi' });
      left -= amount;
    }
  }
}

/** What is left of all contracts of somebody, or a share of it, arrives at the bank. */
export async function payRest(world: World, person: Person, share = 1): Promise<void> {
  if (person.student === undefined) return;
  const { accounting } = await world.as('accounting_head');
  const { content } = await accounting.contract.list({ student_id: person.student, size: 200 });
  for (const { id, left, status } of content) {
    const amount = Math.floor(Number(left) * share);
    if (amount > 0 && ['ACTIVE', 'TERMINATED'].includes(status)) await receive(world, id, String(amount));
  }
}

/** Contracts of a later year for everybody whom its agreements are for; answers who has one that waits for their word. */
export async function assignContracts(world: World, year: AcademicYear): Promise<Person[]> {
  const { accounting } = await world.as('accounting_head');
  const { content } = await accounting.agreement.list({ academic_year_id: year.id, status: ['PUBLISHED'], size: 200 });
  for (const { id } of content) {
    const { job_id } = await accounting.contract.assign({ agreement_id: id });
    if (job_id === null) continue;
    const { state, error } = await world.api.finished(job_id);
    if (state !== 'done') throw new Error(`contracts were not assigned: ${error}`);
  }
  return waiting(world, year);
}

async function waiting(world: World, year: AcademicYear): Promise<Person[]> {
  const { accounting } = await world.as('accounting_head');
  const issued = await accounting.contract.list({ academic_year_id: year.id, status: ['ISSUED'], size: 200 });
  const ids = new Set(issued.content.map(({ student_id }) => student_id));
  return world.people.filter(({ student }) => student !== undefined && ids.has(student));
}

/** A contract of the running year for whoever has none, or an addendum after a transfer. */
export async function issueContract(world: World, person: Person): Promise<void> {
  const year = runningYear(world);
  const { accounting } = await world.as('accounting_head');
  const { content } = await accounting.contract.list({
    student_id: person.student!,
    academic_year_id: year.id,
    size: 50,
  });
  const standing = content.find(({ status }) => ['ACTIVE', 'FULFILLED'].includes(status));
  const agreements = await accounting.agreement.list({
    academic_year_id: year.id,
    level: [person.course.level],
    status: ['PUBLISHED'],
  });
  const { id } = await accounting.contract.save({
    agreement_id: agreements.content[0]!.id,
    student_id: person.student!,
    ...(standing ? { supersedes_id: standing.id } : {}),
  });
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
