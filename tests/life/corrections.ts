import { signUp } from './people.ts';
import { type Person, personOf, type Taught, type World } from './world.ts';

/** What is put right afterwards: confirmed marks by an amendment, one person with two accounts by a merge. */

/** Of some modules a mark is raised that a board has confirmed already, by as many people as it takes. */
export async function amend(world: World, taught: Taught): Promise<number> {
  if (!world.random.chance(0.25)) return 0;
  const { mark, amendment } = (await world.as(taught.lecturer)).assessment;
  const { content } = await mark.history({ course_module_id: taught.id, passed: true, size: 200 });
  const student = content.length ? world.random.pick(content).student : undefined;
  if (!student || !personOf(world, student.id)) return 0;
  const { components } = await mark.details({ course_module_id: taught.id, student_id: student.id });
  const before = components.find(({ code }) => code === 'JN')?.marks.find(({ status }) => status === 'CONFIRMED');
  if (!before || before.value === null || before.value === 100) return 0;
  const value = Math.min(100, before.value + world.random.between(1, 20));
  let asked = await amendment.save({
    mark_id: before.id,
    value,
    reason_code: 'ENTRY_ERROR',
    text: 'Qaydnomada boshqa baho turibdi',
    submit: true,
  });
  const step = async (who: string, status: 'CHECKED' | 'APPROVED' | 'APPLIED') => {
    const { id, version } = asked;
    asked = await (await world.as(who)).assessment.amendment.step({ id, version, status });
  };
  await step(taught.leader, 'CHECKED');
  await step('ar_committee', 'APPROVED');
  // Large changes and those that turn a pass into a fail or back need a second decision.
  if (asked.status === 'CHECKED') await step('registrar_head', 'APPROVED');
  await step('registrar_officer', 'APPLIED');
  await (await world.as('registrar_officer')).assessment.amendment.publish({ id: asked.id });
  const after = await mark.details({ course_module_id: taught.id, student_id: student.id });
  const now = after.components.flatMap(({ marks }) => marks).find(({ id }) => id === before.id);
  if (now?.value !== value) throw new Error(`the amendment of ${before.value} to ${value} left ${now?.value}`);
  return 1;
}

const secondPhone = (phone = '') => phone.replace(/^99890/, '99891');

/** Somebody who has an account makes another one with another phone, and tells the same of themselves. */
export async function comeTwice(world: World, person: Person): Promise<void> {
  const phone = secondPhone(person.phone);
  await signUp(world, person, phone);
  const { guests } = (await world.as(phone)).admissions;
  const { version } = await guests.profile();
  const { birthdate, gender } = person;
  // The passport is taken already: nobody has it twice.
  await guests.save_profile({ version, birthdate, gender, address: 'Toshkent', citizenship: 'UZ' });
}

/** Who stands here twice is made one person; sometimes that is taken back, and done again. Answers how many. */
export async function mergeTwice(world: World): Promise<number> {
  const { person } = (await world.as('registrar_head')).identity;
  const { pairs } = await person.pairs({});
  let merged = 0;
  for (const { sides } of pairs) {
    // Who says that both phones are theirs is one; of others that are alike nobody knows.
    const known = sides.find(({ account }) => world.people.some(({ phone }) => phone === account?.username));
    const other = sides.find(({ account }) => account?.username === secondPhone(known?.account?.username));
    if (!known || !other) continue;
    const pair = { keep: known.ref, drop: other.ref };
    const { conflicts } = await person.preview(pair);
    if (conflicts.length) throw new Error(`two accounts of one person cannot be merged: ${JSON.stringify(conflicts)}`);
    const { id } = await person.merge({ ...pair, reason: 'Bir kishi' });
    if (world.random.chance(0.4)) {
      await person.undo({ id, reason: 'Avval tekshirish kerak' });
      await person.merge({ ...pair, reason: 'Tekshirildi: bir kishi' });
    }
    merged++;
  }
  return merged;
}
