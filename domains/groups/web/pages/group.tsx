import { Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowsExchange, IconPencil, IconQuestionMark, IconUserHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { RecordLife } from '#domains/identity/web/index.ts';
import { Coming, messageOf, silent, useAbility, useMessages, useTitle } from '#platform/web/index.ts';
import { Empty, FormDrawer, Neighbours, PageHeader, StatusBadge, Tabs, WithRail } from '#platform/web/kit/index.ts';
import { api, type Group, refresh } from '../api.ts';
import { groupFields, groupSchema } from '../components/group-fields.ts';
import { GroupHistory } from '../components/group-history.tsx';
import { GroupRail } from '../components/group-rail.tsx';
import { MemberTable } from '../components/member-table.tsx';
import { MentorDialog } from '../components/mentor-dialog.tsx';
import { type Transfer, TransferDialog } from '../components/transfer-dialog.tsx';
import { WhyDrawer } from '../components/why-drawer.tsx';
import { groupListPlace } from '../list-place.ts';

/** One group: its students, who looks after it, who came and went. */
export default function OneGroup() {
  const t = useMessages();
  const { group_id } = useParams({ strict: false }) as { group_id: string };
  const query = useQuery(api.group.get.queryOptions({ input: { id: group_id }, ...silent }));
  useTitle(query.data?.name);
  if (query.isError) return <Empty title={t('groups.one.missing')} text={messageOf(query.error)} />;
  if (!query.data)
    return (
      <Stack>
        <PageHeader back="/groups" title={t('groups.one.title')} />
        <Skeleton h={240} />
      </Stack>
    );
  return <Shown group={query.data} />;
}

function Shown({ group }: { group: Group }) {
  const t = useMessages();
  const { can, scope } = useAbility();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'mentor'>();
  const [moving, setMoving] = useState<Transfer>();
  const [asking, setAsking] = useState<number>();
  const classmates = scope('group.read') === 'own';
  const members = group.members ?? [];
  return (
    <Stack gap="md">
      <PageHeader
        back="/groups"
        neighbours={<Neighbours key={group.id} id={group.id} of={groupListPlace} href={(next) => `/groups/${next}`} />}
        title={group.name}
        badge={<StatusBadge status={group.status} label={t(`groups.status.${group.status}`)} />}
        actions={
          <>
            {group.can?.mentor && (
              <Button
                variant="default"
                leftSection={<IconUserHeart size={16} aria-hidden />}
                onClick={() => setOpen('mentor')}
              >
                {t('groups.mentor.set')}
              </Button>
            )}
            {group.can?.edit && (
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
                {t('groups.edit')}
              </Button>
            )}
          </>
        }
      />
      {!classmates && (
        <Suspense fallback={<Coming />}>
          <RecordLife table="groups" id={group.id} />
        </Suspense>
      )}
      <WithRail rail={<GroupRail group={group} classmates={classmates} />}>
        <Tabs
          items={[
            {
              key: 'students',
              label: t('groups.tab.students'),
              content: (
                <MemberTable
                  members={members}
                  onOpen={
                    can('student.read') && !classmates
                      ? (member) => void navigate({ to: `/students/${member.id}` })
                      : undefined
                  }
                  actions={(member) => [
                    ...(group.can?.assign
                      ? [
                          {
                            key: 'move',
                            label: t('groups.transfer.open'),
                            icon: <IconArrowsExchange size={16} aria-hidden />,
                            run: () => setMoving({ student: member, from: group }),
                          },
                        ]
                      : []),
                    ...(classmates
                      ? []
                      : [
                          {
                            key: 'why',
                            label: t('groups.why.open'),
                            icon: <IconQuestionMark size={16} aria-hidden />,
                            run: () => setAsking(member.id),
                          },
                        ]),
                  ]}
                />
              ),
            },
            ...(classmates
              ? []
              : [{ key: 'history', label: t('groups.tab.history'), content: <GroupHistory group={group.id} /> }]),
          ]}
        />
      </WithRail>
      <FormDrawer
        opened={open === 'edit'}
        onClose={() => setOpen(undefined)}
        title={t('groups.edit')}
        schema={groupSchema}
        record={group}
        fields={groupFields(t, group.kind === 'SUBGROUP', true)}
        save={(payload) => api.group.save.call(payload, silent)}
        onSaved={() => {
          void refresh();
        }}
      />
      <MentorDialog groups={open === 'mentor' ? [group] : undefined} onClose={() => setOpen(undefined)} />
      <TransferDialog task={moving} onClose={() => setMoving(undefined)} />
      <WhyDrawer opened={asking !== undefined} student={asking} onClose={() => setAsking(undefined)} />
    </Stack>
  );
}
