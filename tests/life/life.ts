import { Random, weighted } from '#demo/random.ts';
import { doNightly } from '#platform/server/work/nightly.ts';
import * as corrections from './corrections.ts';
import { type Day, officeDay, plus } from './days.ts';
import { payFees, planExams } from './exams.ts';
import { type Calendar, calendarOf, found, type Staff } from './founding.ts';
import { award, clear, getBlanks, graduate, openOffices } from './graduation.ts';
import { broken } from './invariants.ts';
import * as lives from './lives.ts';
import * as offices from './offices.ts';
import { apply, comers, dayOfApplication, enrolOneself, sign } from './people.ts';
import { Broken, fingerprintOf, inWords, report } from './report.ts';
import * as teaching from './teaching.ts';
import { type AcademicYear, openWorld, type Person, type Taught, type World } from './world.ts';

/** The simulated university: years of everyday life, day by day, and what must be true on each evening. */

export interface Plan {
  years: number;
  /** Who apply, over all years. */
  students: number;
  seed: number;
  /** Whether everything is looked at every evening, and not once a month; so it is of few people unless told. */
  whole?: boolean;
  /** The last day, where it shall stop sooner. */
  until?: Day;
  /** A prepared database, where it does not run among the API tests. */
  ownerUrl?: string;
  say?: (line: string) => void;
  /** After the last evening, while everything stands. */
  after?: (world: World) => Promise<void>;
}

export interface Lived {
  days: number;
  calls: number;
  people: number;
  /** Of all that was asked and how it was answered: two lives of one seed have the same. */
  fingerprint: string;
  /** How often what happened. */
  acts: Record<string, number>;
  /** How long which act and which check took in all, in milliseconds. */
  took: Record<string, number>;
}

/** So many people are looked at whole every evening. */
const few = 20;
/** In whose September the first students begin. */
const firstYear = 2027;

/** Answers how often it was done, where that is not once. */
type Act = () => Promise<unknown>;

/** What is to be done on which day. */
class Agenda {
  readonly #days = new Map<Day, [name: string, act: Act][]>();
  readonly counts: Record<string, number> = {};
  /** How long what took, in milliseconds. */
  readonly took: Record<string, number> = {};
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
        const began = performance.now();
        const times = await act();
        this.took[name] = (this.took[name] ?? 0) + performance.now() - began;
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
  let month = '';
  try {
    const staff = { ...(await found(world)), library: await openOffices(world) };
    await getBlanks(world);
    for (let n = 0; n < plan.years; n++) planYear(world, agenda, firstYear + n, plan, staff);
    for (let day = agenda.next(); day && day <= (plan.until ?? '9999'); day = agenda.next()) {
      await world.goTo(day);
      const began = performance.now();
      await night(world);
      agenda.took.nights = (agenda.took.nights ?? 0) + performance.now() - began;
      await agenda.live(day);
      // Of many people everything is looked at once a month, and each day what was touched.
      const whole = (plan.whole ?? plan.students <= few) || day.slice(0, 7) !== month || !agenda.next();
      month = day.slice(0, 7);
      const faults = await broken(world, whole, agenda.took);
      if (faults.length) throw new Broken(faults.join('\n'));
      days++;
      plan.say?.(`${day} ${world.made.length} calls`);
    }
    const began = performance.now();
    await plan.after?.(world);
    agenda.took['what comes after'] = performance.now() - began;
    for (const { name, ms } of await nights(world)) agenda.took[`at night: ${name}`] = ms;
    const calls = world.made.length;
    const fingerprint = fingerprintOf(world);
    return { days, calls, people: world.people.length, fingerprint, acts: agenda.counts, took: agenda.took };
  } catch (fault) {
    throw new Error(report(world, plan, fault), { cause: fault });
  } finally {
    await world.close();
  }
}

/** What the server does once a night; of nights that nobody looked at the last counts, as for a server that slept. */
async function night(world: World): Promise<void> {
  const faults: string[] = [];
  const note = (what: unknown, words = '') =>
    void faults.push(`${words} ${what instanceof Object && 'err' in what ? inWords(what.err) : JSON.stringify(what)}`);
  await doNightly(world.api.kernel, { error: note });
  if (faults.length) throw new Error(`in the night: ${faults.join('; ')}`);
}

/** How long each of the works took, in all nights. */
const nights = async ({ api }: World) =>
  (
    await api.database.owner.query<{ name: string; ms: number }>(
      'select name, extract(epoch from sum(finished_at - started_at))::float * 1000 as ms from nightly_runs group by 1',
    )
  ).rows;

