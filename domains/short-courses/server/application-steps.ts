import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type ApplicationRow, applications, mayFollow, takeFollowingSteps } from '#domains/admissions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import type { RegistrationState } from '../workflow.ts';
import { courseRegistrations } from './tables.ts';

/** Applications of admissions follow the places that they brought: to their end with a certificate, and to theirs without. */

type State = ApplicationRow['status'];

/** Which steps lead an application from where it stands to where its place is, in this order. */
function wayTo(place: RegistrationState, now: State): readonly State[] {
  if (place === 'COMPLETED') return ['LISTENER', 'COMPLETED', 'CERTIFIED'];
  if (place === 'CANCELLED' || place === 'EXPIRED') return ['CANCELLED'];
  if (now === 'COMPLETED' || now === 'CERTIFIED') return ['LISTENER'];
  return now === 'CANCELLED' ? ['PAID'] : [];
}

/** Before bills and courses, as whoever takes a step of an application holds it first. */
export async function holdApplications(call: Call, registrations: readonly number[]): Promise<void> {
  await call.db
    .select({ id: applications.id })
    .from(applications)
    .innerJoin(courseRegistrations, eq(courseRegistrations.application_id, applications.id))
    .where(inArray(courseRegistrations.id, [0, ...registrations]))
    .orderBy(applications.id)
    .for('update', { of: applications });
}

/** An application of the same person by the same form that goes on: two at once there cannot be. */
const another = (of: string) =>
  `exists (select 1 from applications o where o.guest_id = ${of}.guest_id and o.form_origin_id = ${of}.form_origin_id and o.id <> ${of}.id
    and o.deleted_at is null and o.status not in ('REJECTED', 'WITHDRAWN', 'EXPIRED', 'CANCELLED', 'CERTIFIED'))`;

/** Brings the applications of these places to where the places are by now; those that know no such step stay. */
export async function followPlaces(call: Call, registrations: readonly number[], reason?: string): Promise<void> {
  const found = await call.db
    .select({
      row: applications,
      place: courseRegistrations.status,
      another: sql<boolean>`${sql.raw(another('applications'))}`,
    })
    .from(applications)
    .innerJoin(courseRegistrations, eq(courseRegistrations.application_id, applications.id))
    .where(
      and(
        inArray(courseRegistrations.id, [0, ...registrations]),
        isNull(courseRegistrations.deleted_at),
        isNull(applications.deleted_at),
      ),
    )
    .orderBy(applications.id)
    .for('update', { of: applications });
  const going = found
    .filter(({ row, another }) => row.status !== 'CANCELLED' || !another)
    .map(({ row, place }) => {
      const way = wayTo(place, row.status);
      // What stands on the way already goes on from there.
      return { row, way: way.slice(way.indexOf(row.status) + 1) };
    });
  for (let to = going; to.length > 0; ) {
    const next = to.flatMap(({ row, way: [state, ...rest] }) =>
      state && mayFollow(row, state) ? [{ row, state, rest }] : [],
    );
    to = [];
    for (const [state, alike] of Map.groupBy(next, (one) => one.state)) {
      const rows = await takeFollowingSteps(
        call,
        alike.map(({ row }) => row),
        state,
        reason,
      );
      to.push(...rows.map((row, at) => ({ row, way: alike[at]!.rest })));
    }
  }
}

const apart = `select r.id, r.institution_id from short_course_registrations r join applications a on a.id = r.application_id
  where r.deleted_at is null and a.deleted_at is null
    and (r.status in ('EXPIRED', 'CANCELLED') and a.status in ('PAID', 'LISTENER')
      or r.status in ('WAITING', 'OFFERED', 'HELD', 'CONFIRMED') and a.status = 'CANCELLED' and not ${another('a')})`;

/**
 * What the clock or a late payment did to places, applications are told afterwards, each in a transaction of its own: they
 * are held before bills and courses, which whoever ends a hold has locked already.
 */
export async function followAllPlaces(kernel: Kernel): Promise<void> {
  const { rows } = await kernel.database.owner.query<{ id: number; institution_id: number }>(
    `${apart} order by r.id limit 500`,
  );
  for (const { id, institution_id } of rows)
    await inTheNight(kernel, institution_id, 'short courses', async (call) => {
      await holdApplications(call, [id]);
      await followPlaces(call, [id], message(call.locale, 'short_course_followed'));
    });
}
