import { and, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { sendAll } from '#platform/server/work/outbox.ts';
import type { sms } from '../../shapes.ts';
import { lockBatch } from '../records/commands.ts';
import { studentGuardians } from '../tables.ts';

/** One SMS to each number once, though brothers share their father's. Answers who has no number; 422 where nobody has. */
export async function smsStudents(call: Call, input: z.infer<typeof sms>) {
  const rows = await lockBatch(call, 'student.sms', input.ids);
  const numbers = new Set(rows.flatMap((row) => row.contact_phone ?? []));
  if (input.guardians) {
    const guards = await call.db
      .select({ phone: studentGuardians.contact_phone })
      .from(studentGuardians)
      .where(
        and(
          inArray(
            studentGuardians.student_id,
            rows.map((row) => row.id),
          ),
          isNull(studentGuardians.deleted_at),
          isNotNull(studentGuardians.contact_phone),
        ),
      );
    for (const { phone } of guards) if (phone) numbers.add(phone);
  }
  if (numbers.size === 0) throw fail('NO_PHONE');
  await sendAll(call, { sms: [...numbers].map((to) => ({ to, language: null, text: input.text })) });
  return {
    ok: true as const,
    sent: numbers.size,
    without_phone: rows.filter((row) => !row.contact_phone).map((row) => row.id),
  };
}
