import { Random, weighted } from '#demo/random.ts';
import { doNightly } from '#platform/server/work/nightly.ts';
import { Refused } from './calls.ts';
import { type Day, officeDay, plus } from './days.ts';
import { type Calendar, calendarOf, found, type Staff } from './founding.ts';
import { award, getBlanks, graduate } from './graduation.ts';
import { broken } from './invariants.ts';
import * as lives from './lives.ts';
import * as offices from './offices.ts';
import { apply, comers, dayOfApplication, enrolOneself, sign } from './people.ts';
import * as teaching from './teaching.ts';
import { type AcademicYear, openWorld, type Person, type Taught, type World } from './world.ts';

/** The simulated university: years of everyday life, day by day, and what must be true on each evening. */

export interface Plan {
  years: number;
  /** Who apply, over all years. */
  students: number;
  seed: number;
  /** The last day, where it shall stop sooner. */
  until?: Day;
  /** A prepared database, where it does not run among the API tests. */
  ownerUrl?: string;
  say?: (line: string) => void;
}

export interface Lived {
  days: number;
  calls: number;
  people: number;
  /** How often what happened. */
  acts: Record<string, number>;
}

/** In whose September the first students begin. */
const firstYear = 2027;

/** Answers how often it was done, where that is not once. */
type Act = () => Promise<unknown>;

