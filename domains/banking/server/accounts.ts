import { and, eq, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { bankAccounts, statements } from './tables.ts';

/** Bank accounts of the institution. What statements came for keeps its number and its place in the books. */

const used = async (call: Call, id: number): Promise<boolean> =>
  (
    await call.db
      .select({ id: statements.id })
      .from(statements)
      .where(and(eq(statements.bank_account_id, id), sql`${statements.status} <> 'UNDONE'`))
      .limit(1)
  ).length > 0;

export const accounts = resource(contract.bank_account, {
  table: bankAccounts,
  search: [sql`${bankAccounts.number}`, sql`${bankAccounts.bank}`],
  sorts: { created_at: sql`${bankAccounts.created_at}` },
  defaultSort: 'created_at',
  optionTitle: () => sql`${bankAccounts.number} || ' · ' || ${bankAccounts.bank}`,
  present: async (_call, rows) => rows.map(plain),
  prepare: async (call, input, current) => {
    const changed = (['number', 'ledger'] as const).some(
      (name) => current && input[name] !== undefined && input[name] !== current[name],
    );
    if (current && changed && (await used(call, current.id))) throw fail('BANK_ACCOUNT_FIXED');
    return input;
  },
  beforeDelete: async (call, row) => {
    if (await used(call, row.id)) throw fail('BANK_ACCOUNT_FIXED');
  },
  beforeRestore: async () => undefined,
});
