import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { accountsById } from '#domains/identity/server/index.ts';
import type { Scope } from '#platform/contract/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import type { ServerDomain } from '#platform/server/kernel.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { listViews } from './tables.ts';

/** What somebody looks for again and again in a list, kept under a name: for oneself, or for all who may open that list. */

const readings = new WeakMap<readonly ServerDomain[], ReturnType<typeof callsOf>>();
/** The addresses of calls that read and that the caller may ask, which is known from their contracts alone. */
function asked(call: Call, counts: (scope: Scope | undefined) => boolean): string[] {
  const { domains } = call.kernel;
  const calls = readings.get(domains) ?? callsOf(domains).filter(({ meta }) => meta.method === 'GET');
  readings.set(domains, calls);
  return calls.flatMap(({ meta: { access, path } }) =>
    'permission' in access && ![access.permission].flat().some((permission) => counts(scopeOf(call, permission)))
      ? []
      : [path],
  );
}
/** Whoever sees nobody but themselves in a list has no part in what those share who work with it. */
const worksWith = (scope: Scope | undefined): boolean => scope !== undefined && scope !== 'own';

const isOwn = (call: Call): SQL => sql`${listViews.owner_id} = ${call.account_id}`;

function demandOwn(call: Call, row: { owner_id: number }): void {
  if (row.owner_id !== call.account_id && !may(call, 'list_view.manage')) throw fail('VIEW_OF_OTHER');
}

/** So many somebody keeps at most. */
const mostKept = 200;
async function demandRoom(call: Call): Promise<void> {
  const kept = await call.db.$count(listViews, and(isOwn(call), isNull(listViews.deleted_at)));
  if (kept >= mostKept) throw fail('VIEWS_TOO_MANY', { most: mostKept });
}

export const views = resource(contract.list_view, {
  table: listViews,
  search: [sql`${listViews.name}`],
  sorts: { name: sql`${listViews.name}` },
  defaultSort: 'name',
  optionTitle: () => sql`${listViews.name}`,
  visible: (call) =>
    sql`(${isOwn(call)} or ${listViews.shared} and ${listViews.call} = any(${sql.param(asked(call, worksWith))}::text[]))`,
  filters: (input) => [input.list === undefined ? undefined : eq(listViews.list, input.list)],
  async present(call, rows) {
    const people = await accountsById(call, [...new Set(rows.map(({ owner_id }) => owner_id))]);
    return rows.map(({ owner_id, ...row }) => {
      const owner = people.get(owner_id);
      const own = owner_id === call.account_id;
      return {
        ...plain(row),
        owner: owner ? `${owner.lastname} ${owner.firstname}` : '',
        own,
        can: { edit: own, delete: own || may(call, 'list_view.manage') },
      };
    });
  },
  async prepare(call, input, current, next) {
    // Who manages takes away what others share; what it says stays theirs to say.
    if (current && current.owner_id !== call.account_id) throw fail('VIEW_OF_OTHER');
    if (!current) await demandRoom(call);
    if (next.shared && !may(call, 'list_view.share')) throw fail('VIEW_SHARING_FORBIDDEN');
    if (!asked(call, Boolean).includes(next.call)) throw failField('call', 'UNKNOWN_REFERENCE');
    return { ...input, ...(current ? {} : { owner_id: call.account_id }) };
  },
  beforeDelete: async (call, row) => demandOwn(call, row),
  async beforeRestore(call, row) {
    demandOwn(call, row);
    if (row.owner_id === call.account_id) await demandRoom(call);
  },
});
