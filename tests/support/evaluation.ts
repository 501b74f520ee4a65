import type { Caller } from './api.ts';
import { type TeachingScene, teachingScene } from './teaching.ts';

/** The teaching scene with thirty people who are taught, each with an account, and what they are asked. */

export const t = (uz: string) => ({ uz, ru: '', en: '' });
const scale = (key: string, required = true) => ({
  key,
  type: 'SELECT',
  title: t(key),
  required,
  options: ['1', '2', '3', '4', '5'].map((value) => ({ value, title: t(value) })),
});
export const sections = [
  { id: 1, title: t('Dars'), note: null, fields: [scale('clear'), scale('fair'), scale('extra', false)] },
  { id: 2, title: t('Soʻz bilan'), note: null, fields: [{ key: 'said', type: 'TEXTAREA', title: t('Fikr') }] },
];

export interface EvaluationScene extends TeachingScene {
  voters: Caller[];
  /** Of the same people, in the same order. */
  studentIds: number[];
  year: number;
}

export async function evaluationScene(): Promise<EvaluationScene> {
  const scene = await teachingScene();
  const { sql } = scene;
  const [{ id: year }] = await sql('select id from academic_years where current and institution_id = 1');
  // Twenty-nine more people of the group, each with an account.
  await sql(
    `with made as (
       insert into accounts (username, firstname, lastname, locale, selected_institution) select 'voter' || n, 'Ovoz', 'V' || n, 'uz', 1 from generate_series(1, 29) n returning id),
     roles_ as (insert into account_roles (account_id, institution_id, role_id) select m.id, 1, r.id from made m, roles r where r.name = 'BACHELOR_STUDENT' returning 1)
     select count(*) from made, roles_`,
  );
  await sql('delete from group_members where student_id = any($1)', [scene.people.slice(1)]);
  const made = await sql(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search, status_since, account_id)
     select 1, 'V-' || a.username, 'Ovoz', a.lastname, 'BACHELOR', 'uz', $1, 'CONTRACT', $2, 'v', edulab_today() - 90, a.id from accounts a where a.username like 'voter%' order by a.id returning id`,
    [scene.entry, scene.course.id],
  );
  const studentIds = [scene.people[0]!, ...made.map(({ id }) => id)];
  await sql(
    'insert into group_members (institution_id, group_id, student_id, starts_on) select 1, $1, x, edulab_today() - 90 from unnest($2::int[]) x',
    [scene.group, studentIds.slice(1)],
  );
  const voters = [scene.student];
  for (let n = 1; n <= 29; n++) voters.push(await scene.api.as(`voter${n}`));
  return { ...scene, voters, studentIds, year };
}
