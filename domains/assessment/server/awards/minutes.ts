import { issueDocument } from '#domains/credentials/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { longDate, paperDecimal } from '#platform/server/documents/index.ts';
import { type AwardBoard, boardShown, candidatesOf } from './boards.ts';

/**
 * Issues the minutes of an award board, numbered and signed, in the language of who confirms it; answers the document's id.
 * Whoever checks them sees the decision; the candidates stand on the paper alone.
 */
export async function issueAwardMinutes(call: Call, board: AwardBoard): Promise<number> {
  const language: Locale = call.locale;
  const t = (key: string, values: Record<string, unknown> = {}) => message(language, key, values);
  const shown = await boardShown(call, board);
  const candidates = await candidatesOf(call, board.id);
  const titleIn = (title: { uz: string; ru: string; en: string }) => title[language] || title.uz;
  const count = (...decisions: string[]) =>
    String(candidates.filter((one) => decisions.includes(one.decision ?? '')).length);
  const row = await issueDocument(call, {
    kind: 'MINUTES',
    later: true,
    language,
    title: t('award.minutes.title'),
    subtitle: shown.course.title,
    subject_name: `${shown.course.title}, ${shown.academic_year.title}`,
    sections: [
      {
        kind: 'facts',
        rows: [
          [t('minutes.held_on'), board.held_on ? longDate(board.held_on, language) : '—'],
          [t('minutes.course'), shown.course.title],
          [t('award.minutes.year'), shown.academic_year.title],
          [
            t('award.minutes.quorum'),
            t('award.minutes.present', {
              present: shown.members.filter((one) => one.present).length,
              quorum: board.quorum,
            }),
          ],
          [t('award.minutes.candidates'), String(candidates.length)],
          [t('award.minutes.awarded'), count('AWARD', 'LOWER')],
          [t('award.minutes.deferred'), count('DEFER')],
        ],
      },
      ...(board.note ? [{ kind: 'text' as const, text: board.note }] : []),
    ],
    paper: [
      {
        kind: 'table',
        title: t('award.minutes.decisions'),
        columns: [
          { title: '№', width: 22, align: 'right' },
          { title: t('minutes.student') },
          { title: t('minutes.student_no'), width: 58 },
          { title: t('award.minutes.average'), width: 48, align: 'right' },
          { title: t('award.minutes.decision'), width: 150 },
        ],
        rows: candidates.map((one, at) => [
          String(at + 1),
          one.name,
          one.student_no,
          paperDecimal(one.facts.average, language),
          [
            t(`award.minutes.decision_${one.decision ?? 'DEFER'}`, {
              class: one.awarded ? titleIn(one.awarded.title) : '',
            }).trim(),
            one.reason,
          ]
            .filter(Boolean)
            .join('. '),
        ]),
      },
    ],
    signatories: shown.members
      .filter((one) => one.present)
      .map(({ name, role, signed_at }) => ({
        role: t(`minutes.role_${role}`),
        name: signed_at ? t('award.minutes.signed', { name }) : name,
      })),
  });
  return row.id;
}
