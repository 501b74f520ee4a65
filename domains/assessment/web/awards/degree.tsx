import { Alert, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { messageOf, silent, titleIn, useLocale, useMessages } from '#platform/web/index.ts';
import { Empty, Facts, PageHeader, Section, showDate, showNumber } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { Faults } from './faults.tsx';
import { Sheet } from './sheet.tsx';

/** What a student has for the degree, and what is missing. */
export default function Degree() {
  const t = useMessages();
  const { locale } = useLocale();
  const search = useSearch({ strict: false }) as { student_id?: unknown };
  const student_id = /^\d{1,9}$/.test(String(search.student_id)) ? Number(search.student_id) : undefined;
  const { data, error } = useQuery(
    api.award.progress.queryOptions({ input: student_id ? { student_id } : {}, ...silent }),
  );
  if (error) return <Empty title={t('assessment.board.missing')} text={messageOf(error)} />;
  if (!data) return <Skeleton h={320} />;
  const share = data.required ? Math.min(100, (data.earned / data.required) * 100) : 0;
  const reached = t('assessment.award.earned', {
    earned: showNumber(data.earned, locale),
    required: data.required === null ? '—' : showNumber(data.required, locale),
  });
  return (
    <Stack gap="md">
      <PageHeader
        title={student_id === undefined ? t('assessment.award.degree') : data.student.name}
        description={data.course ?? t('assessment.award.degree_about')}
      />
      <Section>
        <Stack gap="xs">
          <Text fw={600}>{reached}</Text>
          <Progress value={share} size="lg" aria-label={reached} />
          <Facts
            items={[
              { label: t('assessment.amendment.student'), value: `${data.student.name} · ${data.student.student_no}` },
              {
                label: t('assessment.board.average'),
                value: data.average === null ? null : showNumber(data.average, locale),
              },
            ]}
          />
        </Stack>
      </Section>
      {data.award && (
        <Alert color="teal" icon={<IconSchool size={18} aria-hidden />}>
          {t('assessment.award.awarded', {
            day: showDate(data.award.decided_on),
            class: data.award.class ? titleIn(data.award.class.title, locale) : 'none',
          })}
        </Alert>
      )}
      {data.status !== 'GRADUATED' && (
        <Section title={t('assessment.award.missing')}>
          <Faults faults={data.faults} />
        </Section>
      )}
      <Sheet student_id={student_id} />
    </Stack>
  );
}
