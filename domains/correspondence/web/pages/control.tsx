import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent } from '#platform/web/index.ts';
import { Bars, DateField, Empty, PageHeader, Section, SmallTable, Tabs } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';
import { Destruction } from '../components/destruction.tsx';
import { Journal } from '../components/journal.tsx';
import { Numbers } from '../components/numbers.tsx';

/** The desk of who controls: the journal, as of any day, and who executed how much in time. */
export default function Control() {
  const { t } = useFields();
  return (
    <Stack gap="md">
      <PageHeader title={t('correspondence.control.title')} description={t('correspondence.control.about')} />
      <Tabs
        items={[
          { key: 'journal', label: t('correspondence.control.journal'), content: <Journal /> },
          { key: 'discipline', label: t('correspondence.control.discipline'), content: <Discipline /> },
          { key: 'numbers', label: t('correspondence.number.title'), content: <Numbers /> },
          { key: 'destruction', label: t('correspondence.destruction.title'), content: <Destruction /> },
        ]}
      />
    </Stack>
  );
}

/** Who executed how much in time, of what was given in a time. */
function Discipline() {
  const { t, label } = useFields();
  const [from, setFrom] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const query = useQuery({
    ...api.order.discipline.queryOptions({
      input: { ...(from ? { from } : {}), ...(until ? { until } : {}) },
      ...silent,
    }),
    placeholderData: keepPreviousData,
  });
  const kinds = ['in_time', 'after', 'late', 'open'] as const;
  return (
    <Section title={t('correspondence.control.discipline')} description={t('correspondence.control.discipline_about')}>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <DateField
            label={t('correspondence.control.from')}
            value={from ?? query.data?.from ?? null}
            onChange={setFrom}
          />
          <DateField
            label={t('correspondence.control.until')}
            value={until ?? query.data?.until ?? null}
            onChange={setUntil}
          />
        </Group>
        {query.isError && <Empty title={messageOf(query.error)} />}
        {query.isPending && <Skeleton h={200} />}
        {query.data?.people.length === 0 && <Text size="sm">{t('correspondence.control.empty')}</Text>}
        {query.data && query.data.people.length > 0 && (
          <>
            <Bars
              title={t('correspondence.control.given', { count: query.data.total.given })}
              counts={t('correspondence.control.discipline_counts')}
              data={kinds.map((kind) => ({ name: t(`correspondence.control.${kind}`), count: query.data.total[kind] }))}
            />
            <SmallTable
              minWidth={560}
              rows={query.data.people}
              rowKey={({ staff_id }) => staff_id}
              columns={[
                { key: 'name', title: label('executor'), names: true, render: (row) => row.name },
                { key: 'given', title: t('correspondence.control.orders'), figure: true, render: (row) => row.given },
                ...kinds.map((kind) => ({
                  key: kind,
                  title: t(`correspondence.control.${kind}`),
                  figure: true,
                  render: (row: { [K in (typeof kinds)[number]]: number }) => row[kind],
                })),
              ]}
            />
          </>
        )}
      </Stack>
    </Section>
  );
}
