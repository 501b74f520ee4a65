import { and, inArray, isNull } from 'drizzle-orm';
import type { PersonPart } from '#domains/identity/server/index.ts';
import { openEntries } from '../workflow.ts';
import { enrollmentEntries } from './tables.ts';

/** Enrolments go with the person; two that are open at once would be two screens before one. */
export const entriesOfPerson: PersonPart = {
  name: 'enrolments',
  owns: [enrollmentEntries.account_id],
  async join(call, { keep, drop }) {
    if (drop === undefined) return {};
    const open = await call.db
      .selectDistinct({ account_id: enrollmentEntries.account_id })
      .from(enrollmentEntries)
      .where(
        and(
          inArray(enrollmentEntries.account_id, [keep, drop]),
          inArray(enrollmentEntries.status, [...openEntries]),
          isNull(enrollmentEntries.deleted_at),
        ),
      );
    return open.length > 1 ? { conflicts: [{ code: 'TWO_ENROLMENTS' }] } : {};
  },
};
