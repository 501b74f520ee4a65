import { issueDocument } from '#domains/credentials/server/index.ts';
import { courses, modules } from '#domains/curriculum/server/index.ts';
import { educationForms } from '#domains/institutions/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { longDate, paperDecimal } from '#platform/server/documents/index.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import type { TransitionNote } from '#platform/server/records/workflow.ts';
import type { LifeKind } from '../../life.ts';
import type { LifePerson } from '../hooks.ts';
import type { LifeTarget } from './target.ts';

/** A change as it is asked for. */
export interface AskedChange {
  kind: LifeKind;
  note: TransitionNote;
  target?: LifeTarget;
  /** Write the order here, where its number is not given. */
  order?: { language: 'uz' | 'ru' | 'en' } | undefined;
}

/**
 * The order behind a change: numbered without gaps by institution and year as all documents are, signed, as PDF. Of many
 * students the names stand on the paper alone, because the page that checks documents is public.
 */
export async function issueOrder(
  call: Call,
  { kind, note, target = {} }: AskedChange,
  people: readonly LifePerson[],
  day: string,
  locale: Locale,
): Promise<{ number: string; document_id: number }> {
  const there = { ...call, locale };
  const text = (key: string, values: Record<string, unknown> = {}) => message(locale, `life_order.${key}`, values);
  const titles = await titlesOf(
    there,
    courses,
    people.flatMap(({ before, after }) => [before.course_id, after.course_id]),
  );
  const forms = await titlesOf(there, educationForms, [target.education_form_id]);
  const named = await titlesOf(
    there,
    modules,
    (target.recognised ?? []).map(({ module_id }) => module_id),
  );
  const course = (id: number | null) => titles.get(id ?? 0)?.title ?? '—';
  const [only] = people.length === 1 ? people : [];
  const leads: [string, string][] = [
    [text('course'), target.course_id ? course(target.course_id) : ''],
    [text('form'), forms.get(target.education_form_id ?? 0)?.title ?? ''],
    [text('language'), target.study_language ? text(`language.${target.study_language}`) : ''],
    [text('study_year'), target.study_year ? String(target.study_year) : ''],
  ];
  const facts: [string, string][] = [
    ...(only
      ? ([
          [text('student'), only.before.full_name],
          [text('student_no'), only.before.student_no],
          [text('of_course'), course(only.before.course_id)],
        ] as [string, string][])
      : ([[text('students'), String(people.length)]] as [string, string][])),
    [text('from'), longDate(day, locale)],
    [text('until'), note.effective_to ? longDate(note.effective_to, locale) : ''],
    ...leads,
    [text('origin'), target.origin ?? ''],
    [text('decided_by'), target.decided_by ?? ''],
  ];
  const row = await issueDocument(call, {
    kind: 'ORDER',
    later: true,
    language: locale,
    title: text(`title.${kind}`),
    // What an admission made goes with it where that is taken back; its order stays, and is revoked.
    student_id: kind === 'ADMISSION' ? null : (only?.id ?? null),
    account_id: only?.before.account_id ?? null,
    subject_name: only?.before.full_name ?? text('of_many', { count: people.length }),
    sections: [
      { kind: 'text', text: text(`text.${kind}`, { count: people.length }) },
      { kind: 'facts', rows: facts.filter(([, value]) => value !== '') },
    ],
    paper: [
      ...(target.recognised
        ? [
            {
              kind: 'table' as const,
              title: text('recognised'),
              columns: [
                { title: text('source_module') },
                { title: text('source_credits'), width: 60, align: 'right' as const },
                { title: text('source_grade'), width: 70 },
                { title: text('module') },
                { title: text('credits'), width: 60, align: 'right' as const },
                { title: text('total'), width: 50, align: 'right' as const },
              ],
              rows: target.recognised.map((one) => [
                one.source_module,
                paperDecimal(one.source_credits, locale),
                one.source_grade ?? '–',
                named.get(one.module_id)?.title ?? '—',
                paperDecimal(one.credits, locale),
                one.total === undefined ? '–' : paperDecimal(one.total, locale),
              ]),
            },
          ]
        : []),
      ...(note.reason ? [{ kind: 'facts' as const, rows: [[text('reason'), note.reason]] as [string, string][] }] : []),
      ...(only
        ? []
        : [
            {
              kind: 'table' as const,
              title: text('list'),
              columns: [
                { title: '№', width: 30, align: 'right' as const },
                { title: text('student') },
                { title: text('student_no'), width: 90 },
                { title: text('of_course') },
              ],
              rows: people.map(({ before }, at) => [
                String(at + 1),
                before.full_name,
                before.student_no,
                course(before.course_id),
              ]),
            },
          ]),
    ],
    signatories: [{ role: text('signature'), name: '' }],
  });
  return { number: row.number, document_id: row.id };
}
