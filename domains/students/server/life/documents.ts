import { and, count, inArray, isNull } from 'drizzle-orm';
import { noteDocumentsValid, outdateDocuments } from '#domains/credentials/server/index.ts';
import { message } from '#platform/server/call/messages.ts';
import { changeKept } from '#platform/server/records/kept.ts';
import { leavingKinds, lifeKinds } from '../../life.ts';
import type { LifeEffect } from '../hooks.ts';
import { studentCards, studentDocuments } from '../tables.ts';
import { countedLines } from './target.ts';

/** Cards of those who leave are blocked; what certificates say of the studies does not hold once these changed. */
export const documentsOfLife: LifeEffect = {
  name: 'students.documents',
  area: 'documents',
  does: Object.fromEntries(
    lifeKinds.map((kind) => [
      kind,
      kind === 'ADMISSION' ? ['PAPERS'] : leavingKinds.includes(kind) ? ['CARDS_BLOCKED', 'OUTDATED'] : ['OUTDATED'],
    ]),
  ),
  async apply(call, { kind, note }, people) {
    const ids = people.map(({ id }) => id);
    if (kind === 'ADMISSION') {
      const rows = await call.db
        .select({ student_id: studentDocuments.student_id, count: count() })
        .from(studentDocuments)
        .where(and(inArray(studentDocuments.student_id, ids), isNull(studentDocuments.deleted_at)))
        .groupBy(studentDocuments.student_id);
      return {
        lines: rows.map((row) => ({ student_id: row.student_id, code: 'PAPERS', values: { count: row.count } })),
      };
    }
    const cards = leavingKinds.includes(kind)
      ? await call.db
          .select({ id: studentCards.id, student_id: studentCards.student_id, number: studentCards.card_number })
          .from(studentCards)
          .where(
            and(
              inArray(studentCards.student_id, ids),
              inArray(studentCards.status, ['ISSUED']),
              isNull(studentCards.deleted_at),
            ),
          )
          .orderBy(studentCards.id)
      : [];
    const blocked = await changeKept(
      call.client,
      'student_cards',
      cards.map(({ id }) => ({ id, status: 'BLOCKED' })),
    );
    const outdated = await outdateDocuments(
      call,
      { kind: 'REFERENCE', student_ids: ids },
      // Strangers read on the page of the paper that it holds no more; what became of the person is the office's to know.
      'STUDIES_CHANGED',
      message(call.locale, `life_order.title.${kind}`, { ...note }),
    );
    return {
      kept: [...blocked, ...outdated],
      lines: [
        ...[...Map.groupBy(cards, (card) => card.student_id)].map(([student_id, some]) => ({
          student_id,
          code: 'CARDS_BLOCKED',
          values: { numbers: some.map(({ number }) => number).join(', ') },
        })),
        ...countedLines(outdated, 'OUTDATED'),
      ],
    };
  },
  async undone(call, { note }, kept) {
    const again = kept.filter(({ table }) => table === 'issued_documents');
    await noteDocumentsValid(
      call,
      again.map(({ id }) => id),
      note.reason ?? '',
    );
  },
};
