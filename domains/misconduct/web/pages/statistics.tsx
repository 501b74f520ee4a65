import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { PageHeader, Section, SmallTable, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Cases in numbers: by type, faculty and outcome, and how long they take. What is too small is not told. */
export default function Statistics() {
  const t = useMessages();
  const { data } = useQuery(api.offence.statistics.queryOptions({ input: {}, ...silent }));
  if (!data) return <PageHeader title={t('misconduct.statistics.title')} />;
  const few = t('misconduct.statistics.few');
  const tables = [
    { key: 'type', rows: data.by_type },
    { key: 'faculty', rows: data.by_faculty },
    { key: 'outcome', rows: data.by_outcome },
    { key: 'repeated', rows: data.repeated },
  ] as const;
  return (
    <Stack>
      <PageHeader
        title={t('misconduct.statistics.title')}
        description={t('misconduct.statistics.about', { from: showDate(data.from), until: showDate(data.until) })}
      />
      <Text>{t('misconduct.statistics.total', { total: data.total === null ? few : String(data.total) })}</Text>
      <Alert color="gray">{t('misconduct.statistics.hidden', { below: data.hidden_below })}</Alert>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {tables.map(({ key, rows }) => (
          <Section key={key} title={t(`misconduct.statistics.by.${key}`)}>
            <SmallTable
              minWidth={280}
              rows={rows}
              rowKey={(row) => row.id}
              columns={[
                { key: 'title', title: t(`misconduct.statistics.by.${key}`), render: (row) => row.title },
                {
                  key: 'count',
                  title: t('misconduct.statistics.count'),
                  figure: true,
                  render: (row) => row.count ?? few,
                },
              ]}
            />
          </Section>
        ))}
        <Section title={t('misconduct.statistics.days')}>
          <SmallTable
            minWidth={280}
            rows={data.days}
            rowKey={(row) => row.id}
            columns={[
              { key: 'id', title: t('misconduct.field.status'), render: (row) => t(`misconduct.state.${row.id}`) },
              {
                key: 'median',
                title: t('misconduct.statistics.median'),
                figure: true,
                render: (row) => row.median ?? few,
              },
            ]}
          />
        </Section>
      </SimpleGrid>
    </Stack>
  );
}
