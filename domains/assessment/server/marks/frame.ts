import { sql } from 'drizzle-orm';
import { courseModules, courses, modules } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { ModuleRef } from '../modules.ts';
import {
  assessmentAttempts,
  assessmentBoards,
  assessmentComponents,
  assessmentCriteria,
  assessmentPlans,
  marks,
} from '../tables.ts';
import { moduleDay } from './roster.ts';

/** What surrounds the marks of a module: the module itself, its plan, its components. */

export interface FrameComponent {
  id: number;
  parent_id: number | null;
  code: string;
  title: string;
  kind: string;
  weight: number;
  minimum: number | null;
  source: string;
  due_at: string | null;
  anonymous: boolean;
  second_marking_share: number;
  criteria: number;
  leaf: boolean;
  /** Not anonymous, or everything of it is published and names are out. */
  shown: boolean;
}

export interface FramePlan {
  id: number;
  version: number;
  state: string;
  scale: string;
  pass_mark: number;
  entry_opens_on: string | null;
  entry_closes_on: string | null;
  retake_attempts: number;
}

export interface Frame extends Record<string, unknown> {
  course_module: ModuleRef;
  plan: FramePlan | null;
  /** The day on which the module's students are looked at: today, but not before its semester and not after it. */
  day: string;
  today: string;
  components: FrameComponent[];
  /** The board that was held last. */
  board: { number: string; held_on: string } | null;
  /** Days in which marks of an attempt come in, where they are other than the plan's. */
  sittings: { number: number; opens_on: string; closes_on: string }[];
}

/** All of it in one question; 404 where there is no such module. Components come in their order: each parent, then its parts. */
export async function frameOf(call: Call, module: number): Promise<Frame> {
  const { rows } = await call.db.execute<Frame>(sql`
    select json_build_object('id', cm.id, 'code', m.code, 'title', ${localTitle(sql`m.title`, call.locale)}, 'course', ${localTitle(sql`c.title`, call.locale)},
             'academic_year', y.name, 'study_year', cm.study_year, 'semester', cm.semester, 'credits', cm.credits) as course_module,
           (select edulab_today())::text as today,
           ${moduleDay(sql`cm.id`)}::text as day,
           (select json_build_object('id', p.id, 'version', p.version, 'state', p.state, 'scale', p.scale, 'pass_mark', p.pass_mark,
                     'entry_opens_on', p.entry_opens_on, 'entry_closes_on', p.entry_closes_on, 'retake_attempts', p.retake_attempts)
              from ${assessmentPlans} p where p.course_module_id = cm.id and p.deleted_at is null) as plan,
           (select json_build_object('number', b.number, 'held_on', b.held_on) from ${assessmentBoards} b where b.course_module_id = cm.id order by b.id desc limit 1) as board,
           coalesce((select json_agg(json_build_object('number', a.number, 'opens_on', a.opens_on, 'closes_on', a.closes_on))
              from ${assessmentAttempts} a where a.course_module_id = cm.id and a.deleted_at is null), '[]') as sittings,
           coalesce((select json_agg(row_to_json(x)) from (
              select k.id, k.parent_id, k.code, ${localTitle(sql`k.title`, call.locale)} as title, k.kind, k.weight, k.minimum, k.source, k.due_at, k.anonymous, k.second_marking_share,
                     (select count(*)::int from ${assessmentCriteria} r where r.component_id = k.id and r.deleted_at is null) as criteria,
                     not exists (select 1 from ${assessmentComponents} s where s.parent_id = k.id and s.deleted_at is null) as leaf,
                     not k.anonymous or (exists (select 1 from ${marks} n where n.component_id = k.id and n.status not in ('NOT_MARKED', 'DEFERRED')) and not exists (
                       select 1 from ${marks} n where n.component_id = k.id and n.status in ('DRAFT', 'SUBMITTED', 'MODERATED'))) as shown
                from ${assessmentComponents} k left join ${assessmentComponents} o on o.id = k.parent_id
               where k.course_module_id = cm.id and k.deleted_at is null and o.deleted_at is null
               order by coalesce(o.position, k.position), coalesce(o.id, k.id), k.parent_id is not null, k.position, k.id) x), '[]') as components
      from ${courseModules} cm join ${modules} m on m.id = cm.module_id join ${courses} c on c.id = cm.course_id
      join ${academicYears} y on y.id = cm.academic_year_id
     where cm.id = ${module} and cm.deleted_at is null`);
  if (!rows[0]) throw fail('NOT_FOUND');
  return rows[0];
}

/** The components alone, for those who know the module. */
export const gridComponents = async (call: Call, module: number): Promise<FrameComponent[]> =>
  (await frameOf(call, module)).components;
