import type { Lesson } from './api.ts';

/** What of a module's lessons asks something of its learners, works to hand in and packages to go through, and what is done. */
export function reachedOf(lessons: readonly Pick<Lesson, 'homework' | 'package'>[]): { done: number; all: number } {
  const tasks = lessons.flatMap(({ homework, package: content }) => [
    ...(homework ? [homework.mine !== null] : []),
    ...(content ? [content.mine?.status === 'COMPLETED'] : []),
  ]);
  return { done: tasks.filter(Boolean).length, all: tasks.length };
}
