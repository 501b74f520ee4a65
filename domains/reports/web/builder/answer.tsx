import { Alert, Group, Pagination, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, useLocale, useMessages } from '#platform/web/index.ts';
import { Chart, Empty, SmallTable, showDate, showNumber } from '#platform/web/kit/index.ts';
import type { ReportAnswer, ReportDefinition, ReportFilter } from '../../definition.ts';
import { api } from '../api.ts';
import { OpeningNumber, RecordLink, useCells } from './cells.tsx';

const pageSize = 20;
/** Parts of a drawing beyond which nobody reads it. */
const mostDrawn = 30;

/** What a report shows now: its drawing, its table, and for rows its pages. */
export function Answer({
  definition,
  title,
  asOf,
  onOpen,
}: {
  definition: ReportDefinition;
  title: string;
  /** The past day as of which it is asked. */
  asOf?: string | undefined;
  /** Somebody wants the rows behind a number. */
  onOpen?: (filters: ReportFilter[]) => void;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  const [page, setPage] = useState(1);
  const key = JSON.stringify(definition);
  const [shownFor, setShownFor] = useState(key);
  if (shownFor !== key) {
    setShownFor(key);
    setPage(1);
  }
  const options = api.report.run.queryOptions({
    input: { definition, page: page - 1, size: pageSize },
    context: { silent: true, asOf },
  });
  const { data, error, isFetching } = useQuery({
    ...options,
    queryKey: asOf ? [...options.queryKey, asOf] : options.queryKey,
    placeholderData: keepPreviousData,
  });
  if (error) return <Alert color="red">{error instanceof ApiError ? error.message : t('reports.failed')}</Alert>;
  if (!data) return <Text c="dimmed">{t('reports.running')}</Text>;
  const pages = Math.ceil((data.total ?? 0) / pageSize);
  const grouped = data.columns.some(({ measure }) => measure);
  return (
    <Stack gap="md" aria-busy={isFetching} style={{ opacity: isFetching ? 0.6 : 1 }}>
      {definition.chart !== 'none' && grouped && <Drawing answer={data} definition={definition} title={title} />}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" aria-live="polite">
          {data.total === null
            ? t('reports.few')
            : t('reports.records', { count: data.total, shown: showNumber(data.total, locale) })}
        </Text>
        <Text size="xs" c="dimmed">
          {t('reports.as_of', { at: `${showDate(data.as_of.slice(0, 10))} ${data.as_of.slice(11, 16)}` })}
        </Text>
      </Group>
      {data.cut && <Alert color="yellow">{t('reports.cut')}</Alert>}
      {data.rows.some(({ hidden }) => hidden) && <Alert color="gray">{t('reports.hidden')}</Alert>}
      {data.rows.length === 0 ? (
        <Empty title={t('reports.nothing')} />
      ) : (
        <Rows answer={data} subject={definition.subject} {...(onOpen ? { onOpen } : {})} />
      )}
      {!grouped && pages > 1 && (
        <Pagination
          total={Math.min(pages, 5000)}
          value={page}
          onChange={setPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': t(`reports.page.${control}`) })}
        />
      )}
    </Stack>
  );
}

function Rows({
  answer,
  subject,
  onOpen,
}: {
  answer: ReportAnswer;
  subject: string;
  onOpen?: (filters: ReportFilter[]) => void;
}) {
  const t = useMessages();
  const say = useCells();
  const groups = answer.columns.filter(({ measure }) => !measure).length;
  const named = (row: ReportAnswer['rows'][number]) =>
    row.cells
      .slice(0, groups)
      .map((cell, at) => say(cell, answer.columns[at]!))
      .join(', ');
  return (
    <SmallTable
      rows={answer.rows}
      rowKey={(row, index) => row.id ?? index}
      minWidth={answer.columns.length * 100}
      columns={answer.columns.map((column, at) => ({
        key: String(at),
        title: column.title,
        figure: column.measure || column.kind === 'number' || column.kind === 'money',
        names: at === 0,
        render: (row: ReportAnswer['rows'][number]) => {
          const text = say(row.cells[at], column);
          if (row.hidden && column.measure) return t('reports.few_cell');
          if (column.measure && onOpen && row.filters.length > 0)
            return (
              <OpeningNumber
                text={text}
                label={t('reports.open', { name: named(row), count: text })}
                open={() => onOpen(row.filters)}
              />
            );
          return at === 0 && row.id !== null ? <RecordLink subject={subject} id={row.id} text={text} /> : text;
        },
      }))}
      {...(answer.totals && groups > 0
        ? {
            foot: Object.fromEntries(
              answer.columns.map((column, at) => [
                String(at),
                at === 0 ? t('reports.whole') : column.measure ? say(answer.totals?.[at], column) : '',
              ]),
            ),
          }
        : {})}
    />
  );
}

/** Groups as a drawing; of two groupings the second makes the parts of each bar. */
function Drawing({ answer, definition, title }: { answer: ReportAnswer; definition: ReportDefinition; title: string }) {
  const say = useCells();
  const { chart, groups } = definition;
  if (chart === 'none') return null;
  const at = groups.length;
  const measure = answer.columns[at];
  if (!measure || groups.length === 0) return null;
  const number = (row: ReportAnswer['rows'][number]) => (typeof row.cells[at] === 'number' ? row.cells[at] : 0);
  const first = (row: ReportAnswer['rows'][number]) => say(row.cells[0], answer.columns[0]!);
  const told = answer.rows.filter(({ hidden }) => !hidden);
  if (told.length === 0) return null;
  if (groups.length === 1 || chart === 'donut')
    return (
      <Chart
        kind={chart}
        title={title}
        counts={measure.title}
        data={told.slice(0, mostDrawn).map((row) => ({ name: first(row), value: number(row) }))}
        series={[{ key: 'value', label: measure.title }]}
      />
    );
  const second = [...new Set(told.map((row) => say(row.cells[1], answer.columns[1]!)))].slice(0, 8);
  const points = new Map<string, { name: string } & Record<string, string | number>>();
  for (const row of told) {
    const part = second.indexOf(say(row.cells[1], answer.columns[1]!));
    if (part === -1) continue;
    const name = first(row);
    points.set(name, { ...(points.get(name) ?? { name }), [`part${part}`]: number(row) });
  }
  return (
    <Chart
      kind={chart}
      title={title}
      counts={measure.title}
      stacked={chart === 'bar'}
      data={[...points.values()].slice(0, mostDrawn)}
      series={second.map((label, part) => ({ key: `part${part}`, label }))}
    />
  );
}
