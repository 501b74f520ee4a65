import { Button, Text } from '@mantine/core';
import { IconTrendingUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { download, today, useAbility, useLocale } from '#platform/web/index.ts';
import { DateText, type InputOf, ListPage, StatusBadge, showNumber } from '#platform/web/kit/index.ts';
import { api, loadPeriods, loadYears, resultList, useFields } from '../api.ts';

/** The xlsx of what the list shows: its filters without the paging, which a file has not. */
function exportList({ page: _page, size: _size, ...input }: InputOf<typeof api.result.list>) {
  const asked = Object.entries(input).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  return download(`/evaluation/result/export?${new URLSearchParams(asked)}`, `evaluation-${today()}.xlsx`).catch(
    () => undefined,
  );
}

/** Modules and teachers beside each other: mean, spread and rate of answers. */
export default function Results() {
  const { t, column, label } = useFields();
  const { locale } = useLocale();
  const { can } = useAbility();
  const manages = can('evaluation.manage');
  const year = {
    key: 'academic_year_id' as const,
    label: label('academic_year_id'),
    control: 'async' as const,
    load: loadYears,
  };
  return (
    <ListPage
      title={t('evaluation.results.title')}
      description={t('evaluation.results.about')}
      name="evaluation-results"
      of={api.result.list}
      place={resultList}
      rowHref={(row) => `/evaluation/results/${row.id}`}
      rowLabel={(row) => `${row.module}, ${row.teacher}`}
      columns={[
        {
          ...column('module'),
          render: (row) => (
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={500} lineClamp={2}>
                {row.module}
              </Text>
              <Text size="xs" c="dimmed">
                {row.teacher}
              </Text>
            </div>
          ),
        },
        {
          ...column('mean'),
          sortable: true,
          align: 'right',
          render: (row) =>
            row.mean === null ? (
              <Text size="sm" c="dimmed">
                {t('evaluation.few_short')}
              </Text>
            ) : (
              t('evaluation.mean', {
                mean: showNumber(row.mean, locale),
                spread: showNumber(row.spread ?? 0, locale),
              })
            ),
        },
        {
          ...column('voted'),
          sortable: true,
          align: 'right',
          render: (row) => t('evaluation.voted', { voted: row.voted, invited: row.invited, rate: row.rate }),
        },
        { ...column('period'), render: (row) => `${row.period} · ${row.year}` },
        { ...column('department'), defaultHidden: true, render: (row) => row.department ?? '—' },
        {
          ...column('released_on'),
          render: (row) =>
            row.released_on ? (
              <DateText value={row.released_on} />
            ) : (
              <StatusBadge
                status="PENDING"
                label={t(row.marks_final ? 'evaluation.unreleased' : 'evaluation.marks_open')}
              />
            ),
        },
      ]}
      filters={
        manages
          ? [
              { key: 'period_id', label: label('period_id'), control: 'async', load: loadPeriods },
              year,
              { key: 'released', label: t('evaluation.released'), control: 'boolean' },
            ]
          : [year]
      }
      {...(can('evaluation.reply')
        ? {
            toolbar: (
              <Button
                variant="subtle"
                size="compact-sm"
                component={Link}
                to="/evaluation/teachers/own"
                leftSection={<IconTrendingUp size={16} aria-hidden />}
              >
                {t('evaluation.teacher.own')}
              </Button>
            ),
          }
        : {})}
      exportFn={exportList}
      defaults={{ size: 20, sort: 'id,desc' }}
      empty={{ text: t('evaluation.results.empty') }}
    />
  );
}
