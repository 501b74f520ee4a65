import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of records, types, tables of points and lists of nominees read. */
export const records = {
  achievement_records: {
    codes: { status: 'achievements.state' },
    page: { permission: ['achievement.read', 'achievement.verify'], to: (id: number) => `/achievement-records/${id}` },
  },
  achievement_batches: { codes: { status: 'achievements.batch_state' } },
  achievement_types: {
    page: { permission: 'achievement.settings', to: (id: number) => `/achievement-records/types?open=${id}` },
  },
  achievement_grades: {},
  achievement_scales: {
    codes: { status: 'achievements.scale.state' },
    page: { permission: 'achievement.settings', to: (id: number) => `/achievement-records/scales/${id}` },
  },
  achievement_points: {},
  achievement_nominations: {
    codes: { status: 'achievements.nomination.state', level: 'achievements.level' },
    page: { permission: 'achievement.nominate', to: (id: number) => `/achievement-records/nominations/${id}` },
  },
  achievement_nominees: {},
} satisfies RecordsWords;
