import type { Bell } from '../shapes.ts';

/** Sessions of 80 minutes with ten between them, from eight in the morning; at most eight a day. */
const lengthMinutes = 80;
const pauseMinutes = 10;

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The shortest break between two sessions, in minutes. */
export const pauseOf = (of: readonly Bell[]): number => {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return Math.min(...of.slice(1).map(({ starts_at }, at) => minutes(starts_at) - minutes(of[at]!.ends_at)), 24 * 60);
};

export const bells = (sessions: number): Bell[] =>
  Array.from({ length: sessions }, (_, index) => {
    const start = 8 * 60 + index * (lengthMinutes + pauseMinutes);
    return { starts_at: clock(start), ends_at: clock(start + lengthMinutes) };
  });
