import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { revokeSessions } from '#domains/identity/server/index.ts';
import { storedNames } from '#platform/contract/index.ts';
import { searchKey } from '#platform/contract/script.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import { guestFields } from '../../fields.ts';
import type { mergeInput } from '../../shapes-guests.ts';
import { currentOf, getGuest } from '../guests/guests.ts';
import type { GuestRow } from '../tables.ts';
import { applications, guestCertificates, guests } from '../tables.ts';
import { searchTextOf } from './applications.ts';

/** Who may be one person under several numbers, and making one of them. */

const mostClashes = 200;
/** A passport by its digits, a name by its sound whatever the order of its words. */
const nameKey = (row: GuestRow) =>
  `${searchKey(`${row.lastname} ${row.firstname}`).split(' ').sort().join(' ')} ${row.birthdate ?? ''}`;

export async function possibleDuplicates(call: Call) {
  const people = await call.db.select().from(guests).where(isNull(guests.deleted_at)).orderBy(guests.id);
  const found: { kind: 'PASSPORT' | 'PHONE' | 'NAME'; rows: GuestRow[] }[] = [];
  const told = new Set<string>();
  const gather = (kind: 'PASSPORT' | 'PHONE' | 'NAME', keyOf: (row: GuestRow) => string | null | undefined) => {
    const groups = Map.groupBy(
      people.filter((row) => keyOf(row)),
      (row) => keyOf(row)!,
    );
    for (const rows of groups.values()) {
      const ids = rows.map((row) => row.id).join();
      if (rows.length < 2 || told.has(ids)) continue;
      told.add(ids);
      found.push({ kind, rows });
    }
  };
  gather('PASSPORT', (row) => row.pinfl);
  gather(
    'PASSPORT',
    (row) => row.passport_id?.slice(2) && row.birthdate && `${row.passport_id.slice(2)} ${row.birthdate}`,
  );
  gather('PHONE', (row) => row.phone);
  gather('PHONE', (row) => row.additional_phone);
  // Without the day of birth a name says little.
  gather('NAME', (row) => row.birthdate && nameKey(row));
  const some = found.slice(0, mostClashes);
  const current = await currentOf(
    call,
    some.flatMap(({ rows }) => rows.map((row) => row.id)),
  );
  return some.map(({ kind, rows }) => ({
    kind,
    guests: rows.map((row) => ({
      id: row.id,
      name: row.full_name,
      phone: row.phone,
      passport_id: row.passport_id,
      birthdate: row.birthdate,
      number: current.get(row.id)?.number ?? null,
      status: current.get(row.id)?.status ?? null,
    })),
  }));
}

/** What may be blank is taken over from whoever goes. */
const filled = [
  ...storedNames(guestFields).filter((name) => guestFields[name].out.safeParse(null).success),
  'photo_file_id' as const,
];

/**
 * Applications and certificates go to the one who stays, whose blanks are filled; the others are deleted and their
 * accounts closed. Errors: MERGE_DIFFERS where both have papers and these differ, LIVE_APPLICATION where both applied
 * for the same place.
 */
export async function mergeGuests(call: Call, input: z.infer<typeof mergeInput>) {
  const ids = [...new Set([input.keep_id, ...input.drop_ids])];
  const rows = await call.db
    .select()
    .from(guests)
    .where(and(inArray(guests.id, ids), isNull(guests.deleted_at)))
    .orderBy(guests.id)
    .for('update');
  const keep = rows.find((row) => row.id === input.keep_id);
  const drop = rows.filter((row) => row.id !== input.keep_id);
  if (!keep || drop.length === 0 || rows.length < ids.length) throw fail('NOT_FOUND');
  // Born on one day, with one number: other letters before it are a slip of the pen, as in the list of clashes.
  const bornAt = rows.every((row) => row.birthdate !== null);
  const sameOf = (row: GuestRow, column: 'passport_id' | 'pinfl' | 'birthdate') =>
    (column === 'passport_id' && bornAt ? row.passport_id?.slice(2) : row[column]) ?? [];
  for (const column of ['passport_id', 'pinfl', 'birthdate'] as const)
    if (new Set(rows.flatMap((row) => sameOf(row, column))).size > 1)
      throw fail('MERGE_DIFFERS', { fields: [{ path: column, code: 'MERGE_DIFFERS' }] });
  const values: Record<string, unknown> = {};
  for (const column of filled) {
    const other = drop.find((row) => row[column] !== null);
    if (keep[column] === null && other) values[column] = other[column];
  }
  await call.client.query('savepoint merging');
  const gone = drop.map((row) => row.id);
  // Who goes lets go of the passport before the other takes it.
  await call.db
    .update(guests)
    .set({ deleted_at: sql`edulab_now()`, merged_into_id: keep.id })
    .where(inArray(guests.id, gone));
  const after = { ...keep, ...values } as GuestRow;
  const name = [after.lastname, after.firstname, after.midname].filter(Boolean).join(' ');
  const search = searchTextOf(name, after.phone, after.passport_id);
  await call.db
    .update(guests)
    .set({ ...values, search })
    .where(eq(guests.id, keep.id));
  const moved = await call.db
    .update(applications)
    .set({ guest_id: keep.id, applicant_name: name, search })
    .where(inArray(applications.guest_id, gone))
    .returning({ id: applications.id });
  await call.db.update(guestCertificates).set({ guest_id: keep.id }).where(inArray(guestCertificates.guest_id, gone));
  const answer = {
    guest: await getGuest(call, 'guest.read', keep.id),
    applications: moved.length,
    filled: Object.keys(values),
  };
  if (input.preview) {
    await call.client.query('rollback to savepoint merging');
    return answer;
  }
  for (const { account_id } of drop) {
    // An account that is somebody else's too goes on.
    const { rows: others } = await call.db.execute(
      sql`select 1 from account_roles x join roles r on r.id = x.role_id where x.account_id = ${account_id} and (r.name <> 'GUEST_USER' or x.institution_id <> ${call.institution_id}) limit 1`,
    );
    if (others.length) continue;
    await revokeSessions(call, account_id);
    await call.db
      .update(accounts)
      .set({ active: false })
      .where(and(eq(accounts.id, account_id), ne(accounts.id, call.account_id)));
    await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id, active: false } });
  }
  return answer;
}
