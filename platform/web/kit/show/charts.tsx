import { ActionIcon, Group, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styles from './chart.module.css';
import { SmallTable } from './small-table.tsx';
import { showNumber } from './values.ts';

// Recharts is heavy; only pages with a chart load it.
const Drawing = lazy(() => import('./chart-drawing.tsx'));

export interface ChartSeries {
  /** field of the data */
  key: string;
  label: string;
  color?: string | undefined;
}

export interface ChartProps {
  kind: 'bar' | 'line' | 'donut';
  title: string;
  /** What each number counts. */
  counts: string;
  /** one object for each point; `name` labels it */
  data: ({ name: string } & Record<string, string | number>)[];
  series: ChartSeries[];
  /** pixels, default 260 */
  height?: number | undefined;
  stacked?: boolean | undefined;
  /** Bars that lie, each after its name: for names longer than a month. */
  lying?: boolean | undefined;
  /** Somebody wants what is behind a point. */
  onOpen?: ((name: string) => void) | undefined;
  /** The table behind the drawing, where its numbers lead somewhere; shown on paper as well. */
  table?: ReactNode;
}

/** Bars, lines or a ring; a button shows the same numbers as a table, for those who cannot see a drawing. */
export function Chart(props: ChartProps) {
  const { title, counts, data, series, height = 260, lying, table } = props;
  // As high as it will be drawn: bars that lie take so much each.
  const room = lying ? Math.max(120, data.length * (series.length > 1 ? 44 : 30) + 40) : height;
  const intl = useIntl();
  const [asTable, setAsTable] = useState(false);
  const label = intl.formatMessage({ id: asTable ? 'kit.chart.chart' : 'kit.chart.table' });
  return (
    <figure style={{ margin: 0 }}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs" component="figcaption">
        <div>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="xs" c="dimmed">
            {counts}
          </Text>
        </div>
        <Tooltip label={label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={label}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      </Group>
      {data.length === 0 ? (
        <Text size="sm" c="dimmed" ta="center" py="xl">
          <FormattedMessage id="kit.chart.empty" />
        </Text>
      ) : asTable ? (
        (table ?? (
          <SmallTable
            rows={data}
            rowKey={(point) => point.name}
            minWidth={260}
            columns={[
              {
                key: 'name',
                title: <FormattedMessage id="kit.chart.name" />,
                names: true,
                render: (point) => point.name,
              },
              ...series.map(({ key, label: name }) => ({
                key,
                title: name,
                figure: true,
                render: (point: (typeof data)[number]) => showNumber(Number(point[key] ?? 0), intl.locale),
              })),
            ]}
          />
        ))
      ) : (
        <>
          <div role="img" aria-label={`${title}. ${counts}`}>
            <Suspense fallback={<Skeleton h={room} />}>
              <Drawing {...props} height={room} />
            </Suspense>
          </div>
          {table && <div className={styles.printed}>{table}</div>}
        </>
      )}
    </figure>
  );
}
