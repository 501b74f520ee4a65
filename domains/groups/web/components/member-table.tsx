import { Anchor, Box, VisuallyHidden } from '@mantine/core';
import { codeId, type NameIn, useMessages } from '#platform/web/index.ts';
import {
  DateText,
  Empty,
  fullName,
  Person,
  type RowAction,
  RowMenu,
  SmallTable,
  StatusBadge,
} from '#platform/web/kit/index.ts';
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
  const column = <K extends NameIn<'groups.field'>>(key: K) => ({ key, title: t(codeId('groups.field', key)) });
  if (members.length === 0) return <Empty text={t('groups.one.empty')} />;
  return (
    <Box className="surface" px="sm">
      <SmallTable
        rows={members.map((member, at) => ({ ...member, number: at + 1 }))}
        rowKey={(member) => member.membership_id}
        minWidth={520}
        columns={[
          { ...column('number'), figure: true, render: (member) => member.number },
          {
            ...column('student_id'),
            names: true,
            render: (member) => {
              const person = <Person person={{ ...member, avatar: member.photo }} note={member.student_no} />;
              return onOpen ? (
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
              );
            },
          },
          {
            ...column('status'),
            render: (member) => (
              <StatusBadge status={member.status} label={t(codeId('students.status', member.status))} />
            ),
          },
          { ...column('since'), render: (member) => <DateText value={member.starts_on} /> },
          {
            key: 'actions',
            title: <VisuallyHidden>{t('groups.actions')}</VisuallyHidden>,
            render: (member) => <RowMenu actions={actions(member)} row={member} name={fullName(member)} />,
          },
        ]}
      />
    </Box>
  );
}
