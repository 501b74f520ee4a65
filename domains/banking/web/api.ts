import { contract as accounting } from '#domains/accounting/contract.ts';
import { connect, queryClient } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const money = connect(accounting);

export type Statement = Awaited<ReturnType<typeof api.statement.list.call>>['content'][number];
export type StatementPreview = Awaited<ReturnType<typeof api.statement.preview.call>>;
export type Row = Awaited<ReturnType<typeof api.statement_row.list.call>>['content'][number];
export type Candidate = Awaited<ReturnType<typeof api.statement_row.candidates.call>>[number];
export type Difference = Awaited<ReturnType<typeof api.reconciliation.list.call>>['content'][number];
export type Day = Awaited<ReturnType<typeof api.day.list.call>>['content'][number];

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadAccounts = (search: string, ids?: OptionId[]) => api.bank_account.all.call(question(search, ids));
export const loadContracts = (search: string, ids?: OptionId[]) => money.contract.all.call(question(search, ids));

/** What was read before a change is old after it, in the books as well. */
export const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.key() }),
    queryClient.invalidateQueries({ queryKey: money.key() }),
  ]);
