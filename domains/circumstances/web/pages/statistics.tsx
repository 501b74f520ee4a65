import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { messageOf, silent, useLocale } from '#platform/web/index.ts';
import { Empty, PageHeader, Section, SmallTable, showNumber } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';

interface Cell {
  key: string;
  title: string;
  claims: number | null;
}

/** How many claims of which kind, faculty and outcome a year had, and how long each step took. */
export default function Statistics() {
  const { t } = useFields();
  const { locale } = useLocale();
  const { academic_year_id } = useSearch({ strict: false }) as { academic_year_id?: unknown };
  const year = /^\d{1,9}$/.test(String(academic_year_id)) ? Number(academic_year_id) : undefined;
  const query = useQuery(
    api.ec.statistics.queryOptions({ input: year === undefined ? {} : { academic_year_id: year }, ...silent }),
  );
  const shown = (value: number | null) =>
    value === null ? t('circumstances.statistics.hidden') : showNumber(value, locale);
  const table = (title: string, rows: Cell[]) => (
    <Section title={title}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('circumstances.statistics.none')}
        </Text>
      ) : (
        <SmallTable
          rows={rows}
          rowKey={(row) => row.key}
          minWidth={260}
          columns={[
            {
              key: 'title',
              title,
              names: true,
              render: (row) => row.title || t('circumstances.statistics.no_faculty'),
            },
            {
              key: 'claims',
              title: t('circumstances.statistics.claims'),
              figure: true,
              render: (row) => shown(row.claims),
            },
          ]}
        />
      )}
    </Section>
  );
  return (
    <Stack gap="md">
      <PageHeader
        title={t('circumstances.statistics.title')}
        description={t('circumstances.statistics.about', { year: query.data?.academic_year?.title ?? '—' })}
      />
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.isPending && <Skeleton h={420} />}
      {query.data && (
        <>
          <Text size="sm">{t('circumstances.statistics.total', { total: shown(query.data.total) })}</Text>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            {table(t('circumstances.field.kind'), query.data.kinds)}
            {table(t('circumstances.field.outcome'), query.data.outcomes)}
            {table(t('circumstances.statistics.faculty'), query.data.faculties)}
            <Section title={t('circumstances.statistics.waits')}>
              <SmallTable
                rows={query.data.states}
                rowKey={(row) => row.key}
                minWidth={260}
                columns={[
                  {
                    key: 'state',
                    title: t('circumstances.field.status'),
                    names: true,
                    render: (row) => t(`circumstances.state.${row.key}`),
                  },
                  {
                    key: 'days',
                    title: t('circumstances.statistics.days'),
                    figure: true,
                    render: (row) => shown(row.days),
                  },
                ]}
              />
            </Section>
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}
