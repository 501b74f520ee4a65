/**
 * A course timetabling problem as a person would write it down, in the formulation UD2 of the International Timetabling
 * Competition 2007, track 3. Courses, rooms and curricula are named by their place in their list; a period is counted
 * through the week: day × periods_per_day + period of the day, from 0.
 */
export interface Problem {
  name: string;
  days: number;
  periods_per_day: number;
  courses: Course[];
  rooms: Room[];
  curricula: Curriculum[];
  /** Periods in which a course cannot be taught. */
  unavailable: { course: number; period: number }[];
}

export interface Course {
  id: string;
  teacher: string;
  lectures: number;
  /** The lectures should be spread over at least so many days. */
  min_days: number;
  students: number;
}

export interface Room {
  id: string;
  capacity: number;
}

/** Courses that the same students attend: no two of their lectures may coincide. */
export interface Curriculum {
  id: string;
  courses: number[];
}

/** One lecture of a course, placed. */
export interface Lesson {
  course: number;
  room: number;
  period: number;
}

/** A timetable: all lessons, in any order. */
export type Solution = Lesson[];

/** The price of the soft rules (ITC-2007: Di Gaspero, McCollum, Schaerf, “The Second International Timetabling Competition”). */
export const weights = {
  /** For each student who finds no seat, per lecture. */
  room_capacity: 1,
  /** For each day under the course's minimum. */
  min_working_days: 5,
  /** For each lecture of a curriculum with no neighbour of the same curriculum on that day. */
  isolated_lecture: 2,
  /** For each room of a course beyond its first. */
  room_stability: 1,
} as const;
