import { Alert, Drawer, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf, useMessages } from '#platform/web/index.ts';
import { api, type Draft } from '../api.ts';
import { Rules } from './judge-panel.tsx';

/** Two timetables beside each other: what each costs, and which lessons are elsewhere. */
export function CompareDrawer({ pair, onClose }: { pair: readonly Draft[] | undefined; onClose: () => void }) {
  const t = useMessages();
  const [first, second] = pair ?? [];
  const { data, error } = useQuery({
    ...api.draft.compare.queryOptions({
      input: { first_id: first?.id ?? 0, second_id: second?.id ?? 0 } as never,
    }),
    enabled: pair !== undefined,
  });
  return (
    <Drawer
      opened={pair !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={t('timetable.compare.title')}
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
            <Group>
              <Rules of={data.first} and={data.second} />
            </Group>
            <Text fw={600} size="sm">
              {t('timetable.compare.moved', { moved: data.moved, same: data.same })}
            </Text>
            {data.differences.length > 0 && (
              <Table.ScrollContainer minWidth={560}>
                <Table verticalSpacing={4}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{t('timetable.compare.lesson')}</Table.Th>
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
                          <Text size="xs" c="dimmed">
                            {one.groups}
                          </Text>
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
