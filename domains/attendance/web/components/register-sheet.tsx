import { Alert, Button, Group, Paper, Skeleton, Stack, Text, ThemeIcon, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudUpload, IconQrcode, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { clock } from '#platform/contract/clock.ts';
import { messageOf, silent, today, useMessages, useTitle } from '#platform/web/index.ts';
import { actionBar, Empty, notify, PageHeader, Person, ReasonDialog, showDate } from '#platform/web/kit/index.ts';
import type { Mark } from '../../shapes.ts';
import { api, evenOffline, type Register } from '../api.ts';
import { type Queue, type Waiting, withConflictsDecided } from '../queue.ts';
import { deliver } from '../sending.ts';
import { CheckInScreen } from './check-in-screen.tsx';
import { Conflicts } from './conflicts.tsx';

interface Props {
  id: number;
  queue: Queue;
  waiting: Waiting[];
  onClose: () => void;
}

/** The register of one lesson: everybody is present, a press makes absent; saved here first, then sent. */
export function RegisterSheet({ id, queue, waiting, onClose }: Props) {
  const t = useMessages();
  const query = useQuery({
    ...api.attendance.register.queryOptions({ input: { session_id: id }, ...silent }),
    ...evenOffline,
  });
  const register: Register | undefined = query.data ?? (query.isError ? queue.copy(id) : undefined);
  const mine = waiting.find((one) => one.session_id === id);
  const [changed, setChanged] = useState<ReadonlyMap<number, Mark>>(new Map());
  const [screen, setScreen] = useState(false);
  const [asking, setAsking] = useState(false);
  useTitle(register?.session.module.title ?? '');
  useEffect(() => {
    if (query.data) queue.keep(query.data);
  }, [query.data, queue]);

  if (!register && query.isError)
    return <Empty title={t('attendance.register.missing')} text={messageOf(query.error)} />;
  if (!register) return <Skeleton h={420} />;
  const { session, cells, can } = register;
  const sent = new Map(mine?.cells.map((cell) => [cell.student_id, cell.status]));
  const markOf = (cell: Register['cells'][number]): Mark =>
    changed.get(cell.student_id) ?? sent.get(cell.student_id) ?? cell.suggested;
  const toggle = (cell: Register['cells'][number]) => {
    const now = markOf(cell);
    const usual = cell.suggested === 'EXPLICABLE' ? 'EXPLICABLE' : 'NOT_ATTENDED';
    setChanged(new Map(changed).set(cell.student_id, now === 'ATTENDED' ? usual : 'ATTENDED'));
  };
  const arrived = cells.filter((cell) => cell.checked_in_at).length;
  /** Whoever did not check in is absent; the teacher sees it and corrects before saving. */
  const othersAbsent = () =>
    setChanged(
      new Map(
        cells.map((cell) => [
          cell.student_id,
          cell.checked_in_at ? 'ATTENDED' : cell.suggested === 'EXPLICABLE' ? 'EXPLICABLE' : 'NOT_ATTENDED',
        ]),
      ),
    );
  const count = (mark: Mark) => cells.filter((cell) => markOf(cell) === mark).length;
  const editable = can.mark || can.correct;
  const calling = session.called_at === null;

  const save = async (reason?: string) => {
    const before = mine?.state === 'waiting' ? mine.cells.filter((cell) => !changed.has(cell.student_id)) : [];
    const fresh = cells
      .filter((cell) => {
        const mark = changed.get(cell.student_id);
        return mark !== undefined && (sent.has(cell.student_id) || mark !== cell.suggested);
      })
      .map((cell) => ({
        student_id: cell.student_id,
        status: changed.get(cell.student_id) as Mark,
        version: cell.version,
      }));
    queue.put({
      client_id: crypto.randomUUID(),
      session_id: id,
      title: `${session.starts_at} ${session.module.title}`,
      calling,
      cells: [...before, ...fresh],
      at: clock.iso(),
      state: 'waiting',
      ...(reason ? { reason } : {}),
    });
    await send();
  };
  const send = async () => {
    await deliver(queue);
    const left = queue.get().find((one) => one.session_id === id);
    if (!left) {
      setChanged(new Map());
      notify.success(t('attendance.register.saved'));
      if (calling) onClose();
    } else if (left.state === 'waiting') {
      setChanged(new Map());
      notify.success(t('attendance.register.kept'));
    }
  };
  return (
    <Stack gap="md" maw={720} pb={88}>
      <PageHeader
        title={session.module.title}
        description={[
          `${showDate(session.date)} ${session.starts_at}–${session.ends_at}`,
          session.groups.map((group) => group.title).join(', '),
          session.room?.title,
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('attendance.register.back')}
            </Button>
            {can.mark && session.date === today() && (
              <Button
                variant="default"
                leftSection={<IconQrcode size={16} aria-hidden />}
                onClick={() => setScreen(true)}
              >
                {t('attendance.check_in.open')}
              </Button>
            )}
          </Group>
        }
      />
      {query.isError && <Alert color="yellow">{t('attendance.register.copy')}</Alert>}
      {mine?.state === 'waiting' && <Alert color="yellow">{t('attendance.queue.text')}</Alert>}
      {mine?.state === 'refused' && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('attendance.queue.refused')}>
          <Stack gap="xs" align="flex-start">
            {mine.error}
            <Button size="compact-sm" variant="default" onClick={() => queue.drop(mine.client_id)}>
              {t('attendance.queue.drop')}
            </Button>
          </Stack>
        </Alert>
      )}
      {mine?.state === 'conflict' && (
        <Conflicts
          conflicts={mine.conflicts ?? []}
          onDecide={async (own) => {
            const next = withConflictsDecided(mine, own);
            queue.drop(mine.client_id);
            queue.put(next);
            await send();
          }}
        />
      )}
      {!editable && (
        <Text size="sm" c="dimmed">
          {t(`attendance.register.${closedBy(session)}`, { day: showDate(session.date) })}
        </Text>
      )}
      {editable && calling && arrived > 0 && (
        <Group justify="space-between" gap="xs">
          <Text size="sm">{t('attendance.check_in.present', { count: arrived })}</Text>
          <Button variant="default" size="compact-md" onClick={othersAbsent}>
            {t('attendance.register.others_absent')}
          </Button>
        </Group>
      )}
      <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {cells.map((cell) => (
          <li key={cell.student_id}>
            <CellRow
              cell={cell}
              mark={!editable && calling && markOf(cell) === 'ATTENDED' ? undefined : markOf(cell)}
              state={changed.has(cell.student_id) ? 'changed' : sent.has(cell.student_id) ? 'waiting' : 'saved'}
              disabled={!editable}
              onToggle={() => toggle(cell)}
            />
          </li>
        ))}
      </Stack>
      {editable && (
        <Paper ref={actionBar} className="surface" p="sm" style={{ position: 'sticky', bottom: 8, zIndex: 5 }}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600} aria-live="polite">
              {t('attendance.register.count', {
                present: count('ATTENDED'),
                absent: count('NOT_ATTENDED') + count('EXPLICABLE'),
              })}
            </Text>
            <Button
              size="md"
              disabled={!calling && changed.size === 0}
              onClick={() => (can.mark ? void save() : setAsking(true))}
            >
              {t(calling ? 'attendance.register.call' : 'attendance.register.save')}
            </Button>
          </Group>
        </Paper>
      )}
      <ReasonDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('attendance.register.correct')}
        text={t('attendance.register.correct_text')}
        onConfirm={save}
      />
      {screen && <CheckInScreen id={id} onClose={() => setScreen(false)} />}
    </Stack>
  );
}

