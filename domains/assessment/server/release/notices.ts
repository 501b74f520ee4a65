import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { RunMark } from './run-cells.ts';

/** Tells students that marks of theirs can be seen. Each once, however many components. */
export async function tellPublished(call: Call, module: number, published: readonly RunMark[]): Promise<void> {
  if (published.length === 0) return;
  const { rows } = await call.client.query<{ account_id: number; module: string }>(
    `select distinct s.account_id, m.title ->> 'uz' as module from students s, course_modules cm join modules m on m.id = cm.module_id
      where s.id = any($1) and s.account_id is not null and cm.id = $2`,
    [published.map((mark) => mark.student_id), module],
  );
  if (rows.length === 0) return;
  const { rows: titles } = await call.client.query<{ title: Record<'uz' | 'ru' | 'en', string> }>(
    'select m.title from course_modules cm join modules m on m.id = cm.module_id where cm.id = $1',
    [module],
  );
  const of = titles[0]!.title;
  const title = { uz: '', ru: '', en: '' };
  for (const locale of ['uz', 'ru', 'en'] as const)
    title[locale] = titleOf('marks_published', { module: of[locale] || of.uz })[locale];
  await notify(
    call,
    rows.map((row) => row.account_id),
    { type: 'MARKS', title, link: '/marks' },
  );
}