/** What is to be done on which day. */
class Agenda {
  readonly #days = new Map<Day, [name: string, act: Act][]>();
  readonly counts: Record<string, number> = {};
  add(day: Day, name: string, act: Act): void {
    this.#days.set(day, [...(this.#days.get(day) ?? []), [name, act]]);
  }
  next(): Day | undefined {
    return [...this.#days.keys()].sort()[0];
  }
  /** Does what stands for a day, also what is added to it meanwhile. */
  async live(day: Day): Promise<void> {
    for (let acts = this.#days.get(day); acts?.length; acts = this.#days.get(day)) {
      this.#days.delete(day);
      for (const [name, act] of acts) {
        const times = await act();
        this.counts[name] = (this.counts[name] ?? 0) + (typeof times === 'number' ? times : 1);
      }
    }
  }
}

/** Lives the years of a plan. Throws with the seed, the day and the calls where something is not as it must be. */
export async function live(plan: Plan): Promise<Lived> {
  const agenda = new Agenda();
  const first = calendarOf(firstYear).prepare;
  const world = await openWorld(new Random(plan.seed).at(0), first, plan.ownerUrl);
  let days = 0;
  try {
    const staff = await found(world);
    await getBlanks(world);
    for (let n = 0; n < plan.years; n++) planYear(world, agenda, firstYear + n, plan, staff);
    for (let day = agenda.next(); day && day <= (plan.until ?? '9999'); day = agenda.next()) {
      await world.goTo(day);
      await night(world);
      await agenda.live(day);
      const faults = await broken(world);
      if (faults.length) throw new Broken(faults.join('\n'));
      days++;
      plan.say?.(`${day} ${world.made.length} calls`);
    }
    return { days, calls: world.made.length, people: world.people.length, acts: agenda.counts };
  } catch (fault) {
    throw new Error(report(world, plan, fault), { cause: fault });
  } finally {
    await world.close();
  }
}

/** What the server does once a night; of nights that nobody looked at the last counts, as for a server that slept. */
async function night(world: World): Promise<void> {
  const faults: string[] = [];
  const note = (what: unknown, words = '') => void faults.push(`${words} ${JSON.stringify(what)}`);
  await doNightly(world.api.kernel, { error: note });
  if (faults.length) throw new Error(`in the night: ${faults.join('; ')}`);
}

function planYear(
  world: World,
  agenda: Agenda,
  first: number,
  plan: Plan,
  staff: { lecturers: Staff[]; leaders: Staff[] },
): void {
  const when = calendarOf(first);
  const count = Math.round(plan.students / plan.years);
  let year: AcademicYear;
  let coming: Person[] = [];
  const last = first === firstYear + plan.years - 1;
  agenda.add(when.prepare, 'a year is prepared', async () => {
    year = await offices.prepareYear(world, first, count, staff);
    const form = await offices.openForm(world, year);
    for (const person of comers(world, year, count))
      agenda.add(dayOfApplication(world, first), 'applies', () => apply(world, person, year, form));
  });
  for (const day of when.checks) agenda.add(day, 'applications are checked', () => offices.checkApplications(world));
  agenda.add(when.ranking, 'places are given', () => offices.rank(world, year));
  agenda.add(when.offers, 'offers are made', async () => {
    coming = await offices.offer(world, year);
    for (const person of coming) planComing(world, agenda, person, when);
  });
  agenda.add(when.groups, 'groups are made', () => offices.makeGroups(world, year, coming));
  for (const day of when.enrolment) agenda.add(day, 'the office enrols', () => offices.enrol(world));
  if (first > firstYear)
    agenda.add(when.contracts, 'contracts of a later year are issued', async () => {
      for (const person of await lives.assignContracts(world, year))
        agenda.add(officeDay(lives.inSomeWeeks(world, 1, 3)), 'signs a contract', () => signIfIssued(world, person));
    });
  agenda.add(when.begins, 'a year begins', async () => {
    await offices.beginYear(world, year);
    const studying = world.people.filter(({ student }) => student !== undefined);
    for (const person of studying) planPaying(world, agenda, person, when);
    for (const person of studying) planTurns(world, agenda, person);
  });
  for (const [at, term] of when.semesters.entries()) {
    const taught = () => year.taught.filter(({ semester }) => semester === at + 1);
    const each = (day: Day, name: string, act: (one: Taught) => Promise<unknown>) =>
      agenda.add(day, name, async () => {
        for (const one of taught()) await act(one);
      });
    each(plus(term.begins, 3), 'lessons are planned', (one) => teaching.planLessons(world, one, term.lessons));
    for (const day of term.lessons) each(day, 'lessons are given', (one) => teaching.callRegisters(world, one));
    each(term.coursework, 'course work is marked', (one) => teaching.enterMarks(world, one, 'JN'));
    each(term.exams, 'exams are marked', async (one) => {
      // Who came back or moved here meanwhile handed the course work in late.
      await teaching.enterMarks(world, one, 'JN');
      if (await teaching.enterMarks(world, one, 'YN')) await teaching.release(world, one);
    });
    each(term.board, 'a board confirms', (one) => teaching.confirm(world, one));
    const again = new Set<number>();
    const retaken = (day: Day, name: string, act: (one: Taught) => Promise<unknown>) =>
      each(day, name, async (one) => again.has(one.id) && act(one));
    each(term.registers, 'retakes are registered', async (one) => {
      if (await teaching.registerRetakes(world, one)) again.add(one.id);
    });
    retaken(term.retakes, 'retakes are marked', async (one) => {
      if (await teaching.enterMarks(world, one, 'YN', 2)) await teaching.release(world, one, 2);
    });
    retaken(term.secondBoard, 'a board confirms retakes', (one) => teaching.confirm(world, one));
  }
  for (const course of world.courses) {
    agenda.add(when.award, 'a board awards degrees', () => award(world, year, course, staff.leaders));
    agenda.add(plus(when.award, 4), 'students graduate', () => graduate(world, course));
  }
  if (!last) {
    agenda.add(plus(when.progression, -1), 'the dean decides', () => offices.decide(world, year));
    agenda.add(when.progression, 'the year is turned', () => offices.progress(world, year));
    agenda.add(when.leaves, 'is expelled by the rules', async () => {
      for (const person of await offices.whoBecomes(world, year, 'LEAVES'))
        if ((await lives.statusOf(world, person)) === 'ACTIVE') await lives.change(world, person, 'EXPULSION');
    });
    agenda.add(plus(when.ends, 25), 'the year is turned for those who waited', () => offices.progress(world, year));
    agenda.add(plus(when.ends, 30), 'who repeats gets a place', () => offices.seatRepeaters(world, year));
  }
  agenda.add(when.closed, 'a year is closed', async () => {});
}

/** The shares of the year: in time, late, or hardly. */
function planPaying(world: World, agenda: Agenda, person: Person, when: Calendar): void {
  const { random } = world;
  const late = () => (person.thrift > 0.4 ? 0 : random.between(1, person.thrift > 0.15 ? 8 : 20));
  const pays = (day: Day, share: number) =>
    agenda.add(officeDay(plus(day, 7 * late())), 'pays a share', () => lives.payRest(world, person, share));
  pays(plus(when.begins, 12), 1 / 3);
  pays(when.semesters[1]!.begins, random.chance(0.9) ? 1 : 0.5);
}

/** How often in a year, of a hundred. */
const turns = weighted([
  ['leave', 7],
  ['suspension', 3],
  ['withdrawal', 6],
  ['expulsion', 3],
  ['transfer', 6],
  ['group', 8],
  ['nothing', 67],
]);

/** What may befall somebody in this year, and what follows later. Whoever is not there any more is left alone. */
function planTurns(world: World, agenda: Agenda, person: Person): void {
  const { random } = world;
  const soon = (from: number, to: number) => officeDay(lives.inSomeWeeks(world, from, to));
  const when = (day: Day, name: string, from: string, act: () => Promise<unknown>) =>
    agenda.add(day, name, async () => {
      if ((await lives.statusOf(world, person)) === from) await act();
    });
  const chosen = random.pick(turns);
  const change = (kind: Parameters<typeof lives.change>[2], more = {}) => lives.change(world, person, kind, more);
  const leaves = (kind: 'WITHDRAWAL' | 'EXPULSION') =>
    when(soon(1, 40), kind === 'WITHDRAWAL' ? 'withdraws' : 'is expelled', 'ACTIVE', async () => {
      await change(kind);
      agenda.add(soon(1, 2), 'money is given back', () => lives.refund(world));
      if (random.chance(0.5))
        when(soon(3, 60), 'is restored', 'WITHDRAWN', async () => {
          await change('RESTORATION');
          await lives.issueContract(world, person);
        });
    });
  if (chosen === 'leave')
    when(soon(1, 35), 'goes on leave', 'ACTIVE', async () => {
      await change('LEAVE', { ends_on: plus(world.day, random.between(60, 300)) });
      when(soon(6, 50), 'returns from leave', 'GAP_YEAR', () => change('RETURN'));
    });
  if (chosen === 'suspension')
    when(soon(1, 38), 'is suspended', 'ACTIVE', async () => {
      await change('SUSPENSION');
      when(soon(1, 6), 'studies again', 'INACTIVE', () => change('LIFT'));
    });
  if (chosen === 'withdrawal') leaves('WITHDRAWAL');
  if (chosen === 'expulsion') leaves('EXPULSION');
  if (chosen === 'transfer' && person.course.level === 'BACHELOR')
    when(soon(1, 30), 'moves to another course', 'ACTIVE', async () => {
      const other = world.courses.find(({ level, id }) => level === 'BACHELOR' && id !== person.course.id)!;
      await change('TRANSFER', { course_id: other.id });
      person.course = other;
      await lives.issueContract(world, person);
    });
  if (chosen === 'group') when(soon(1, 38), 'moves to another group', 'ACTIVE', () => lives.moveGroup(world, person));
}

async function signIfIssued(world: World, person: Person): Promise<void> {
  if ((await lives.statusOf(world, person)) === 'ACTIVE') await sign(world, person);
}

/** Somebody with an offer signs, pays and enrols, each in their own time. */
function planComing(world: World, agenda: Agenda, person: Person, when: Calendar): void {
  const { random } = world;
  const signs = officeDay(plus(when.offers, random.between(1, 20)));
  agenda.add(signs, 'signs a contract', async () => {
    const contract = await sign(world, person);
    agenda.add(officeDay(plus(signs, random.between(0, 10))), 'pays the first share', () =>
      offices.receive(world, contract, person.course.level === 'MASTER' ? '4000000' : '3000000'),
    );
  });
  if (random.chance(0.5)) agenda.add(plus(when.enrolment[0]!, -1), 'enrols', () => enrolOneself(world, person));
}

class Broken extends Error {}
const inWords = (fault: unknown): string =>
  fault instanceof Refused || fault instanceof Broken
    ? fault.message
    : fault instanceof Error
      ? (fault.stack ?? fault.message)
      : String(fault);

const shown = 30;

/** Of which students a call speaks. */
const subjects = (input: unknown): string[] =>
  [...JSON.stringify(input).matchAll(/"(?:ids|student_id|student_ids)":\[?(\d+)/g)].map((found) => found[1]!);

function report(world: World, plan: Plan, fault: unknown): string {
  const told = ({ day, who, call, input, said }: World['made'][number]) =>
    `  ${day} ${who}: ${call} ${JSON.stringify(input).slice(0, 200)} → ${said}`;
  const today = world.made.filter(({ day }) => day === world.day).slice(-shown);
  const about = new Set(today.filter(({ call }) => !call.startsWith('GET')).flatMap(({ input }) => subjects(input)));
  const before = world.made.filter(
    ({ day, call, input }) =>
      day < world.day && !call.startsWith('GET') && subjects(input).some((subject) => about.has(subject)),
  );
  return [
    `Seed ${plan.seed}, ${world.day}: ${inWords(fault)}`,
    `Again: npm run life -- --years ${plan.years} --students ${plan.students} --seed ${plan.seed} --until ${world.day}`,
    'The calls of that day, the last at the end:',
    ...today.map(told),
    'What was done before with those of whom they speak:',
    ...before.slice(-shown).map(told),
  ].join('\n');
}
