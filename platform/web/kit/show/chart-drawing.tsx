import { BarChart, DonutChart, LineChart } from '@mantine/charts';
import { Group, Text } from '@mantine/core';
import '@mantine/charts/styles.css';
import { useIntl } from 'react-intl';
import type { ChartProps } from './charts.tsx';
import { showNumber } from './values.ts';

// Told apart by people who see red and green alike, and on both backgrounds.
const palette = ['accent.6', 'orange.5', 'blue.6', 'grape.5', 'yellow.6', 'cyan.5', 'pink.5', 'gray.6'];
const colorAt = (index: number) => palette[index % palette.length] as string;

const shorten = (name: string) => (name.length > 22 ? `${name.slice(0, 21)}…` : name);

export default function ChartDrawing({
  kind,
  data,
  series,
  height = 260,
  stacked = false,
  lying = false,
  onOpen,
}: ChartProps) {
  const intl = useIntl();
  const format = (value: number) => showNumber(value, intl.locale);
  if (kind === 'donut') {
    const key = series[0]?.key ?? '';
    const parts = data.map((point, index) => ({
      name: point.name,
      value: Number(point[key] ?? 0),
      color: colorAt(index),
    }));
    return (
      <Group justify="center" gap="lg">
        <DonutChart
          data={parts}
          size={Math.min(height, 200)}
          thickness={26}
          valueFormatter={format}
          chartLabel={format(parts.reduce((sum, part) => sum + part.value, 0))}
          tooltipDataSource="segment"
        />
        <div>
          {parts.map((part) => (
            <Group key={part.name} gap={6} wrap="nowrap">
              <span
                aria-hidden
                style={{
                  width: 10,
                  height: 10,
                  borderRadius: 2,
                  background: `var(--mantine-color-${part.color.replace('.', '-')})`,
                }}
              />
              <Text size="sm">
                {part.name}: {format(part.value)}
              </Text>
            </Group>
          ))}
        </div>
      </Group>
    );
  }
  const shared = {
    h: height,
    data,
    dataKey: 'name',
    valueFormatter: format,
    withLegend: series.length > 1,
    // Millions need their room beside the drawing.
    yAxisProps: {
      width: data.some((point) => series.some(({ key }) => Number(point[key] ?? 0) >= 1_000_000)) ? 96 : 44,
    },
    series: series.map(({ key, label, color }, index) => ({ name: key, label, color: color ?? colorAt(index) })),
  };
  const open = onOpen && {
    onClick: ({ activeLabel }: { activeLabel?: string | number | undefined }) =>
      activeLabel === undefined ? undefined : onOpen(String(activeLabel)),
    style: { cursor: 'pointer' },
  };
  return kind === 'bar' ? (
    <BarChart
      {...shared}
      type={stacked ? 'stacked' : 'default'}
      {...(open ? { barChartProps: open } : {})}
      {...(lying
        ? {
            orientation: 'vertical' as const,
            gridAxis: 'x' as const,
            yAxisProps: { width: 156, tickFormatter: shorten, interval: 0 },
          }
        : {})}
    />
  ) : (
    <LineChart {...shared} curveType="linear" {...(open ? { lineChartProps: open } : {})} />
  );
}
