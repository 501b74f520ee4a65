import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { type NameIn, useMessages } from '#platform/web/index.ts';
import { Chart, Section, SmallTable, showNumber } from '#platform/web/kit/index.ts';
import type { api } from '../api.ts';

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

type Transcript = Awaited<ReturnType<typeof api.transcript.read.call>>;

/** The semesters of a transcript: the one place from which averages and credits are told, whatever page shows them. */
export const pathOf = ({ semesters }: Pick<Transcript, 'semesters'>): PathStep[] =>
  semesters.map((one) => ({
    name: `${one.academic_year} · ${one.semester}`,
    average: one.average,
    credits: one.credits,
    earned: one.earned,
    modules: one.rows.length,
    passed: one.rows.filter((row) => row.passed).length,
  }));
/** Credits earned, of those of the programme where they are known. */
export const creditsOf = ({ earned, programme }: Pick<Transcript, 'earned' | 'programme'>, locale: string): string =>
  [earned, ...(programme === null ? [] : [programme])].map((value) => showNumber(value, locale)).join(' / ');

/** A student's way through the semesters: averages and credits as pictures, and the figures below with what they add up to. */
export function Path({ steps }: { steps: readonly PathStep[] }) {
  const t = useMessages();
  const { locale } = useIntl();
  const number = (value: number | null) => (value === null ? '—' : showNumber(value, locale));
  const word = (key: NameIn<'assessment.path'>, values = {}) => t(`assessment.path.${key}`, values);
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
  // A semester stays on one line, however narrow the window.
  const whole = (name: string) => name.replaceAll(' ', '\u00a0');
  const sign = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${number(Math.abs(value))}`;
  return (
    <Section title={word('title')}>
      <Stack gap="md">
        {steps.length > 1 && (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Chart
              kind="line"
              title={word('average')}
              counts={word('average_counts')}
              height={180}
              data={rows.flatMap(({ name, average }) => (average === null ? [] : [{ name, average }]))}
              series={[{ key: 'average', label: word('average') }]}
            />
            <Chart
              kind="bar"
              title={word('credits_by')}
              counts={word('credits_counts')}
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
        <SmallTable
          rows={rows}
          rowKey={(row) => row.name}
          minWidth={0}
          columns={[
            { key: 'name', title: word('semester'), names: true, render: (row) => whole(row.name) },
            {
              key: 'average',
              title: word('average'),
              figure: true,
              render: (row) => (
                <>
                  {number(row.average)}
                  {row.change !== null && (
                    <Text size="xs" c={row.change < 0 ? 'red' : 'dimmed'}>
                      {sign(row.change)}
                    </Text>
                  )}
                </>
              ),
            },
            {
              key: 'credits',
              title: word('credits'),
              figure: true,
              render: (row) => (
                <>
                  {number(row.earned)} / {number(row.credits)}
                  <Text size="xs" c="dimmed">
                    {word('sum', { count: number(row.sum) })}
                  </Text>
                </>
              ),
            },
            { key: 'modules', title: word('modules'), figure: true, render: (row) => `${row.passed} / ${row.modules}` },
          ]}
        />
      </Stack>
    </Section>
  );
}
