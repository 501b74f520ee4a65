import { Box, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { messageOf, silent, useLocale } from '#platform/web/index.ts';
import { AsyncSelect, Empty, PageHeader, Section, SmallTable, showNumber } from '#platform/web/kit/index.ts';
import { api, loadYears, useFields } from '../api.ts';

interface Cell {
  key: string;
  title: string;
  count: number | null;
}

/** What a year was written about: by kind, type, theme, and what became of it. */
export default function Statistics() {
  const { t } = useFields();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const { academic_year_id } = useSearch({ strict: false }) as { academic_year_id?: unknown };
  const year = /^\d{1,9}$/.test(String(academic_year_id)) ? Number(academic_year_id) : undefined;
  const query = useQuery(
    api.feedback.statistics.queryOptions({ input: year === undefined ? {} : { academic_year_id: year }, ...silent }),
  );
  const shown = (value: number | null, unit = '') =>
    value === null ? t('feedback.statistics.hidden') : `${showNumber(value, locale)}${unit}`;
  const table = (title: string, rows: Cell[]) => (
    <Section title={title}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('feedback.statistics.none')}
        </Text>
      ) : (
        <SmallTable
          rows={rows}
          rowKey={(row) => row.key}
          minWidth={260}
          columns={[
            { key: 'title', title, names: true, render: (row) => row.title },
            {
              key: 'count',
              title: t('feedback.statistics.count'),
              figure: true,
              render: (row) => shown(row.count),
            },
          ]}
        />
      )}
    </Section>
  );
  return (
    <Stack gap="md">
      <PageHeader
        title={[t('feedback.statistics.title'), query.data?.academic_year?.title].filter(Boolean).join(' · ')}
        description={t('feedback.statistics.about')}
      />
      <Box maw={260}>
        <AsyncSelect
          label={t('feedback.statistics.year')}
          value={query.data?.academic_year?.id ?? null}
          onChange={(id) =>
            void navigate({ to: '.', search: (old: object) => ({ ...old, academic_year_id: id ?? undefined }) })
          }
          load={loadYears}
        />
      </Box>
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.isPending && <Skeleton h={420} />}
      {query.data && (
        <>
          <Text size="sm">
            {t('feedback.statistics.total', { total: shown(query.data.total) })}
            {' · '}
            {t('feedback.statistics.in_time', { percent: shown(query.data.in_time, ' %') })}
          </Text>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            {table(t('feedback.field.theme'), query.data.themes)}
            {table(t('feedback.field.type'), query.data.types)}
            {table(t('feedback.field.kind'), query.data.kinds)}
            {table(t('feedback.field.status'), query.data.outcomes)}
            {table(t('feedback.field.mode'), query.data.modes)}
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}
