import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { choiceOffer } from '../shapes.ts';
import { onDay } from './reach.ts';
import { groupMembers, groups, moduleChoices } from './tables.ts';

/** Modules that students choose. Places are given in the order of asking, under a lock on the course module. */

type Offer = z.infer<typeof choiceOffer>;

/** The student who is spoken of: the one named, if within reach, else the caller. */
async function studentOf(call: Call, id: number | undefined): Promise<number> {
  const [row] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(
      and(
        isNull(students.deleted_at),
        id ? eq(students.id, id) : eq(students.account_id, call.account_id),
        studentsInReach(call, 'student.read'),
      ),
    );
  if (!row) throw fail('NOT_FOUND');
  return row.id;
}

/** What the student of this id can choose from: optional modules of the course and year of their group; `only` one of them. */
async function offersOf(call: Call, student: number, only?: number): Promise<Offer[]> {
  const { rows } = await call.db.execute<Offer & { module_id: number; code: string; title: string }>(sql`
    select cm.id as course_module_id, mo.id as module_id, mo.code, ${localTitle(sql`mo.title`, call.locale)} as title, cm.type,
           cm.credits::float8 as credits, cm.study_year, cm.semester, cm.capacity, cm.choice_opens_on::text as opens_on, cm.choice_closes_on::text as closes_on,
           (select count(*)::int from ${moduleChoices} c where c.course_module_id = cm.id and c.state = 'CHOSEN' and c.deleted_at is null) as chosen,
           (select count(*)::int from ${moduleChoices} c where c.course_module_id = cm.id and c.state = 'WAITING' and c.deleted_at is null) as waiting,
           mine.state as mine,
           case when mine.state = 'WAITING' then (select count(*)::int from ${moduleChoices} c where c.course_module_id = cm.id and c.state = 'WAITING' and c.deleted_at is null and c.id <= mine.id) end as place,
           coalesce((select edulab_today()) between cm.choice_opens_on and cm.choice_closes_on, false) as open
      from ${groupMembers} m join ${groups} g on g.id = m.group_id
      join ${courseModules} cm on cm.course_id = g.course_id and cm.type <> 'CORE' and cm.deleted_at is null and cm.active
      join academic_years y on y.id = cm.academic_year_id and extract(year from y.starts_on)::int - g.entry_year + 1 = cm.study_year
      join modules mo on mo.id = cm.module_id
      left join ${moduleChoices} mine on mine.course_module_id = cm.id and mine.student_id = m.student_id and mine.deleted_at is null and mine.state <> 'WITHDRAWN'
     where m.student_id = ${student} and m.kind = 'MAIN' and ${onDay()}
       ${only ? sql`and cm.id = ${only}` : sql`and y.ends_on >= (select edulab_today())`}
     order by cm.study_year, cm.semester, cm.type, mo.code`);
  return rows.map(({ module_id, code, title, ...offer }) => ({ ...offer, module: { id: module_id, code, title } }));
}

export const offers = async (call: Call, input: { student_id?: number | undefined }): Promise<Offer[]> =>
  offersOf(call, await studentOf(call, input.student_id));

async function offerOf(call: Call, student: number, course_module: number): Promise<Offer> {
  // Everybody who chooses or gives back waits here for the one before: nobody counts the same place twice.
  const [module] = await call.db
    .select({ type: courseModules.type })
    .from(courseModules)
    .where(and(eq(courseModules.id, course_module), isNull(courseModules.deleted_at)))
    .for('update');
  if (!module) throw fail('NOT_FOUND');
  if (module.type === 'CORE') throw fail('NOT_FOR_CHOICE');
  const [offer] = await offersOf(call, student, course_module);
  if (!offer) throw fail('NOT_YOUR_COURSE');
  return offer;
}

/** The office may put people in or take them out after the time for choosing is over. */
const demandOpen = (call: Call, offer: Offer): void => {
  if (!offer.open && call.abilities.get('module_choice.choose') !== 'institution') throw fail('CHOICE_CLOSED');
};

export async function choose(
  call: Call,
  input: { course_module_id: number; student_id?: number | undefined },
): Promise<Offer> {
  const student = await studentOf(call, input.student_id);
  const offer = await offerOf(call, student, input.course_module_id);
  demandOpen(call, offer);
  if (offer.mine) throw fail('DUPLICATE');
  const full = offer.capacity !== null && offer.chosen >= offer.capacity;
  await call.db
    .insert(moduleChoices)
    .values({ course_module_id: input.course_module_id, student_id: student, state: full ? 'WAITING' : 'CHOSEN' });
  const [after] = await offersOf(call, student, input.course_module_id);
  return after as Offer;
}

export async function withdraw(
  call: Call,
  input: { course_module_id: number; student_id?: number | undefined },
): Promise<Offer> {
  const student = await studentOf(call, input.student_id);
  const offer = await offerOf(call, student, input.course_module_id);
  demandOpen(call, offer);
  if (!offer.mine) throw fail('NOT_FOUND');
  await call.db
    .update(moduleChoices)
    .set({ state: 'WITHDRAWN', deleted_at: sql`edulab_now()` })
    .where(
      and(
        eq(moduleChoices.course_module_id, input.course_module_id),
        eq(moduleChoices.student_id, student),
        isNull(moduleChoices.deleted_at),
        ne(moduleChoices.state, 'WITHDRAWN'),
      ),
    );
  if (offer.mine === 'CHOSEN')
    await call.db.execute(sql`select edulab_give_places(${input.course_module_id}::integer, 1)`);
  const [after] = await offersOf(call, student, input.course_module_id);
  return after as Offer;
}
