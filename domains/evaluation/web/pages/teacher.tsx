import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { messageOf, silent, useLocale, useTitle } from '#platform/web/index.ts';
import { Chart, Empty, PageHeader, Section, SmallTable, showNumber } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';

/** One teacher over all modules and years; oneself where none is named. */
export default function TeacherPage() {
  const { staff_id } = useParams({ strict: false }) as { staff_id?: string };
  const { t, label } = useFields();
  const { locale } = useLocale();
  const query = useQuery(
    api.result.teacher.queryOptions({
      input: staff_id === undefined ? {} : { staff_id: Number(staff_id) || 0 },
      ...silent,
    }),
  );
  const of = query.data;
  useTitle(of?.teacher ?? t('evaluation.teacher.title'));
  const back = (
    <Button
      component={Link}
      to="/evaluation/results"
      variant="default"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
    >
      {t('evaluation.results.title')}
    </Button>
  );
  const figure = (value: number | null) =>
    value === null ? (
      <Text size="sm" c="dimmed" span>
        {t('evaluation.few_short')}
      </Text>
    ) : (
      showNumber(value, locale)
    );
  const named = (title: string, row: { results: number; voted: number; invited: number; rate: number }) => (
    <>
      <Text size="sm">{title}</Text>
      <Text size="xs" c="dimmed">
        {[
          t('evaluation.teacher.results', { results: row.results }),
          t('evaluation.voted', { voted: row.voted, invited: row.invited, rate: row.rate }),
        ].join(' · ')}
      </Text>
    </>
  );
  const change = (value: number | null) =>
    value === null ? '—' : `${value > 0 ? '+' : value < 0 ? '−' : ''}${showNumber(Math.abs(value), locale)}`;
  if (query.isError) return <Empty title={messageOf(query.error)} action={back} />;
  if (!of) return <Skeleton h={420} />;
  const known = of.periods.flatMap(({ year, title, mean }) =>
    mean === null ? [] : [{ name: `${year} · ${title}`, mean }],
  );
  return (
    <Stack gap="md">
      <PageHeader
        title={of.teacher}
        description={t('evaluation.teacher.about')}
        actions={<Group gap="xs">{back}</Group>}
      />
      {of.periods.length === 0 ? (
        <Empty title={t('evaluation.results.empty')} />
      ) : (
        <>
          <Text size="sm">
            {t('evaluation.teacher.counts', {
              results: of.results,
              mean: of.mean === null ? '—' : showNumber(of.mean, locale),
            })}
            {' · '}
            {t('evaluation.voted', { voted: of.voted, invited: of.invited, rate: of.rate })}
          </Text>
          {known.length > 1 && (
            <Section>
              <Chart
                kind="line"
                title={t('evaluation.trend')}
                counts={t('evaluation.teacher.mean_of')}
                height={240}
                data={known}
                series={[{ key: 'mean', label: label('mean') }]}
              />
            </Section>
          )}
          <Section title={t('evaluation.teacher.modules')}>
            <SmallTable
              rows={of.modules}
              rowKey={(row) => row.id}
              minWidth={280}
              columns={[
                { key: 'title', title: label('module'), names: true, render: (row) => named(row.title, row) },
                { key: 'mean', title: label('mean'), figure: true, render: (row) => figure(row.mean) },
                {
                  key: 'change',
                  title: t('evaluation.teacher.change'),
                  figure: true,
                  render: (row) => change(row.change),
                },
              ]}
            />
          </Section>
          <Section title={t('evaluation.teacher.periods')}>
            <SmallTable
              rows={of.periods.toReversed()}
              rowKey={(row) => row.id}
              minWidth={280}
              columns={[
                {
                  key: 'title',
                  title: label('period'),
                  names: true,
                  render: (row) => named(`${row.title} · ${row.year}`, row),
                },
                { key: 'mean', title: label('mean'), figure: true, render: (row) => figure(row.mean) },
              ]}
            />
          </Section>
        </>
      )}
    </Stack>
  );
}
