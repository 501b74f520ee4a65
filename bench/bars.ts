/** What Edulab wants to reach, per job. CPU is milliseconds per request, server and database together. */
export interface Bar {
  cpu?: number;
  /** CPU above the password hash, which is the price of safety. */
  above_floor?: number;
}

export const bars: Record<string, Bar> = {
  'sign-in': { above_floor: 2 },
  'sign-in, all but the hash': { above_floor: 2 },
  'students, first 10': { cpu: 1.2 },
  'students, search, 10': { cpu: 1.2 },
  'students, by first name, 10': { cpu: 1.2 },
  'students, newest first, 10': { cpu: 1.2 },
  'students, page 3, 10': { cpu: 1.2 },
  'students, last page, 10': { cpu: 1.2 },
  'students, middle page, 10': { cpu: 1.2 },
  'students, first 100': { cpu: 3 },
  'students, search, 100': { cpu: 3 },
  'students, last page, 100': { cpu: 3 },
  'student home': { cpu: 3 },
  'groups, first 10': { cpu: 1.2 },
  'attendance of a group, semester': { cpu: 2 },
  'register of a group called': { cpu: 8 },
  'calendar, a month': { cpu: 2 },
  'gradebook 200 × 20': { cpu: 6 },
  'save 200 marks': { cpu: 20 },
};

export const limits = {
  /** Times what the same rows by the same SQL cost without a framework. */
  ratio: 2.5,
  /** Times what it costs with 10,000 students. */
  growth: 2,
  first_start_s: 20,
  second_start_s: 3,
  memory_mb: 300,
  /** A timetable of 4,000 dated lessons, by the clock, and all students as a file, by processors. */
  publish_s: 2,
  export_cpu_s: 1.5,
  /** What nothing may take of the server's event loop at a time. */
  turn_ms: 50,
  script_kb: 250,
  requests: 30,
  usable_s: 1.5,
  /** What pages wait for, by the clock with nothing beside it, however many students there are; and at first. */
  call_ms: 50,
  first_call_ms: 2_000,
  /** What reports and exports may take, asked once. */
  heavy_call_ms: 10_000,
  /** What the grid of marks may take for a frame. */
  frame_ms: 50,
};

/** How often a job is measured; the middle figure counts. */
export const ROUNDS = 3;
