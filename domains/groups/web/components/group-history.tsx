import { Anchor, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { silent, useMessages } from '#platform/web/index.ts';
import { Empty, fullName, Section, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

const span = (from: string, to: string | null) => `${showDate(from)} – ${to ? showDate(to) : '…'}`;

/** Who was in the group from when to when, and who looked after it. */
export function GroupHistory({ group }: { group: number }) {
  const t = useMessages();
  const query = useQuery(api.group.history.queryOptions({ input: { group_id: String(group) } as never, ...silent }));
  if (query.isError) return <Empty text={query.error.message} />;
  if (!query.data) return <Skeleton h={200} />;
  const { members, mentors } = query.data;
  return (
    <Stack gap="md">
      <Section title={t('groups.history.mentors')}>
        {mentors.length === 0 && <Text c="dimmed">{t('groups.history.none')}</Text>}
        {mentors.map((one) => (
          <Text key={`${one.staff_id} ${one.starts_on}`} size="sm">
            {fullName(one)}{' '}
            <Text span c="dimmed" size="sm">
              {span(one.starts_on, one.ends_on)}
            </Text>
          </Text>
        ))}
      </Section>
      <Section title={t('groups.history.members')}>
        <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {['student_id', 'period', 'reason', 'moved_to'].map((name) => (
                  <Table.Th key={name}>{t(`groups.field.${name}`)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {members.map((one) => (
                <Table.Tr key={one.membership_id}>
                  <Table.Td>{fullName(one)}</Table.Td>
                  <Table.Td style={{ whiteSpace: 'nowrap' }}>{span(one.starts_on, one.ends_on)}</Table.Td>
                  <Table.Td>{one.reason ?? '—'}</Table.Td>
                  <Table.Td>
                    {one.moved_to ? (
                      <Anchor component={Link} {...({ to: `/groups/${one.moved_to.id}` } as object)} size="sm">
                        {one.moved_to.title}
                      </Anchor>
                    ) : (
                      '—'
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Section>
    </Stack>
  );
}
