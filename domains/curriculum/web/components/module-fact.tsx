import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { fullName, RailFact } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Beside a module of a plan: its code and credits, who leads it, which department teaches it. */
export default function ModuleFact({ id }: { id: number }) {
  const t = useMessages();
  const plan = useQuery(api.course_module.get.queryOptions({ input: { id }, ...silent }));
  const one = plan.data;
  const subject = useQuery({
    ...api.module.get.queryOptions({ input: { id: one?.module_id ?? 0 }, ...silent }),
    enabled: one !== undefined,
  });
  if (plan.isError) return null;
  const leader = one?.teachers.find(({ role }) => role === 'LEADER');
  return (
    <>
      <RailFact
        label={t('curriculum.field.code')}
        value={one?.module.code}
        note={one && t('curriculum.rail.credits', { credits: one.credits })}
      />
      <RailFact
        label={t('curriculum.field.course_id')}
        value={one && (one.course?.title ?? null)}
        note={
          one &&
          t('curriculum.rail.when', {
            year: one.academic_year?.title ?? '',
            study_year: one.study_year,
            semester: one.semester,
          })
        }
      />
      <RailFact
        label={t('curriculum.rail.leader')}
        value={one && (leader ? fullName(leader) : t('curriculum.rail.no_leader'))}
        note={subject.data?.department?.title}
      />
    </>
  );
}
