import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook } from '#platform/server/hooks.ts';
import type { KeptRow } from '#platform/server/records/kept.ts';
import type { PersonLine, PersonRole } from '../contract/persons.ts';

/** Two accounts that become one. */
export interface Join {
  keep: number;
  /** Undefined where a record without an account is joined. */
  drop: number | undefined;
  record: { role: PersonRole; id: number } | undefined;
}
/** What stands in the way: `person_conflict.<code>` of the messages of whoever says it. */
export interface PersonConflict {
  code: string;
  values?: Record<string, string | number>;
}
export interface Joined {
  kept?: KeptRow[];
  lines?: PersonLine[];
  conflicts?: PersonConflict[];
  /** Names of roles that the account needs for what it is given. */
  roles?: string[];
}

/** What a domain keeps of people by their account. */
export interface PersonPart {
  name: string;
  /** Columns with the account of whom the row is about; rows that are not deleted go with the person. */
  owns: readonly PgColumn[];
  /**
   * The records in which people stand, those alone that stand for somebody today: a query of `role, id, account_id,
   * lastname, firstname, midname, birthdate, pinfl, passport_id, phone, number, status, created_at, search` (the text in which they are searched), in this order. `table`
   * holds them, `states` begins the messages of their status.
   */
  records?: { role: PersonRole; table: string; query: SQL; states?: string };
  /** What more than moving rows is needed, before they move. */
  join?(call: Call, accounts: Join): Promise<Joined>;
}
export const personPart: Hook<PersonPart> = defineHook(
  'identity.person_part',
  'What belongs to a person, by the account: where people are looked for who stand twice, and what moves when two accounts become one.',
);

/** What people may have of their own, and most have none of. */
export interface OwnMatter {
  /** Which the card of it on the home page asks for (`useOwnMatter`). */
  name: string;
  /** Whether the caller has any, by an index. True where it need not be is no harm; what is false is never asked for. */
  has(call: Call): SQL;
}
export const ownMatter: Hook<OwnMatter> = defineHook(
  'identity.own_matter',
  'What a person may have of their own, so that a home page asks only for what there is.',
);

/** Of the profile of whoever calls: whether they look for work, and how many offers they have not seen. */
type CallerWork = (call: Call) => Promise<{ need_for_job_status: string | null; new_job_offers: number }>;
export const callerWork: Hook<CallerWork> = defineHook(
  'identity.caller_work',
  'What the profile of the caller says of their search for work. One domain keeps it; the last that follows answers.',
);
