import { student as believable } from '#demo/people.ts';
import { type Day, officeDay, plus } from './days.ts';
import { calendarOf } from './founding.ts';
import type { AcademicYear, Person, World } from './world.ts';

/** What people decide and do themselves: apply, sign, enrol, pay. */

const password = 'Yangi-qulf-2191';

/** Those who will want to come in the September of a year; each is the same person in every run of the seed. */
export function comers(world: World, year: AcademicYear, count: number): Person[] {
  const { random } = world;
  return Array.from({ length: count }, () => {
    const n = world.people.length;
    // Far from those whom the demo university knows.
    const { firstname, lastname, midname, gender, birthdate, passport_id } = believable(500_000 + n);
    const person: Person = {
      n,
      firstname,
      lastname,
      midname: midname ?? '',
      gender,
      // Nobody is born on 29 February of a year that has none.
      birthdate: `${year.first - 18 - random.below(3)}${birthdate.slice(4).replace('-02-29', '-02-28')}`,
      passport_id,
      phone: `99890${String(1_000_000 + n)}`,
      course: random.pick(world.courses),
      ability: random.between(35, 100) / 100,
      diligence: random.between(55, 100) / 100,
      thrift: random.between(0, 100) / 100,
      tuition: random.chance(0.5) ? 'ANY' : 'CONTRACT',
    };
    world.people.push(person);
    return person;
  });
}

/** Makes an account with the code that comes to a phone. */
export async function signUp(world: World, person: Person, phone = person.phone): Promise<void> {
  const door = world.anybody().identity;
  const { asker } = await door.send_code({ phone });
  const { firstname, lastname, midname } = person;
  await door.sign_up({
    phone,
    code: await codeSentTo(world, phone),
    asker,
    password,
    firstname,
    lastname,
    midname,
    locale: 'uz',
  });
}

/** Signs up, tells who they are and applies. */
export async function apply(world: World, person: Person, year: AcademicYear, form: number): Promise<void> {
  await signUp(world, person);
  const own = (await world.as(person.phone)).admissions;
  const { version } = await own.guests.profile();
  const { birthdate, gender, passport_id } = person;
  await own.guests.save_profile({ version, birthdate, gender, passport_id, address: 'Toshkent', citizenship: 'UZ' });
  const { id } = await own.plain.application.save({
    form_id: form,
    campaign_id: year.campaigns.get(person.course.id)!,
    applicant_type: person.course.level === 'MASTER' ? 'master' : 'general',
    tuition: person.tuition,
    answers: { school: `${person.n + 1}-maktab` },
    submit: true,
  });
  person.application = id;
  world.byApplication.set(id, person);
}

async function codeSentTo(world: World, phone: string): Promise<string> {
  return /\b\d{6}\b/.exec(await world.api.lastMessage(phone))![0];
}

/** Reads the contract that waits and accepts it with the code that comes by SMS. Answers its id. */
export async function sign(world: World, person: Person): Promise<number> {
  const { agreement } = (await world.as(person.phone)).accounting;
  const read = await agreement.mine({});
  const { id } = read.contract!;
  await agreement.opened({ id });
  await agreement.code({ id });
  const code = await codeSentTo(world, person.phone);
  await agreement.accept({ id, code, sha256: read.sha256, language: read.language });
  return id;
}

/** The own enrolment, screen by screen, to its end. */
export async function enrolOneself(world: World, person: Person): Promise<void> {
  const { own } = (await world.as(person.phone)).enrollment;
  const info = await own.info();
  const sent = await own.submit({
    course_id: info.course_id,
    birthdate: person.birthdate,
    gender: person.gender,
    native_language: 'UZBEK',
    permanent_address: 'Toshkent, Navoiy 1',
    current_address: 'Toshkent, Navoiy 1',
    contact_phone: person.phone,
    email: `n${person.n}@example.uz`,
    confirmation: true,
    change_service: true,
    status: true,
  });
  const paper = await (await world.api.as(person.phone)).get(sent.info_link!.replace(/^.*\/api\/v1/, ''));
  if (paper.status !== 200) throw new Error(`the paper of the enrolment cannot be fetched: ${paper.status}`);
  await own.downloaded();
  await own.complete();
}

/** Somebody of the first year applies somewhere between the first and the last day; most do not wait for the last. */
export const dayOfApplication = (world: World, first: number): Day => {
  const { opens } = calendarOf(first);
  return officeDay(plus(opens, world.random.below(45)));
};
