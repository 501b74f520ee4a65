import { defineHook, type Moment } from '#platform/server/hooks.ts';

export const achievementsChanged: Moment<{ student_ids: readonly number[] }> = defineHook(
  'achievements.changed',
  'What students have reached was verified or revoked: whoever shows it elsewhere may be out of date.',
);
