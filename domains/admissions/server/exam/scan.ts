import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { localZone } from '#platform/server/clock.ts';
import { type Flavour, flavourNames, flavours } from '../../flavours.ts';
import { presentApplications } from '../applications/applications.ts';
import { takeFollowingStep } from '../applications/steps.ts';
import { applications, examSeats, examSessions } from '../tables.ts';
import { readQr } from './qr.ts';

/**
 * At the entrance: whose code this is. It counts once; `preview` looks without using it up. Errors: QR_INVALID where it
 * is not ours or belongs to nobody now, QR_USED with the time where somebody came in with it already.
 */
export async function scanCard(call: Call, flavour: Flavour, input: { code: string; preview?: boolean | undefined }) {
  const code = readQr(call, input.code);
  const family = flavourNames.filter((name) => flavours[name].family === flavour.family);
  const [row] = code
    ? await call.db
        .select()
        .from(applications)
        .where(
          and(eq(applications.qr_code, code), inArray(applications.flavour, family), isNull(applications.deleted_at)),
        )
        .for('update')
    : [];
  if (!row) throw fail('QR_INVALID');
  if (input.preview) {
    const [application] = await presentApplications(call, [row]);
    return { application: application!, first: row.qr_scanned_at === null, scanned_at: row.qr_scanned_at };
  }
  if (row.qr_scanned_at !== null) throw fail('QR_USED', { at: row.qr_scanned_at });
  if (row.status === 'EXAM_ASSIGNED') await checkIn(call, row.id);
  const [used] = await call.db
    .update(applications)
    .set({ qr_scanned_at: sql`edulab_now()` })
    .where(eq(applications.id, row.id))
    .returning();
  const after = row.status === 'EXAM_ASSIGNED' ? await takeFollowingStep(call, used!, 'EXAM_TAKEN') : used!;
  const [application] = await presentApplications(call, [after]);
  return { application: application!, first: true, scanned_at: after.qr_scanned_at };
}

/** Doors open so long before a session, by the institution's clock. */
const doorsOpen = sql`interval '2 hours'`;

/** Notes that somebody is there; the card opens the door from two hours before its own session until that ends. */
async function checkIn(call: Call, application: number): Promise<void> {
  const seats = await call.db
    .update(examSeats)
    .set({ state: 'CHECKED_IN', checked_in_at: sql`edulab_now()` })
    .where(
      and(
        eq(examSeats.application_id, application),
        isNull(examSeats.deleted_at),
        sql`${examSeats.session_id} in (select s.id from ${examSessions} s where (edulab_now() at time zone ${localZone}) between s.day + s.starts_at::time - ${doorsOpen} and s.day + s.ends_at::time)`,
      ),
    )
    .returning({ id: examSeats.id });
  if (!seats.length) throw fail('STEP_NOT_READY', { because: 'doors' });
}
