import type { Random } from '#demo/random.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { type Calls, callsOf, type Made } from './calls.ts';
import { type Day, nineOClock } from './days.ts';

/** Somebody of the simulated university, from the first application to the diploma. */
export interface Person {
  /** Their place in the seed. */
  n: number;
  firstname: string;
  lastname: string;
  midname: string;
  gender: 'MALE' | 'FEMALE';
  birthdate: Day;
  passport_id: string;
  /** Also the user name: applicants sign up with it. */
  phone: string;
  course: Course;
  /** From 0 to 1: how well they do, how often they come, how soon they pay. */
  ability: number;
  diligence: number;
  thrift: number;
  /** What they apply for. */
  tuition: 'ANY' | 'CONTRACT';
  /** The state pays. */
  granted?: boolean;
  application?: number;
  /** Id of the record once they study. */
  student?: number;
}

export interface Course {
  id: number;
  code: string;
  level: 'BACHELOR' | 'MASTER';
  years: number;
  /** Ids of modules by year of study and semester. */
  modules: { id: number; year: number; semester: 1 | 2; credits: number; choice: boolean }[];
}

/** One module as it is taught in an academic year. */
export interface Taught {
  id: number;
  year: AcademicYear;
  course: Course;
  study_year: number;
  semester: 1 | 2;
  /** Whoever holds the lessons and types the marks, and who leads the module and moderates. */
  lecturer: string;
  lecturer_id: number;
  leader: string;
  /** Ids of its components by code. */
  parts: Record<string, number>;
  /** One of those of which each student chooses one. */
  choice: boolean;
  /** No two lessons of a day begin together. */
  slot: number;
}

export interface AcademicYear {
  id: number;
  /** In whose September it begins. */
  first: number;
  taught: Taught[];
  campaigns: Map<number, number>;
}

/** The university with its clock, its people and all that was asked of it. */
export interface World {
  api: Api;
  random: Random;
  day: Day;
  people: Person[];
  courses: Course[];
  years: AcademicYear[];
  /** Who by their application, and who by their record. */
  byApplication: Map<number, Person>;
  byStudent: Map<number, Person>;
  /** The calls of an account, signed in today. */
  as(username: string): Promise<Calls>;
  /** The same, of which nobody keeps a note: for whoever only looks at what is there. */
  reader(username: string): Promise<Calls>;
  /** Without a session. */
  anybody(): Calls;
  goTo(day: Day): Promise<void>;
  /** What was asked so far, newest last. */
  made: (Made & { day: Day; who: string })[];
  close(): Promise<void>;
}

/** Opens the university on a prepared database at nine in the morning of its first day. */
export async function openWorld(random: Random, first: Day, ownerUrl?: string): Promise<World> {
  const api = await startApi({ at: nineOClock(first), ...(ownerUrl ? { on: ownerUrl } : {}) });
  const signedIn = new Map<string, Calls>();
  const world: World = {
    api,
    random,
    day: first,
    people: [],
    courses: [],
    years: [],
    byApplication: new Map(),
    byStudent: new Map(),
    made: [],
    as: (username) => enter(username, username, (caller) => noted(caller, username)),
    reader: (username) => enter(`reader ${username}`, username, (caller) => callsOf(caller)),
    anybody: () => noted(api.anonymous, 'somebody'),
    async goTo(day) {
      world.day = day;
      await api.setClock(nineOClock(day));
      // Everybody signs in anew each day.
      signedIn.clear();
    },
    close: () => api.close(),
  };
  const enter = async (key: string, username: string, make: (caller: Caller) => Calls) => {
    const calls = signedIn.get(key) ?? make(await api.as(username));
    signedIn.set(key, calls);
    return calls;
  };
  const noted = (caller: Caller, who: string) =>
    callsOf(caller, (made) => void world.made.push({ ...made, day: world.day, who }));
  return world;
}

/** The next whole number of an order, a protocol or a payment: each is asked for once. */
export const orderNumber = (world: World): string => `${world.made.length}-T`;

/** Whose record that is. */
export const personOf = (world: World, student: number | null): Person | undefined =>
  student === null ? undefined : world.byStudent.get(student);
