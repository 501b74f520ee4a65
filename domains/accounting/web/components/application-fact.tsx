import { useQuery } from '@tanstack/react-query';
import { codeId, silent, useMessages } from '#platform/web/index.ts';
import { MoneyText, RailFact } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Beside an application: the contract that came of it, how far it is, and what it costs. */
export default function ContractFact({ id }: { id: number }) {
  const t = useMessages();
  const { data, isError } = useQuery(
    api.contract.list.queryOptions({ input: { application_id: id, size: 1, sort: 'created_at,desc' }, ...silent }),
  );
  const one = data?.content[0];
  if (isError || (data && !one)) return null;
  return (
    <RailFact
      label={t('accounting.field.contract_id')}
      value={one && t(codeId('accounting.status', one.status))}
      note={one && <MoneyText value={one.amount} />}
      to={one && `/accounting/contract?open=${one.id}`}
    />
  );
}
