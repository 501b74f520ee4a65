import { Alert, Drawer, Skeleton, Stack, Table, Text } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf, useLocale, useMessages } from '#platform/web/index.ts';
import { showNumber } from '#platform/web/kit/index.ts';
import { api, type Draft, type ExamPeriod } from '../api.ts';
import { Rules } from './judge-panel.tsx';

interface Compared {
  differences: { title: string; groups?: string; first: string; second: string }[];
}
interface Titled {
  id: number;
  title: string;
}
interface CompareProps<T extends Titled> {
  pair: readonly T[] | undefined;
  onClose: () => void;
}

const idsOf = (pair: readonly Titled[] | undefined) => ({
  first_id: pair?.[0]?.id ?? 0,
  second_id: pair?.[1]?.id ?? 0,
});

/** Two timetables beside each other: what each costs, and which lessons are elsewhere. */
export function CompareDrawer({ pair, onClose }: CompareProps<Draft>) {
  const t = useMessages();
  const { locale } = useLocale();
  return (
    <Comparison
      pair={pair}
      onClose={onClose}
      query={api.draft.compare.queryOptions({ input: idsOf(pair) })}
      title={t('timetable.compare.title')}
      what={t('timetable.compare.lesson')}
      moved={({ moved, same, differences: { length } }) =>
        [
          t('timetable.compare.moved', { moved: showNumber(moved, locale), same: showNumber(same, locale) }),
          ...(length < moved ? [t('timetable.compare.first', { count: length })] : []),
        ].join('. ')
      }
      facts={({ first, second }) => <Rules of={first} and={second} titles={pair?.map(({ title }) => title)} />}
    />
  );
}

const facts = ['exams', 'students', 'unplaced', 'twice', 'halls', 'days'] as const;

/** Two plans of exams beside each other: what each is like, and which exams are elsewhere. */
export function ExamCompare({ pair, onClose }: CompareProps<ExamPeriod>) {
  const t = useMessages();
  return (
    <Comparison
      pair={pair}
      onClose={onClose}
      query={api.exam_period.compare.queryOptions({ input: idsOf(pair) })}
      title={t('timetable.exams.compare')}
      what={t('timetable.field.exams')}
      moved={({ moved, same }) => t('timetable.exams.compared', { moved, same })}
      facts={({ first, second }) => (
        <Table verticalSpacing={4} w="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {pair?.map((one) => (
                <Table.Th key={one.id}>{one.title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {facts.map((key) => (
              <Table.Tr key={key}>
                <Table.Td>{t(`timetable.exams.fact.${key}`)}</Table.Td>
                <Table.Td className="tabular">{first[key] ?? '—'}</Table.Td>
                <Table.Td className="tabular">{second[key] ?? '—'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    />
  );
}

interface ComparisonProps<T extends Compared> extends CompareProps<Titled> {
  // biome-ignore lint/suspicious/noExplicitAny: the error and key of a query are its own
  query: UseQueryOptions<T, any, T, any>;
  title: string;
  /** Head of the column with what differs. */
  what: string;
  moved: (data: T) => string;
  facts: (data: T) => ReactNode;
}

function Comparison<T extends Compared>({ pair, onClose, query, title, what, moved, facts: of }: ComparisonProps<T>) {
  const t = useMessages();
  const [first, second] = pair ?? [];
  const { data, error } = useQuery({ ...query, enabled: pair !== undefined });
  return (
    <Drawer
      opened={pair !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={title}
      closeButtonProps={{ 'aria-label': t('timetable.close') }}
    >
      <Stack gap="md">
        <Text size="sm">
          {first?.title} – {second?.title}
        </Text>
        {error ? (
          <Alert color="red">{messageOf(error)}</Alert>
        ) : !data ? (
          <Skeleton height={240} />
        ) : (
          <>
            {of(data)}
            <Text fw={600} size="sm">
              {moved(data)}
            </Text>
            {data.differences.length > 0 && (
              <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
                <Table verticalSpacing={4}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{what}</Table.Th>
                      <Table.Th>{first?.title}</Table.Th>
                      <Table.Th>{second?.title}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {data.differences.map((one, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: differences have no other identity and never move
                      <Table.Tr key={index}>
                        <Table.Td>
                          {one.title}
                          {one.groups && (
                            <Text size="xs" c="dimmed">
                              {one.groups}
                            </Text>
                          )}
                        </Table.Td>
                        <Table.Td>{one.first}</Table.Td>
                        <Table.Td>{one.second}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            )}
          </>
        )}
      </Stack>
    </Drawer>
  );
}
