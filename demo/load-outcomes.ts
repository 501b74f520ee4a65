import type pg from 'pg';
import { currentYear } from './university.ts';

/** What whoever passed a module knows and can do, and which module must be passed before. */

const OUTCOMES = [
  [
    'B1',
    'KNOWLEDGE',
    '«{}» fanining asosiy tushunchalari va qoidalarini biladi',
    'Знает основные понятия и правила курса «{}»',
    'Knows the basic notions and rules of {}',
  ],
  [
    'K1',
    'SKILL',
    '«{}» usullarini aniq masalaga qoʻllay oladi',
    'Умеет применять методы курса «{}» к конкретной задаче',
    'Applies the methods of {} to a given problem',
  ],
  [
    'M1',
    'COMPETENCE',
    '«{}» boʻyicha xulosasini asoslab, hamkorlikda ishlaydi',
    'Обосновывает выводы по курсу «{}» и работает в команде',
    'Argues for conclusions in {} and works in a team',
  ],
];

export async function loadOutcomes(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into module_outcomes (institution_id, module_id, code, kind, title, position, created_at, updated_at)
     select m.institution_id, m.id, o.value ->> 0, o.value ->> 1,
            jsonb_build_object('uz', replace(o.value ->> 2, '{}', m.title ->> 'uz'), 'ru', replace(o.value ->> 3, '{}', m.title ->> 'ru'), 'en', replace(o.value ->> 4, '{}', m.title ->> 'en')),
            o.position, m.created_at, m.created_at
       from modules m, jsonb_array_elements($1::jsonb) with ordinality as o(value, position)
      order by m.id, o.position`,
    [JSON.stringify(OUTCOMES)],
  );
  // What a programme teaches about itself builds on what it taught in the semesters before; statistics on mathematics.
  await client.query(`
    with taught as (
      select distinct m.institution_id, cm.course_id, m.id, m.code, cm.study_year * 2 + cm.semester as term
        from course_modules cm join modules m on m.id = cm.module_id
        join academic_years y on y.id = cm.academic_year_id and extract(year from y.starts_on) = ${currentYear()})
    insert into module_prerequisites (institution_id, module_id, required_id)
    select distinct l.institution_id, l.id, e.id
      from taught l join lateral (
        select t.id from taught t where t.course_id = l.course_id and t.term < l.term and left(t.code, 7) = left(l.code, 7)
         order by t.term desc, t.code desc limit 1) e on true
     where l.code ~ '^[0-9]{6}-'
    union
    select s.institution_id, s.id, m.id from modules s join modules m on m.institution_id = s.institution_id and m.code = 'GEN105' where s.code = 'GEN108'
    on conflict do nothing`);
}
