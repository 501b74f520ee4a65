import { useQuery } from '@tanstack/react-query';
import { useAbility } from '#platform/web/index.ts';
import { api } from '../api.ts';

/** The longest life that a slider can be moved through by hand. */
const most = 100;

/** The newest changes of a record, for those who may read who changed it. Changes are of today, whatever day it is looked at. */
export function useRecordHistory(table: string, id: number) {
  const may = useAbility().can('history.read');
  return useQuery({
    ...api.user.history.queryOptions({
      input: { table_name: [table], row_id: id, size: most, sort: 'id,desc' },
      context: { silent: true, today: true },
    }),
    enabled: may,
  });
}
