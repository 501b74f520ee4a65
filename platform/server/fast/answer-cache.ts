import { beingChanged, versionOf } from './list-totals.ts';
import type { Asking } from './plain.ts';
import { processCache } from './process-cache.ts';

/**
 * Large answers, kept until what they were made of moves. Who may ask, and what differs from caller to caller, is never
 * part of them: that is decided for every call.
 */
const answers = processCache<{ version: string; answer: object }>({ maxSize: 8_000_000 });

interface CachedAnswer<T> {
  /** Everything that the answer depends on besides what is stored. The institution is added. */
  key: string;
  /** Of everything stored that the answer is made of, as an earlier statement of this call has read it. */
  version: string;
  /** Tables of which the version knows the counter (`versionOf`), not the rows. */
  tables: readonly string[];
  /** Makes the answer, from statements of its own; nobody may write to it afterwards. */
  make: () => Promise<T>;
}

/**
 * The answer as it was made last at this version, or made now. A counter moves before its change is committed, so what
 * is made while somebody writes to one of the tables may lack that change: it is answered, and not kept.
 */
export async function cachedAnswer<T extends object>(
  call: Asking,
  { key, version, tables, make }: CachedAnswer<T>,
): Promise<T> {
  const place = `${call.institution_id} ${call.asOf?.at ?? ''} ${key}`;
  const known = answers.get(call.client, place);
  if (known?.version === version) return known.answer as T;
  // In this order: who is not seen here has committed before the making begins.
  const open = await beingChanged(call, tables);
  const answer = await make();
  if (!open) answers.set(call.client, place, { version, answer }, JSON.stringify(answer).length + place.length);
  return answer;
}

/**
 * The same of an answer that is good for as long as nothing in these tables moves and the day is the same. The past is asked
 * each time, and so is what somebody asks who has written before: what they see may never be committed.
 */
export async function keptUntilChanged<T extends object>(
  call: Asking,
  { key, tables, make }: Omit<CachedAnswer<T>, 'version'>,
): Promise<T> {
  if (call.asOf) return make();
  const { rows } = await call.client.query<{ version: string; writes: boolean }>(
    `select concat_ws(' ', (select edulab_today()), ${versionOf(tables)}) as version, pg_current_xact_id_if_assigned() is not null as writes`,
  );
  const [now] = rows;
  return !now || now.writes ? make() : cachedAnswer(call, { key, version: now.version, tables, make });
}
