import type { Call } from '#platform/server/call/context.ts';
import { asActor } from '#platform/server/database/database.ts';
import type { Api } from './api.ts';

/** Runs what a domain lets others call on the server, as part of a decision that has no call of its own. */
export const decide = <T>(api: Api, work: (call: Call) => Promise<T>, institution_id = 1): Promise<T> =>
  asActor(api.kernel.database.app, { institution_id, account_id: null, call: 'a decision' }, (db, client) => {
    const call = { db, client, kernel: api.kernel, institution_id, account_id: 0, locale: 'en', abilities: new Map() };
    return work({ ...call, afterCommit: [], evidence: new Set() } as unknown as Call);
  });
