import { LifeSteps } from '#platform/web/kit/index.ts';
import { useRecordHistory } from './use-record-history.ts';
import { useWords } from './words.ts';

/** Through the life of a record, for those who may read who changed it: the page shows it as it stood after each change. */
export default function RecordLife({ table, id }: { table: string; id: number }) {
  const words = useWords();
  const { data } = useRecordHistory(table, id);
  const steps = (data?.content ?? [])
    .filter(({ changes, operation }) => changes.length > 0 && operation !== 'DELETE')
    .map(({ at, person, changes }) => ({
      at,
      who: person?.name ?? null,
      what: [...new Set(changes.map(({ field }) => words.label(table, field)))].join(', '),
    }));
  return <LifeSteps steps={steps} />;
}
