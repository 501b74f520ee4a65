import { contract as accounting } from '#domains/accounting/contract.ts';
import { connect } from '#platform/web/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const money = connect(accounting);

export const loadContracts = (search: string, ids?: (string | number)[]) =>
  money.contract.all.call(ids ? { ids: ids.join(',') } : { search });
