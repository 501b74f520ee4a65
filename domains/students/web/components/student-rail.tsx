import { useQuery } from '@tanstack/react-query';
import { Additions, silent, useAsOf, useMessages } from '#platform/web/index.ts';
import { ChangedFact, Rail, RailFact } from '#platform/web/kit/index.ts';
import { api, type Profile } from '../api.ts';
import { mergedEntries } from '../history.ts';

/**
 * What people look for first on a student; group, marks, absence and money are told by those who keep them. They say how
 * it is today, so nothing of them stands beside a record of the past.
 */
export function StudentRail({ student }: { student: Profile }) {
  const t = useMessages();
  const past = useAsOf();
  return (
    <Rail label={t('students.rail.title')}>
      <RailFact
        label={t('students.field.course_id')}
        value={student.course?.title ?? null}
        note={student.course?.code}
      />
      {/* Other domains know a deleted student no more. */}
      {!past && student.status !== 'DELETED' && (
        <Additions place="student.rail" id={student.id} waiting={<RailFact label="…" value={undefined} />} />
      )}
      {student.can?.history && <LastChange student={student} />}
    </Rail>
  );
}

function LastChange({ student }: { student: Profile }) {
  const { data } = useQuery(api.history.queryOptions({ input: { id: student.id }, ...silent }));
  const [last] = data ? mergedEntries(data) : [];
  return <ChangedFact last={data ? (last ?? null) : undefined} />;
}
