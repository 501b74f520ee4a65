import { useQuery } from '@tanstack/react-query';
import { useAbility } from '#platform/web/index.ts';
import { LifeSteps } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { useWords } from './words.ts';

/** The longest life that a slider can be moved through by hand. */
const most = 100;

/** Through the life of a record, for those who may read who changed it: the page shows it as it stood after each change. */
export default function RecordLife({ table, id }: { table: string; id: number }) {
  const words = useWords();
  const may = useAbility().can('history.read');
  const { data } = useQuery({
    // Changes are of today, whatever day the record is looked at.
    ...api.user.history.queryOptions({
      input: { table_name: [table], row_id: id, size: most, sort: 'id,desc' },
      context: { silent: true, today: true },
    }),
    enabled: may,
  });
  const steps = (data?.content ?? [])
    .filter(({ changes, operation }) => changes.length > 0 && operation !== 'DELETE')
    .map(({ at, person, changes }) => ({
      at,
      who: person?.name ?? null,
      what: [...new Set(changes.map(({ field }) => words.label(table, field)))].join(', '),
    }));
  return <LifeSteps steps={steps} />;
}
