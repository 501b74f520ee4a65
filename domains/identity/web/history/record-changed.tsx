import { useAbility } from '#platform/web/index.ts';
import { ChangedFact } from '#platform/web/kit/index.ts';
import { useRecordHistory } from './use-record-history.ts';

/**
 * Beside a record: when it was changed last, and by whom. `followed`: the reader sees here what others changed; who does not
 * would be told their own last change as if it were the record's.
 */
export default function RecordChanged({ table, id, followed }: { table: string; id: number; followed: boolean }) {
  const { can, scope } = useAbility();
  const shown = can('history.read') && (followed || scope('history.read') === 'institution');
  const { data, isError } = useRecordHistory(table, id);
  if (!shown || isError) return null;
  const last = data?.content.find(({ changes }) => changes.length > 0);
  return <ChangedFact last={data ? (last ? { at: last.at, by: last.person?.name } : null) : undefined} />;
}
