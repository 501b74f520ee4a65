import { Suspense } from 'react';
import { RecordChanged } from '#domains/identity/web/index.ts';
import { Additions, useAbility, useAsOf, useMessages } from '#platform/web/index.ts';
import { fullName, Rail, RailFact, showDate } from '#platform/web/kit/index.ts';
import type { Group } from '../api.ts';
import { Places } from './places.tsx';

/** What people look for first on a group; absence and the like are told by those who keep them, and of today alone. */
export function GroupRail({ group, classmates }: { group: Group; classmates: boolean }) {
  const t = useMessages();
  const { can } = useAbility();
  const past = useAsOf();
  return (
    <Rail label={t('groups.rail.title')}>
      <RailFact
        label={t('groups.field.course_id')}
        value={group.course?.title ?? null}
        note={
          group.study_year
            ? t('groups.rail.year', { year: group.study_year, entry: group.entry_year })
            : t('groups.rail.entered', { entry: group.entry_year })
        }
      />
      <RailFact
        label={t('groups.field.students')}
        value={<Places taken={group.students} capacity={group.capacity} away={group.away} />}
      />
      <RailFact
        label={t('groups.field.mentor')}
        value={group.mentor ? fullName(group.mentor) : null}
        note={group.mentor && t('groups.since', { day: showDate(group.mentor.since) })}
      />
      <RailFact
        label={t('groups.field.language')}
        value={t(`groups.language.${group.language}`)}
        note={group.education_form?.title}
      />
      {!past && <Additions place="group.rail" id={group.id} waiting={<RailFact label="…" value={undefined} />} />}
      {!classmates && (
        <Suspense fallback={<RailFact label="…" value={undefined} />}>
          <RecordChanged table="groups" id={group.id} followed={can('group.manage')} />
        </Suspense>
      )}
    </Rail>
  );
}
