import { Anchor, Button, Group, Menu, Paper, Stack, Text, Title, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconDots,
  IconMessage,
  IconRestore,
  IconStatusChange,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { Copyable, fullName, Neighbours } from '#platform/web/kit/index.ts';
import { lifeKindsFrom } from '../../life.ts';
import type { Profile } from '../api.ts';
import { studentListPlace } from '../list-place.ts';
import { StudentBadge } from './badge.tsx';
import { BulkDialogs, type BulkTask } from './bulk-dialogs.tsx';
import type { LifeMay } from './life-dialog.tsx';
import { Photo } from './photo.tsx';

/** Who it is, in which status, and what may be done with them. */
export function Header({ student, own }: { student: Profile; own: boolean }) {
  const t = useMessages();
  const router = useRouter();
  const [task, setTask] = useState<BulkTask>();
  const { can = {} } = student;
  const facts = [
    student.course?.title,
    t(`students.level.${student.level}`),
    t('students.profile.entered', { year: String(student.entry_year) }),
  ].filter(Boolean);
  const start = (kind: BulkTask['kind']) =>
    setTask({
      kind,
      ids: [student.id],
      statuses: [student.status],
      name: fullName(student),
      course_id: student.course?.id ?? null,
    });
  const may = useAbility();
  const rights: Record<Parameters<LifeMay>[0], boolean> = {
    'student.confirm_status': can.confirm_status === true,
    'student.propose_status': can.propose_status === true,
    'student.transfer': can.transfer === true,
  };
  const mayHere: LifeMay = (permission) => rights[permission];
  const kinds = lifeKindsFrom([student.status], mayHere);
  const proposes = !can.confirm_status && !can.transfer;
  const force = may.can('workflow.force') && student.status !== 'DELETED';
  const more = can.sms || can.delete || force;
  const asks = may.can(['student.confirm_status', 'student.propose_status', 'student.transfer']);
  const refused =
    !asks || can.restore !== false
      ? undefined
      : kinds.length === 0
        ? t('students.profile.no_step', { status: t(`students.status.${student.status}`) })
        : proposes && student.open_request_id !== null
          ? t('students.profile.request_open')
          : undefined;
  const lifeLabel = t(proposes && kinds.length > 0 ? 'students.profile.propose' : 'students.bulk.life');
  return (
    <Stack gap={6} component="header">
      {!own && (
        <Group justify="space-between">
          {/* Back to the list as it was left: its filters and place stand in the history. */}
          <UnstyledButton
            w="fit-content"
            fz="sm"
            c="var(--mantine-color-anchor)"
            onClick={() =>
              router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/students' })
            }
          >
            <Group gap={4} component="span">
              <IconArrowLeft size={16} aria-hidden />
              {t('students.profile.back')}
            </Group>
          </UnstyledButton>
          <Neighbours id={student.id} of={studentListPlace} href={(id) => `/students/${id}`} />
        </Group>
      )}
      <Paper className="surface" p="md">
        <Group justify="space-between" align="flex-start" gap="md">
          <Group gap="md" wrap="nowrap" style={{ minWidth: 0 }}>
            <Photo student={student} />
            <Stack gap={4} style={{ minWidth: 0 }}>
              <Group gap="xs">
                <Title order={1}>{fullName(student)}</Title>
                <StudentBadge status={student.status} until={student.status_until} wrap />
              </Group>
              {student.names_cyrillic && (
                <Text size="sm" c="dimmed">
                  {student.names_cyrillic}
                </Text>
              )}
              <Text size="sm">{facts.join(' · ')}</Text>
              <Text size="sm" c="dimmed" component="div">
                <Copyable value={student.student_no} label={t('students.field.student_no')}>
                  № {student.student_no}
                </Copyable>
              </Text>
              {student.others.map((other) => (
                <Group key={other.id} gap="sm">
                  <Anchor size="sm" component={Link} to={`/students/${other.id}`}>
                    {t(other.later ? 'students.profile.later' : 'students.profile.earlier', {
                      student_no: other.student_no,
                      level: t(`students.level.${other.level}`),
                      status: t(`students.status.${other.status}`),
                    })}
                  </Anchor>
                  {!other.later && may.can('transcript.read') && (
                    <Anchor
                      size="sm"
                      component={Link}
                      {...({ to: '/transcript', search: { student: other.id } } as object)}
                    >
                      {t('students.profile.earlier_marks')}
                    </Anchor>
                  )}
                </Group>
              ))}
            </Stack>
          </Group>
          {(can.restore || refused || kinds.length > 0 || more) && (
            <Group gap="xs">
              {can.restore && (
                <Button leftSection={<IconRestore size={16} aria-hidden />} onClick={() => start('restore')}>
                  {t('students.bulk.restore')}
                </Button>
              )}
              {refused && <Refused why={refused}>{lifeLabel}</Refused>}
              {!refused && kinds.length > 0 && (
                <Button
                  variant="default"
                  leftSection={<IconStatusChange size={16} aria-hidden />}
                  onClick={() => start('life')}
                >
                  {lifeLabel}
                </Button>
              )}
              {more && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button variant="default" px="xs" aria-label={t('students.profile.more')}>
                      <IconDots size={18} aria-hidden />
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {can.sms && (
                      <Menu.Item leftSection={<IconMessage size={16} aria-hidden />} onClick={() => start('sms')}>
                        {t('students.bulk.sms')}
                      </Menu.Item>
                    )}
                    {force && (
                      <Menu.Item
                        color="red"
                        leftSection={<IconAlertTriangle size={16} aria-hidden />}
                        onClick={() => start('force')}
                      >
                        {t('students.bulk.force')}
                      </Menu.Item>
                    )}
                    {can.delete && (
                      <Menu.Item
                        color="red"
                        leftSection={<IconTrash size={16} aria-hidden />}
                        onClick={() => start('delete')}
                      >
                        {t('students.bulk.delete')}
                      </Menu.Item>
                    )}
                  </Menu.Dropdown>
                </Menu>
              )}
            </Group>
          )}
        </Group>
      </Paper>
      <BulkDialogs task={task} onClose={() => setTask(undefined)} may={mayHere} />
    </Stack>
  );
}

/** Grey, but reachable, so that its reason can be read. */
function Refused({ why, children }: { why: string; children: ReactNode }) {
  return (
    <Tooltip label={why}>
      <Button variant="default" data-disabled aria-disabled aria-description={why}>
        {children}
      </Button>
    </Tooltip>
  );
}
