import { Anchor, Table } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { DateText, Empty, fullName, Person, type RowAction, RowMenu, StatusBadge } from '#platform/web/kit/index.ts';
import type { Member } from '../api.ts';

/** The students of a group today. */
export function MemberTable({
  members,
  onOpen,
  actions,
}: {
  members: Member[];
  onOpen: ((member: Member) => void) | undefined;
  actions: (member: Member) => RowAction<Member>[];
}) {
  const t = useMessages();
  if (members.length === 0) return <Empty text={t('groups.one.empty')} />;
  return (
    <Table.ScrollContainer
      minWidth={520}
      className="surface"
      px="sm"
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {['number', 'student_id', 'status', 'since'].map((name) => (
              <Table.Th key={name}>{t(`groups.field.${name}`)}</Table.Th>
            ))}
            <Table.Th w={40} aria-label={t('groups.actions')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member, index) => {
            const person = <Person person={{ ...member, avatar: member.photo }} note={member.student_no} />;
            return (
              <Table.Tr key={member.membership_id}>
                <Table.Td className="tabular">{index + 1}</Table.Td>
                <Table.Td>
                  {onOpen ? (
                    <Anchor
                      component="button"
                      type="button"
                      c="inherit"
                      ta="left"
                      underline="hover"
                      onClick={() => onOpen(member)}
                    >
                      {person}
                    </Anchor>
                  ) : (
                    person
                  )}
                </Table.Td>
                <Table.Td>
                  <StatusBadge status={member.status} label={t(`students.status.${member.status}`)} />
                </Table.Td>
                <Table.Td>
                  <DateText value={member.starts_on} />
                </Table.Td>
                <Table.Td>
                  <RowMenu actions={actions(member)} row={member} name={fullName(member)} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
