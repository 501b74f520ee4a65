import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PermissionName } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { contracts, payments, studentDebits } from './tables.ts';

/** Whose money a caller sees: the institution's, or their own. */

/**
 * Ids of the caller's records, with those that they had before: what is owed there is owed still. An array and no subselect,
 * because beside an `or` the database looks up an index by an array and reads a whole table for a subselect.
 */
export const ownStudents = (call: Call): SQL => sql`array(select edulab_own_records(${call.account_id}))`;

export const isOwn = (call: Call): SQL =>
  sql`(${contracts.account_id} = ${call.account_id} or ${contracts.student_id} = any(${ownStudents(call)}))`;

/** Whose student or whose contract these are: paid or asked back by, or for, the caller. */
export const isOwnBy = (call: Call, student: SQLWrapper, contract: SQLWrapper): SQL =>
  sql`(${student} = any(${ownStudents(call)}) or ${contract} = any(array(select ${contracts.id} from ${contracts} where ${isOwn(call)})))`;

/** Undefined for all of the institution. */
export function contractReach(call: Call, permission: PermissionName): SQL | undefined {
  switch (call.abilities.get(permission)) {
    case 'institution':
      return undefined;
    case 'own':
      // What is not issued yet is nobody's business but the office's.
      return call.account_id ? sql`${isOwn(call)} and ${contracts.status} <> 'DRAFT'` : sql`false`;
    default:
      return sql`false`;
  }
}

export function paymentReach(call: Call, permission: PermissionName): SQL | undefined {
  switch (call.abilities.get(permission)) {
    case 'institution':
      return undefined;
    case 'own':
      return isOwnBy(call, payments.student_id, payments.contract_id);
    default:
      return sql`false`;
  }
}

export function debitReach(call: Call, permission: PermissionName): SQL | undefined {
  switch (call.abilities.get(permission)) {
    case 'institution':
      return undefined;
    case 'own':
      return sql`${studentDebits.student_id} = any(${ownStudents(call)})`;
    default:
      return sql`false`;
  }
}
