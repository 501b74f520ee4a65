import { and, inArray, isNull } from 'drizzle-orm';
import { noteDocumentsValid, outdateDocuments } from '#domains/credentials/server/index.ts';
import { message } from '#platform/server/call/messages.ts';
import { changeKept } from '#platform/server/records/kept.ts';
import { leavingKinds } from '../../life.ts';
import type { LifeEffect } from '../hooks.ts';
import { studentCards } from '../tables.ts';

/** Cards of those who leave are blocked; what certificates say of the studies does not hold once these changed. */
export const documentsOfLife: LifeEffect = {
  name: 'students.documents',
  area: 'documents',
  does: {
    LEAVE: ['OUTDATED'],
    WITHDRAWAL: ['CARDS_BLOCKED', 'OUTDATED'],
    EXPULSION: ['CARDS_BLOCKED', 'OUTDATED'],
    TRANSFER_OUT: ['CARDS_BLOCKED', 'OUTDATED'],
    GRADUATION: ['CARDS_BLOCKED', 'OUTDATED'],
    TRANSFER: ['OUTDATED'],
  },
  async apply(call, { kind, note }, people) {
    const ids = people.map(({ id }) => id);
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
        ...[...Map.groupBy(outdated, (one) => one.student_id)].map(([student_id, some]) => ({
          student_id,
          code: 'OUTDATED',
          values: { count: some.length },
        })),
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
