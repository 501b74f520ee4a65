import { Skeleton, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { Empty, Section, StatusBadge } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { bySemester } from '../results.ts';
import { Reasons } from './reasons.tsx';

/** A student's own admission to the exams of the running semester, module by module. */
export function OwnAdmission() {
  const t = useMessages();
  const plans = useQuery(api.plan.list.queryOptions({ input: { size: 200, state: 'ACTIVE' }, ...silent }));
  const modules = bySemester(plans.data?.content ?? []).at(-1)?.rows ?? [];
  const retakes = useQuery(api.retake.list.queryOptions({ input: { size: 50, state: 'REGISTERED' }, ...silent }));
  const asked = [
    ...(retakes.data?.content ?? []).map(({ course_module_id, attempt }) => ({ course_module_id, attempt })),
    ...modules.map(({ course_module_id }) => ({ course_module_id })),
  ];
  const answers = useQueries({
    queries: asked.map((input) => api.admission.read.queryOptions({ input, ...silent })),
  });
  const failed = plans.error ?? retakes.error ?? answers.find(({ error }) => error)?.error;
  if (failed) return <Empty title={t('assessment.admission.missing')} text={messageOf(failed)} />;
  if (plans.isPending || retakes.isPending || answers.some(({ isPending }) => isPending)) return <Skeleton h={420} />;
  const shown = answers.flatMap(({ data }) =>
    (data?.students ?? []).map((one) => ({ ...one, course_module: data!.course_module, attempt: data!.attempt })),
  );
  if (shown.length === 0) return <Empty title={t('assessment.admission.own_none')} />;
  return (
    <Stack gap="sm">
      {shown
        .toSorted((a, b) => Number(a.admitted) - Number(b.admitted))
        .map((one) => (
          <Section
            key={`${one.course_module.id} ${one.attempt}`}
            title={one.course_module.title}
            description={[
              one.course_module.code,
              one.attempt > 1 ? t('assessment.entry.attempt', { number: one.attempt }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
            actions={<Decision admitted={one.admitted} />}
          >
            {one.reasons.length > 0 || one.override || one.kept_on ? (
              <Reasons of={one} />
            ) : (
              <Text size="sm" c="dimmed">
                {t('assessment.admission.nothing')}
              </Text>
            )}
          </Section>
        ))}
    </Stack>
  );
}

export function Decision({ admitted }: { admitted: boolean }) {
  const t = useMessages();
  return (
    <StatusBadge
      status={admitted ? 'ADMITTED' : 'BARRED'}
      color={admitted ? 'teal' : 'red'}
      label={t(admitted ? 'assessment.admission.yes' : 'assessment.admission.no')}
    />
  );
}
