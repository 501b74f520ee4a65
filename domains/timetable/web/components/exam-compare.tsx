import { Alert, Drawer, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf, useMessages } from '#platform/web/index.ts';
import { api, type ExamPeriod } from '../api.ts';

const facts = ['exams', 'students', 'unplaced', 'twice', 'halls', 'days'] as const;

/** Two plans of exams beside each other: what each is like, and which exams are elsewhere. */
export function ExamCompare({ pair, onClose }: { pair: readonly ExamPeriod[] | undefined; onClose: () => void }) {
  const t = useMessages();
  const [first, second] = pair ?? [];
  const { data, error } = useQuery({
    ...api.exam_period.compare.queryOptions({
      input: { first_id: first?.id ?? 0, second_id: second?.id ?? 0 } as never,
    }),
    enabled: pair !== undefined,
  });
  const head = (name: string) => (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{name}</Table.Th>
        <Table.Th>{first?.title}</Table.Th>
        <Table.Th>{second?.title}</Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
  return (
    <Drawer
      opened={pair !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={t('timetable.compare.title')}
      closeButtonProps={{ 'aria-label': t('timetable.close') }}
    >
      {error ? (
        <Alert color="red">{messageOf(error)}</Alert>
      ) : !data ? (
        <Skeleton height={240} />
      ) : (
        <Stack gap="md">
          <Table.ScrollContainer minWidth={420}>
            <Table verticalSpacing={4}>
              {head('')}
              <Table.Tbody>
                {facts.map((key) => (
                  <Table.Tr key={key}>
                    <Table.Td>{t(`timetable.exams.fact.${key}`)}</Table.Td>
                    <Table.Td className="tabular">{data.first[key] ?? '—'}</Table.Td>
                    <Table.Td className="tabular">{data.second[key] ?? '—'}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Text fw={600} size="sm">
            {t('timetable.exams.compared', { moved: data.moved, same: data.same })}
          </Text>
          {data.differences.length > 0 && (
            <Table.ScrollContainer minWidth={480}>
              <Table verticalSpacing={4}>
                {head(t('timetable.field.exams'))}
                <Table.Tbody>
                  {data.differences.map((one) => (
                    <Table.Tr key={one.title}>
                      <Table.Td>{one.title}</Table.Td>
                      <Table.Td>{one.first}</Table.Td>
                      <Table.Td>{one.second}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
        </Stack>
      )}
    </Drawer>
  );
}
