import { useQuery } from '@tanstack/react-query';
import { Additions, silent, useAsOf, useMessages } from '#platform/web/index.ts';
import { ChangedFact, Rail, RailFact, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import type { StaffPerson } from './staff-form.tsx';

/** What people look for first on a member of staff; what they teach is told by those who plan it, and of today alone. */
export function StaffRail({ person }: { person: StaffPerson }) {
  const t = useMessages();
  const past = useAsOf();
  return (
    <Rail label={t('staff.rail.title')}>
      <RailFact
        label={t('staff.field.department_id')}
        value={person.department?.title ?? null}
        note={person.job_position?.title}
      />
      <RailFact
        label={t(person.left_on ? 'staff.field.left_on' : 'staff.field.hired_on')}
        value={(person.left_on ?? person.hired_on) ? showDate(person.left_on ?? person.hired_on ?? '') : null}
      />
      {!past && person.status !== 'LEFT' && (
        <Additions place="staff.rail" id={person.id} waiting={<RailFact label="…" value={undefined} />} />
      )}
      {person.can?.history && <LastChange id={person.id} />}
    </Rail>
  );
}

function LastChange({ id }: { id: number }) {
  const { data } = useQuery(api.staff.history.queryOptions({ input: { id }, ...silent }));
  return <ChangedFact last={data && (data[0] ?? null)} />;
}
