import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { fullName, RailFact } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Beside a student's record: the group of today, and who looks after it. */
export default function GroupFact({ id }: { id: number }) {
  const t = useMessages();
  const { data, isError } = useQuery(
    api.group.list.queryOptions({ input: { student_id: id, kind: 'MAIN', size: 10 }, ...silent }),
  );
  const group = data?.content[0];
  if (isError || (data && !group)) return null;
  return (
    <RailFact
      label={t('groups.rail.group')}
      value={group?.name}
      note={group?.mentor ? fullName(group.mentor) : null}
      to={group && `/groups/${group.id}`}
    />
  );
}
