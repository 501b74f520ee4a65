import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { codeId, messageOf, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { Empty, fullName, Section, SmallTable, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

const span = (from: string, to: string | null) => `${showDate(from)} – ${to ? showDate(to) : '…'}`;

/** Who was in the group from when to when, and who looked after it. */
export function GroupHistory({ group }: { group: number }) {
  const t = useMessages();
  const query = useQuery(api.group.history.queryOptions({ input: { group_id: group }, ...silent }));
  if (query.isError) return <Empty text={messageOf(query.error)} />;
  if (!query.data) return <Skeleton h={200} />;
  const { members, mentors } = query.data;
  const column = <K extends NameIn<'groups.field'>>(key: K) => ({ key, title: t(codeId('groups.field', key)) });
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
        <SmallTable
          minWidth={480}
          rows={members}
          rowKey={(one) => one.membership_id}
          columns={[
            { ...column('student_id'), render: fullName },
            { ...column('period'), width: 170, render: (one) => span(one.starts_on, one.ends_on) },
            { ...column('reason'), render: (one) => one.reason ?? '—' },
            {
              ...column('moved_to'),
              render: (one) =>
                one.moved_to ? (
                  <Anchor component={Link} to={`/groups/${one.moved_to.id}`} size="sm">
                    {one.moved_to.title}
                  </Anchor>
                ) : (
                  '—'
                ),
            },
          ]}
        />
      </Section>
    </Stack>
  );
}
