import { Anchor, Button, Group, Menu, Paper, Stack, Text, Title, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconChevronDown,
  IconDots,
  IconMessage,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { Copyable, fullName, Neighbours } from '#platform/web/kit/index.ts';
import type { Profile } from '../api.ts';
import { place } from '../place.ts';
import { StudentBadge } from './badge.tsx';
import { BulkDialogs, type BulkTask } from './bulk-dialogs.tsx';
import { Photo } from './photo.tsx';
import { StatusDialog, type StatusTask } from './status-dialog.tsx';

/** Who it is, in which status, and what may be done with them. */
export function Header({ student, own }: { student: Profile; own: boolean }) {
  const t = useMessages();
  const router = useRouter();
  const [step, setStep] = useState<StatusTask>();
  const [task, setTask] = useState<BulkTask>();
  const { can = {} } = student;
  const facts = [
    student.course?.title,
    t(`students.level.${student.level}`),
    t('students.profile.entered', { year: String(student.entry_year) }),
  ].filter(Boolean);
  const start = (kind: BulkTask['kind']) => setTask({ kind, ids: [student.id], statuses: [student.status] });
  const steps = student.next_statuses.filter((next) => next.status !== 'DELETED');
  const may = useAbility();
  const asks = may.can(['student.confirm_status', 'student.propose_status']);
  const more = can.sms || can.transfer || can.delete;
  const force = may.can('workflow.force') && student.status !== 'DELETED';
  const refused = !force && steps.length === 0 && can.restore === false && asks;
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
          <Neighbours id={student.id} of={place} href={(id) => `/students/${id}`} />
        </Group>
      )}
      <Paper withBorder p="md">
        <Group justify="space-between" align="flex-start" gap="md">
          <Group gap="md" wrap="nowrap" style={{ minWidth: 0 }}>
            <Photo student={student} />
            <Stack gap={4} style={{ minWidth: 0 }}>
              <Group gap="xs">
                <Title order={1} size="h3">
                  {fullName(student)}
                </Title>
                <StudentBadge status={student.status} until={student.status_until} />
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
          {(can.restore || refused || force || steps.length > 0 || more) && (
            <Group gap="xs">
              {can.restore && (
                <Button leftSection={<IconRestore size={16} aria-hidden />} onClick={() => start('restore')}>
                  {t('students.bulk.restore')}
                </Button>
              )}
              {refused && (
                <Refused why={t('students.profile.no_step', { status: t(`students.status.${student.status}`) })}>
                  {t('students.profile.status')}
                </Refused>
              )}
              {(force || steps.length > 0) && (
                <StatusMenu
                  student={student}
                  force={force}
                  onStep={(to) =>
                    setStep({ ids: [student.id], statuses: [student.status], ...(to ? { to } : { force: true }) })
                  }
                />
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
                    {can.transfer && (
                      <Menu.Item onClick={() => start('transfer')}>{t('students.bulk.transfer')}</Menu.Item>
                    )}
                    {can.delete && (
                      <Menu.Item
                        color="red"
                        leftSection={<IconTrash size={16} aria-hidden />}
                        onClick={() => setStep({ ids: [student.id], statuses: [student.status], to: 'DELETED' })}
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
      <StatusDialog task={step} onClose={() => setStep(undefined)} />
      <BulkDialogs task={task} onClose={() => setTask(undefined)} />
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

interface StatusMenuProps {
  student: Profile;
  /** offers a step past the life cycle as well */
  force: boolean;
  /** without a status: past the life cycle */
  onStep: (to?: Profile['status']) => void;
}

/** What may follow. While a proposal waits, whoever can only propose sees why not. */
function StatusMenu({ student, force, onStep }: StatusMenuProps) {
  const t = useMessages();
  const steps = student.next_statuses.filter((next) => next.status !== 'DELETED');
  const onlyPropose = !force && steps.every((next) => next.proposal);
  const waits = student.open_request_id !== null && onlyPropose;
  if (waits) return <Refused why={t('students.profile.request_open')}>{t('students.profile.propose')}</Refused>;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t(onlyPropose ? 'students.profile.propose' : 'students.profile.status')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {steps.map((next) => (
          <Menu.Item key={next.status} onClick={() => onStep(next.status)}>
            {t(`students.step.${next.status}`)}
          </Menu.Item>
        ))}
        {force && steps.length > 0 && <Menu.Divider />}
        {force && (
          <Menu.Item color="red" leftSection={<IconAlertTriangle size={16} aria-hidden />} onClick={() => onStep()}>
            {t('kit.forced.label')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
