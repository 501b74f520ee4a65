import {
  Avatar,
  Button,
  CopyButton,
  FileButton,
  Group,
  Menu,
  Paper,
  Stack,
  Text,
  Title,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import {
  IconArrowLeft,
  IconCamera,
  IconChevronDown,
  IconCopy,
  IconDots,
  IconMessage,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { messageOf, PageSpinner, report, useAbility, useLocale, useMessages, useTitle } from '#platform/web/index.ts';
import { Empty, fullName, initials, Tabs } from '#platform/web/kit/index.ts';
import { api, avatarOf, type Profile, refresh, uploadPhoto } from '../api.ts';
import { StudentBadge } from './badge.tsx';
import { BulkDialogs, type BulkTask } from './bulk-dialogs.tsx';
import { Cards } from './cards-tab.tsx';
import { Changes } from './changes-tab.tsx';
import { Documents } from './documents-tab.tsx';
import { Guardians } from './guardians-tab.tsx';
import { Contact, Passport, Personal } from './record-tabs.tsx';
import { StatusDialog, type StatusTask } from './status-dialog.tsx';
import { StatusHistory } from './status-tab.tsx';

/** One student whole; one's own record without an id. */
export function ProfileView({ id }: { id?: string }) {
  const t = useMessages();
  const query = useQuery(
    api.profile.get.queryOptions({ input: id ? { id: Number(id) } : {}, context: { silent: true } }),
  );
  const student = query.data;
  if (query.error)
    return (
      <Empty
        title={messageOf(query.error)}
        text={id ? undefined : t('students.own.none')}
        action={
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  if (!student) return <PageSpinner />;
  return <Whole student={student} own={id === undefined} />;
}

function Whole({ student, own }: { student: Profile; own: boolean }) {
  const t = useMessages();
  const { can = {} } = student;
  useTitle(fullName(student));
  return (
    <Stack gap="md">
      <Header student={student} own={own} />
      <Tabs
        items={[
          { key: 'personal', label: t('students.tab.personal'), content: <Personal student={student} /> },
          ...('contact_phone' in student
            ? [{ key: 'contact', label: t('students.tab.contact'), content: <Contact student={student} /> }]
            : []),
          ...(student.guards
            ? [
                {
                  key: 'guardians',
                  label: t('students.tab.guardians', { count: student.guards.length }),
                  content: <Guardians student={student} guards={student.guards} />,
                },
              ]
            : []),
          ...('passport_id' in student
            ? [{ key: 'passport', label: t('students.tab.passport'), content: <Passport student={student} /> }]
            : []),
          ...(can.documents
            ? [{ key: 'documents', label: t('students.tab.documents'), content: <Documents student={student} /> }]
            : []),
          ...(can.cards
            ? [{ key: 'cards', label: t('students.tab.cards'), content: <Cards student={student} /> }]
            : []),
          ...(can.status_history
            ? [{ key: 'status', label: t('students.tab.status'), content: <StatusHistory student={student} /> }]
            : []),
          ...(can.history
            ? [{ key: 'changes', label: t('students.tab.changes'), content: <Changes student={student} /> }]
            : []),
        ]}
      />
    </Stack>
  );
}

function Header({ student, own }: { student: Profile; own: boolean }) {
  const t = useMessages();
  const locale = useLocale().locale;
  const router = useRouter();
  const [step, setStep] = useState<StatusTask>();
  const [task, setTask] = useState<BulkTask>();
  const { can = {} } = student;
  const facts = [
    student.programme?.[locale] || student.programme?.uz || student.programme_code,
    t(`students.level.${student.level}`),
    t('students.profile.entered', { year: String(student.entry_year) }),
  ].filter(Boolean);
  const start = (kind: BulkTask['kind']) => setTask({ kind, ids: [student.id], statuses: [student.status] });
  const steps = student.next_statuses.filter((next) => next.status !== 'DELETED');
  const asks = useAbility().can(['student.confirm_status', 'student.propose_status']);
  const more = can.sms || can.transfer || can.delete;
  return (
    <Stack gap={6} component="header">
      {!own && (
        // Back to the list as it was left: its filters and place stand in the history.
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
              <CopyButton value={student.student_no}>
                {({ copied, copy }) => (
                  <Tooltip label={t(copied ? 'students.profile.copied' : 'students.profile.copy')}>
                    <UnstyledButton w="fit-content" fz="sm" c="dimmed" onClick={copy}>
                      <Group gap={4} component="span">
                        № {student.student_no} <IconCopy size={14} aria-hidden />
                      </Group>
                    </UnstyledButton>
                  </Tooltip>
                )}
              </CopyButton>
            </Stack>
          </Group>
          <Group gap="xs">
            {can.restore && (
              <Button leftSection={<IconRestore size={16} aria-hidden />} onClick={() => start('restore')}>
                {t('students.bulk.restore')}
              </Button>
            )}
            {steps.length === 0 && can.restore === false && asks && (
              <Refused why={t('students.profile.no_step', { status: t(`students.status.${student.status}`) })}>
                {t('students.profile.status')}
              </Refused>
            )}
            {steps.length > 0 && (
              <StatusMenu
                student={student}
                onStep={(to) => setStep({ ids: [student.id], statuses: [student.status], to })}
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

/** What may follow. While a proposal waits, whoever can only propose sees why not. */
function StatusMenu({ student, onStep }: { student: Profile; onStep: (to: Profile['status']) => void }) {
  const t = useMessages();
  const steps = student.next_statuses.filter((next) => next.status !== 'DELETED');
  const onlyPropose = steps.every((next) => next.proposal);
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
      </Menu.Dropdown>
    </Menu>
  );
}

function Photo({ student }: { student: Profile }) {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  const put = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    try {
      const [stored] = await uploadPhoto([file]);
      if (stored)
        await api.profile.photo.call(
          { id: student.id, version: student.version, file_id: stored.id },
          { context: { silent: true } },
        );
      await refresh();
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  };
  const picture = (
    <Avatar src={avatarOf(student, 256)} alt="" size={84} radius="md" name={fullName(student)} color="initials">
      {initials(student)}
    </Avatar>
  );
  if (!student.can?.photo) return picture;
  return (
    <FileButton accept="image/png,image/jpeg" onChange={(file: File | null) => void put(file)}>
      {(props) => (
        <Tooltip label={t('students.profile.photo')}>
          <UnstyledButton {...props} disabled={busy} pos="relative" style={{ flexShrink: 0, opacity: busy ? 0.5 : 1 }}>
            {picture}
            <VisuallyHidden>{t('students.profile.photo')}</VisuallyHidden>
            <Paper component="span" withBorder radius="xl" pos="absolute" right={-6} bottom={-6} p={4} display="flex">
              <IconCamera size={14} aria-hidden />
            </Paper>
          </UnstyledButton>
        </Tooltip>
      )}
    </FileButton>
  );
}