/** Why nobody, or not this person, may call the register now. */
const closedBy = ({ locked, state, date, called_at }: Register['session']) =>
  locked ? 'locked' : state === 'CANCELLED' ? 'cancelled' : called_at === null && date > today() ? 'early' : 'closed';

const looks: Record<Mark, { color: string; icon: typeof IconCheck }> = {
  ATTENDED: { color: 'teal', icon: IconCheck },
  NOT_ATTENDED: { color: 'red', icon: IconX },
  EXPLICABLE: { color: 'yellow', icon: IconX },
};

function CellRow(props: {
  cell: Register['cells'][number];
  /** none as long as nobody has called who was there */
  mark: Mark | undefined;
  state: 'saved' | 'changed' | 'waiting';
  disabled: boolean;
  onToggle: () => void;
}) {
  const t = useMessages();
  const { cell, mark } = props;
  const { color, icon: Icon } = looks[mark ?? 'ATTENDED'];
  const notes = [
    cell.group?.title,
    cell.checked_in_at ? t('attendance.register.checked_in') : undefined,
    cell.standing === 'FINE' ? undefined : t(`attendance.standing.${cell.standing}`),
  ].filter(Boolean);
  return (
    <Paper className="surface" p={0}>
      <UnstyledButton w="100%" mih={60} px="md" py={8} disabled={props.disabled} onClick={props.onToggle}>
        <Group justify="space-between" wrap="nowrap">
          <Person person={{ ...cell, avatar: cell.photo }} note={notes.join(' · ')} />
          <Group gap={6} wrap="nowrap" style={{ flexShrink: 0 }}>
            {props.state === 'waiting' && <IconCloudUpload size={16} aria-label={t('attendance.queue.waiting')} />}
            {mark && (
              <>
                <Text size="sm" fw={600}>
                  {t(`attendance.mark.${mark}`)}
                </Text>
                <ThemeIcon color={color} variant="light" radius="xl" aria-hidden>
                  <Icon size={18} />
                </ThemeIcon>
              </>
            )}
          </Group>
        </Group>
      </UnstyledButton>
    </Paper>
  );
}
