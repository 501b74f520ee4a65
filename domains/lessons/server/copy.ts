import { and, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, demandCourseModules } from '#domains/curriculum/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { lessonCopyAnswer, lessonCopyInput } from '../shapes.ts';
import { nextPosition } from './lessons.ts';
import { semesterOf } from './reach.ts';
import { homeworks, lessons, packages } from './tables.ts';

/** Lessons taken over from the same module of another year: dates move with the semester, nothing is published yet. */

const day = 86_400_000;
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / day);
const moved = (date: string, days: number) => new Date(Date.parse(date) + days * day).toISOString();

export async function copyLessons(
  call: Call,
  input: z.infer<typeof lessonCopyInput>,
): Promise<z.infer<typeof lessonCopyAnswer>> {
  const { from_course_module_id: from, to_course_module_id: to } = input;
  if (from === to) throw fail('SAME_COURSE_MODULE');
  const places = await call.db
    .select({ id: courseModules.id, module_id: courseModules.module_id })
    .from(courseModules)
    .where(and(inArray(courseModules.id, [from, to]), isNull(courseModules.deleted_at)));
  if (places.length < 2) throw fail('NOT_FOUND');
  await demandCourseModules(call, 'lesson.manage', [to]);
  // Whoever may keep the new one may read what was taught in the module before, whoever taught it.
  if (places[0]?.module_id !== places[1]?.module_id) throw fail('OTHER_MODULE');
  const all = await call.db
    .select()
    .from(lessons)
    .where(and(inArray(lessons.course_module_id, [from, to]), isNull(lessons.deleted_at)))
    .orderBy(lessons.position, lessons.id);
  const there = new Set(all.filter((row) => row.course_module_id === to).map((row) => `${row.kind} ${row.title}`));
  const source = all.filter(
    (row) => row.course_module_id === from && (!input.lesson_ids || input.lesson_ids.includes(row.id)),
  );
  const wanted = source.filter((row) => !there.has(`${row.kind} ${row.title}`));
  const ids = wanted.map((row) => row.id);
  const works = new Map(
    ids.length && input.with_homework !== false
      ? (
          await call.db
            .select()
            .from(homeworks)
            .where(and(inArray(homeworks.lesson_id, ids), isNull(homeworks.deleted_at)))
        ).map((row) => [row.lesson_id, row])
      : [],
  );
  const contents = new Map(
    ids.length
      ? (
          await call.db
            .select()
            .from(packages)
            .where(and(inArray(packages.lesson_id, ids), isNull(packages.deleted_at)))
        ).map((row) => [row.lesson_id, row])
      : [],
  );
  const [before, after] = [await semesterOf(call, from), await semesterOf(call, to)];
  // Whole weeks, so that what was due on a Friday is due on a Friday.
  const days = before && after ? Math.round(daysBetween(before.starts_on, after.starts_on) / 7) * 7 : 0;
  const inside = (date: string) =>
    !after || (date.slice(0, 10) >= after.starts_on && date.slice(0, 10) <= after.ends_on);
  const within = (date: string | null) => {
    const then = date && moved(date, days);
    return then && inside(then) ? then : null;
  };
  const plan = wanted.map((row) => {
    const work = works.get(row.id);
    const due = work && moved(work.due_at, days);
    return {
      row,
      content: contents.get(row.id),
      visible_from: within(row.visible_from)?.slice(0, 10) ?? null,
      visible_until: within(row.visible_until)?.slice(0, 10) ?? null,
      // A deadline that the new semester does not reach is set to its last day at the same time of the day.
      work: work && {
        ...work,
        due_at: due && !inside(due) && after ? `${after.ends_on}${due.slice(10)}` : (due as string),
      },
    };
  });
  if (input.apply) {
    let position = await nextPosition(call, to);
    for (const { row, work, content, visible_from, visible_until } of plan) {
      const [made] = await call.db
        .insert(lessons)
        .values({
          course_module_id: to,
          position: position++,
          kind: row.kind,
          title: row.title,
          content: row.content,
          video_url: row.video_url,
          links: row.links,
          file_ids: row.file_ids,
          visible_from,
          visible_until,
        })
        .returning({ id: lessons.id });
      const lesson_id = (made as { id: number }).id;
      if (work) {
        const opens_at = within(work.opens_at);
        await call.db.insert(homeworks).values({
          lesson_id,
          instructions: work.instructions,
          file_ids: work.file_ids,
          opens_at: opens_at && opens_at < work.due_at ? opens_at : null,
          due_at: work.due_at,
          late_days: work.late_days,
          max_points: work.max_points,
        });
      }
      if (content) {
        const { file_id, kind, title, items, sequencing } = content;
        await call.db.insert(packages).values({ lesson_id, file_id, kind, title, items, sequencing });
      }
    }
  }
  return {
    added: plan.map(({ row, work, content, visible_from }) => ({
      lesson_id: row.id,
      title: row.title,
      kind: row.kind,
      visible_from,
      due_at: work?.due_at ?? null,
      homework: Boolean(work),
      package: Boolean(content),
    })),
    kept: source.filter((row) => !wanted.includes(row)).map((row) => ({ lesson_id: row.id, title: row.title })),
    applied: input.apply ?? false,
  };
}