function planYear(
  world: World,
  agenda: Agenda,
  first: number,
  plan: Plan,
  staff: { lecturers: Staff[]; leaders: Staff[]; library: number },
): void {
  const when = calendarOf(first);
  const count = Math.round(plan.students / plan.years);
  let year: AcademicYear;
  let coming: Person[] = [];
  const last = first === firstYear + plan.years - 1;
  agenda.add(when.prepare, 'a year is prepared', async () => {
    year = await offices.prepareYear(world, first, count, staff);
    const form = await offices.openForm(world, year);
    for (const person of comers(world, year, count)) {
      const day = dayOfApplication(world, first);
      agenda.add(day, 'applies', () => apply(world, person, year, form));
      if (world.random.chance(0.06))
        agenda.add(plus(day, 7), 'comes with another phone', () => corrections.comeTwice(world, person));
    }
  });
  for (const day of when.checks) agenda.add(plus(day, 3), 'two become one', () => corrections.mergeTwice(world));
  for (const day of when.checks) agenda.add(day, 'applications are checked', () => offices.checkApplications(world));
  agenda.add(when.ranking, 'places are given', () => offices.rank(world, year));
  agenda.add(when.offers, 'offers are made', async () => {
    coming = await offices.offer(world, year);
    for (const person of coming) planComing(world, agenda, person, when);
  });
  agenda.add(when.groups, 'groups are made', () => offices.makeGroups(world, year, coming));
  for (const day of when.enrolment) agenda.add(day, 'the office enrols', () => offices.enrol(world));
  if (first > firstYear)
    // In turns contracts are assigned at once, and made with the new year for its first day.
    agenda.add(when.contracts, 'contracts of a later year are made', () =>
      first % 2 ? offices.runNewYear(world, world.years.at(-2)!) : lives.assignContracts(world, year),
    );
  agenda.add(when.begins, 'a year begins', async () => {
    await offices.beginYear(world, year);
    for (const person of await lives.waitingToSign(world, year))
      agenda.add(officeDay(lives.inSomeWeeks(world, 1, 3)), 'signs a contract', () => signIfIssued(world, person));
    const studying = world.people.filter(({ student }) => student !== undefined);
    for (const person of studying) planPaying(world, agenda, person, when);
    for (const person of studying) planTurns(world, agenda, person);
  });
  const studyingNow = async (act: (person: Person) => Promise<unknown>) => {
    let times = 0;
    for (const person of world.people)
      if (person.student !== undefined && (await lives.statusOf(world, person)) === 'ACTIVE' && (await act(person)))
        times++;
    return times;
  };
  if (first > firstYear) {
    agenda.add(plus(when.chooses[0]!, 2), 'chooses a module', () =>
      studyingNow((person) => teaching.chooseModule(world, person)),
    );
    for (const day of when.assigned)
      agenda.add(day, 'a module is chosen for others', () => teaching.assignChoices(world, year));
  }
  agenda.add(plus(when.begins, 4), 'gets a discount', () =>
    studyingNow(async (person) => world.random.chance(0.05) && lives.discount(world, person)),
  );
  if (first > firstYear)
    agenda.add(plus(when.begins, 5), 'is admitted to a later year', async () => {
      const fit = coming.filter(({ course, student }) => student !== undefined && course.level === 'BACHELOR');
      const [person] = fit;
      if (!person || (await lives.statusOf(world, person)) !== 'ACTIVE') return 0;
      await lives.change(world, person, 'LATER_YEAR_ADMISSION', { study_year: 2 });
      return 1;
    });
  for (const day of when.seats) agenda.add(day, 'who waits for a group gets a place', () => offices.seatWaiting(world));
  for (const [at, term] of when.semesters.entries()) {
    const taught = () => year.taught.filter(({ semester }) => semester === at + 1);
    const each = (day: Day, name: string, act: (one: Taught) => Promise<unknown>) =>
      agenda.add(day, name, async () => {
        let times = 0;
        for (const one of taught()) times += Number((await act(one)) ?? 1);
        return times;
      });
    each(plus(term.begins, 3), 'lessons are planned', (one) => teaching.planLessons(world, one, term.lessons));
    for (const day of term.lessons) each(day, 'lessons are given', (one) => teaching.callRegisters(world, one));
    each(term.coursework, 'course work is marked', (one) => teaching.enterMarks(world, one, 'JN'));
    const [planned, from, until] = term.halls;
    agenda.add(planned!, 'gets a seat in a hall', () => planExams(world, year, taught(), 1, [from!, until!]));
    each(term.exams, 'exams are marked', async (one) => {
      // Who came back or moved here meanwhile handed the course work in late.
      await teaching.enterMarks(world, one, 'JN');
      if (await teaching.enterMarks(world, one, 'YN')) await teaching.release(world, one);
    });
    // Whatever a first board could not confirm, for somebody came after the marks were typed, waits for the second.
    const unconfirmed = new Set<number>();
    each(term.board, 'a board confirms', async (one) => {
      const confirmed = await teaching.confirm(world, one);
      if (!confirmed) unconfirmed.add(one.id);
      return confirmed;
    });
    const again = new Set<number>();
    const retaken = (day: Day, name: string, act: (one: Taught) => Promise<unknown>) =>
      each(day, name, async (one) => again.has(one.id) && act(one));
    each(term.registers, 'retakes are registered', async (one) => {
      const registered = await teaching.registerRetakes(world, one);
      if (registered.length) again.add(one.id);
      // Some pay too late to be admitted.
      for (const person of registered)
        agenda.add(plus(world.day, person.thrift > 0.2 ? 1 : 12), 'pays for a retake', () => payFees(world, person));
    });
    const [plannedAgain, fromAgain, untilAgain] = term.hallsAgain;
    agenda.add(plannedAgain!, 'gets a seat for a retake', () =>
      planExams(
        world,
        year,
        taught().filter(({ id }) => again.has(id)),
        2,
        [fromAgain!, untilAgain!],
      ),
    );
    each(term.amends, 'a confirmed mark is amended', (one) => corrections.amend(world, one));
    retaken(term.retakes, 'retakes are marked', async (one) => {
      if (await teaching.enterMarks(world, one, 'YN', 2)) await teaching.release(world, one, 2);
    });
    each(term.secondBoard, 'who came late is marked', async (one) => {
      const typed = (await teaching.enterMarks(world, one, 'JN')) + (await teaching.enterMarks(world, one, 'YN'));
      if (typed) await teaching.release(world, one);
      return typed;
    });
    each(
      term.secondBoard,
      'a board confirms retakes',
      async (one) => (again.has(one.id) || unconfirmed.has(one.id)) && teaching.confirm(world, one),
    );
  }
  // The second board is for those whose year was decided late.
  for (const day of last ? [when.award] : [when.award, plus(when.ends, 28)])
    for (const course of world.courses) {
      agenda.add(plus(day, -2), 'the library says its word', () => clear(world, course, staff.library));
      agenda.add(day, 'a board awards degrees', () => award(world, year, course, staff.leaders));
      agenda.add(plus(day, 2), 'students graduate', () => graduate(world, course));
    }
  if (!last) {
    agenda.add(plus(when.progression, -1), 'the dean decides', () => offices.decide(world, year));
    agenda.add(when.progression, 'the year is turned', () => offices.progress(world, year));
    agenda.add(when.leaves, 'is expelled by the rules', () => lives.confirmProposals(world));
    agenda.add(plus(when.ends, 25), 'the dean decides about those who waited', () => offices.decide(world, year, true));
    agenda.add(plus(when.ends, 25), 'the year is turned for those who waited', () => offices.progress(world, year));
    agenda.add(plus(when.ends, 26), 'is expelled by the rules', () => lives.confirmProposals(world));
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
      if (random.chance(0.5)) await change('TRANSFER', { course_id: other.id });
      else if (!(await lives.askForTransfer(world, person, other))) return;
      person.course = other;
      await lives.issueContract(world, person);
    });
  if (chosen === 'group') when(soon(1, 38), 'moves to another group', 'ACTIVE', () => lives.moveGroup(world, person));
}

/** Whoever moved meanwhile has signed what came of it already. */
async function signIfIssued(world: World, person: Person): Promise<void> {
  const waits = (await lives.contractsWaiting(world, person)).length > 0;
  if (waits && (await lives.statusOf(world, person)) === 'ACTIVE') await sign(world, person);
}

/** Somebody with an offer signs, pays and enrols, each in their own time. */
function planComing(world: World, agenda: Agenda, person: Person, when: Calendar): void {
  const { random } = world;
  const signs = officeDay(plus(when.offers, random.between(1, 20)));
  if (person.granted) agenda.add(signs, 'takes a grant', () => offices.noteAcceptance(world, person));
  else
    agenda.add(signs, 'signs a contract', async () => {
      const contract = await sign(world, person);
      agenda.add(officeDay(plus(signs, random.between(0, 10))), 'pays the first share', () =>
        offices.receive(world, contract, person.course.level === 'MASTER' ? '4000000' : '3000000'),
      );
    });
  if (random.chance(0.5)) agenda.add(plus(when.enrolment[0]!, -1), 'enrols', () => enrolOneself(world, person));
}
