import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useMessages } from '#platform/web/index.ts';
import { Chart, Section, showNumber } from '#platform/web/kit/index.ts';

/** One semester of somebody's study. */
export interface PathStep {
  name: string;
  /** Weighted by credits; null while nothing is whole. */
  average: number | null;
  credits: number;
  earned: number;
  modules: number;
  passed: number;
}

/** A student's way through the semesters: averages and credits as pictures, and the figures below with what they add up to. */
export function Path({ steps }: { steps: readonly PathStep[] }) {
  const t = useMessages();
  const { locale } = useIntl();
  const number = (value: number | null) => (value === null ? '—' : showNumber(value, locale));
  const word = (key: string, values = {}) => t(`assessment.path.${key}`, values);
  if (steps.length === 0) return null;
  let sum = 0;
  const rows = steps.map((step, at) => {
    sum += step.earned;
    const before = steps[at - 1]?.average;
    const change =
      step.average === null || before === null || before === undefined
        ? null
        : Math.round((step.average - before) * 100) / 100;
    return { ...step, sum, change };
  });
  const sign = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${number(Math.abs(value))}`;
  return (
    <Section title={word('title')}>
      <Stack gap="md">
        {steps.length > 1 && (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Chart
              kind="line"
              title={word('average')}
              height={180}
              data={rows.flatMap(({ name, average }) => (average === null ? [] : [{ name, average }]))}
              series={[{ key: 'average', label: word('average') }]}
            />
            <Chart
              kind="bar"
              title={word('credits_by')}
              height={180}
              stacked
              data={rows.map(({ name, earned, credits }) => ({ name, earned, open: credits - earned }))}
              series={[
                { key: 'earned', label: word('earned') },
                { key: 'open', label: word('open'), color: 'gray.4' },
              ]}
            />
          </SimpleGrid>
        )}
        <Table className="tabular" verticalSpacing={6} horizontalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{word('semester')}</Table.Th>
              <Table.Th ta="right">{word('average')}</Table.Th>
              <Table.Th ta="right">{word('credits')}</Table.Th>
              <Table.Th ta="right">{word('modules')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.name} style={{ verticalAlign: 'top' }}>
                <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
                  {row.name}
                </Table.Th>
                <Table.Td ta="right">
                  {number(row.average)}
                  {row.change !== null && (
                    <Text size="xs" c={row.change < 0 ? 'red' : 'dimmed'}>
                      {sign(row.change)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {number(row.earned)} / {number(row.credits)}
                  <Text size="xs" c="dimmed">
                    {word('sum', { count: number(row.sum) })}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">
                  {row.passed} / {row.modules}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Section>
  );
}
