import { sql } from 'drizzle-orm';
import { ownMatter } from '#domains/identity/server/index.ts';
import { academicYears, departments } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { recordExport } from './exports.ts';
import { ratingExport } from './rating.ts';
import { router } from './router.ts';
import { achievementNominations, achievementRecords, achievementTypes } from './tables.ts';

export { achievementsChanged } from './hooks.ts';
export { type VerifiedAchievement, verifiedAchievements, verifiedOf } from './verified.ts';

const number = "'AR-' || lpad(r.id::text, 6, '0')";
const local = (of: string) => `coalesce(nullif(${of} ->> '$locale', ''), ${of} ->> 'uz')`;
/** A draft is its author's alone, also where changes are followed. */
const drafts = sql`(select d.id from ${achievementRecords} d where d.status = 'DRAFT')`;

export default defineServerDomain({
  name: 'achievements',
  contract,
  router,
  permissions,
  errors,
  uses: [
    { of: achievementTypes, by: achievementRecords.type_id },
    { of: achievementTypes, by: achievementNominations.type_ids },
    { of: staff, by: achievementTypes.validator_id },
    { of: academicYears, by: achievementNominations.academic_year_id },
    { of: departments, by: achievementNominations.department_id },
  ],
  follows: [
    on(ownMatter, {
      name: 'achievements',
      has: ({ account_id }) =>
        sql`exists (select 1 from ${achievementRecords} r where r.student_id in (select edulab_own_records(${account_id})) and r.deleted_at is null)`,
    }),
  ],
  jobs: { 'achievements.export': recordExport.job, 'achievements.rating': ratingExport.job },
  constraints: {
    achievement_records_frozen: 'ACHIEVEMENT_FROZEN',
    achievement_records_points_frozen: 'ACHIEVEMENT_FROZEN',
    achievement_scales_frozen: 'SCALE_IN_FORCE',
    achievement_nominations_frozen: 'NOMINATION_FROZEN',
  },
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  history: {
    achievement_records: {
      permission: 'achievement.verify',
      title: `${number} || ' · ' || r.title`,
      sealed: () => drafts,
      refers: { batch_id: 'achievement_batches' },
    },
    achievement_batches: { permission: 'achievement.verify', title: "r.id || ' · ' || r.count" },
    achievement_types: { permission: 'achievement.settings' },
    achievement_grades: {
      permission: 'achievement.settings',
      title: `(select ${local('t.title')} from achievement_types t where t.id = r.type_id) || ' · ' || ${local('r.title')}`,
      refers: { type_id: 'achievement_types' },
    },
    achievement_scales: { permission: 'achievement.settings', title: "'№ ' || r.number || ' · ' || r.basis" },
    achievement_points: {
      permission: 'achievement.settings',
      title: `(select '№ ' || s.number from achievement_scales s where s.id = r.scale_id) || ' · ' || (select ${local('g.title')} from achievement_grades g where g.id = r.grade_id)`,
      refers: { scale_id: 'achievement_scales', grade_id: 'achievement_grades' },
    },
    achievement_nominations: { permission: 'achievement.nominate' },
    achievement_nominees: {
      permission: 'achievement.nominate',
      title: `(select n.title from achievement_nominations n where n.id = r.nomination_id) || ' · ' || r.place`,
      refers: { nomination_id: 'achievement_nominations' },
    },
  },
});
