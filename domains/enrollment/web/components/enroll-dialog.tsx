import { Alert, Button, Group, List, Loader, Modal, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, DateField, JobProgress, notify, TextField, takeBack } from '#platform/web/kit/index.ts';
import { api, type Candidate, loadGroups, type Outcome, progressOf, refresh, useJob } from '../api.ts';

interface EnrollDialogProps {
  rows: Candidate[] | undefined;
  onClose: () => void;
  /** called when they are enrolled */
  onDone: () => void;
}

/** Accepted applicants become students: first the list of what will happen to each, then all of them or none. */
export function EnrollDialog({ rows, onClose, onDone }: EnrollDialogProps) {
  const t = useMessages();
  return (
    <Modal
      opened={rows !== undefined}
      onClose={onClose}
      size="lg"
      title={t('enrollment.enroll.title', { count: rows?.length ?? 0 })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {rows && <Enroll rows={rows} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

function Enroll({ rows, onClose, onDone }: Omit<EnrollDialogProps, 'rows'> & { rows: Candidate[] }) {
  const t = useMessages();
  const [left, setLeft] = useState<number[]>([]);
  const [number, setNumber] = useState('');
  const [day, setDay] = useState<string | null>(null);
  const [group, setGroup] = useState<number | null>(null);
  const [running, setRunning] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const chosen = rows.filter((row) => !left.includes(row.id));
  const ids = chosen.map((row) => row.id);
  const options = { application_ids: ids, ...(group ? { group_id: group } : {}) };
  const preview = useQuery({
    queryKey: ['enrollment preview', ids, group],
    queryFn: () => api.candidates.enroll.call({ ...options, preview: true }, silent),
    enabled: ids.length > 0 && running === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const looking = useJob(preview.data?.job?.id);
  const told = (preview.data?.job ? looking?.receipt?.rows : preview.data?.rows) as Outcome[] | undefined;
  const work = useJob(running);
  const refused = (told ?? []).filter((row) => row.code !== null);
  const oneCourse = new Set(rows.map((row) => `${row.course?.id} ${row.language}`)).size === 1;

  const done = (count: number) => {
    notify.undo(t('enrollment.enroll.done', { count }), () =>
      takeBack(async () => {
        await api.candidates.undo.call({ application_ids: ids, reason: t('enrollment.undo.at_once') }, silent);
        await refresh();
      }),
    );
    onDone();
    onClose();
  };
  const run = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await api.candidates.enroll.call(
        { ...options, ...(number.trim() ? { order_number: number.trim() } : {}), ...(day ? { order_date: day } : {}) },
        silent,
      );
      await refresh();
      if (answer.job) setRunning(answer.job.id);
      else done(answer.enrolled);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (running !== undefined)
    return (
      <Stack>
        <JobProgress {...progressOf(work, ids.length)} message={work?.error ?? t('enrollment.enroll.may_leave')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack>
      <Group grow align="flex-start">
        <TextField
          label={t('enrollment.field.order_number')}
          description={t('enrollment.hint.order')}
          value={number}
          onChange={setNumber}
        />
        <DateField label={t('enrollment.field.order_date')} value={day} onChange={setDay} />
      </Group>
      {oneCourse && (
        <AsyncSelect
          label={t('enrollment.field.group')}
          description={t('enrollment.hint.group')}
          load={loadGroups}
          value={group}
          onChange={(id) => setGroup(id === null ? null : Number(id))}
        />
      )}
      {(preview.isFetching || (preview.data?.job && !told && looking?.state !== 'failed')) && (
        <Group gap="xs" role="status">
          <Loader size={14} aria-hidden />
          <Text size="sm" c="dimmed">
            {t('enrollment.enroll.looking', { done: looking?.done ?? 0, total: ids.length })}
          </Text>
        </Group>
      )}
      {told && <EnrollOutcomes rows={told.filter((row) => row.code === null)} />}
      {refused.length > 0 && (
        <Alert
          color="orange"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('enrollment.enroll.refused', { count: refused.length })}
        >
          <List size="sm">
            {refused.slice(0, 10).map((row) => (
              <List.Item key={row.id}>
                {row.name}: {row.message}
              </List.Item>
            ))}
          </List>
          {refused.length > 10 && <Text size="sm">{t('enrollment.enroll.more', { count: refused.length - 10 })}</Text>}
          {refused.length < ids.length && (
            <Button
              size="xs"
              mt="xs"
              variant="light"
              color="orange"
              onClick={() => setLeft([...left, ...refused.map((row) => row.id)])}
            >
              {t('enrollment.enroll.leave_out', { count: refused.length })}
            </Button>
          )}
        </Alert>
      )}
      {(problem || preview.error || looking?.state === 'failed') && (
        <Text c="red" size="sm" role="alert">
          {problem ?? looking?.error ?? messageOf(preview.error)}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button loading={busy} disabled={!told || refused.length > 0} onClick={() => void run()}>
          {t('enrollment.enroll.run', { count: ids.length })}
        </Button>
      </Group>
    </Stack>
  );
}

const shown = 30;

/** What happens to whom, in words. */
function EnrollOutcomes({ rows }: { rows: Outcome[] }) {
  const t = useMessages();
  if (rows.length === 0) return null;
  return (
    <Paper withBorder p="sm" aria-live="polite">
      <Text size="sm" fw={600} mb={6}>
        {t('enrollment.enroll.happens', { count: rows.length })}
      </Text>
      <Stack
        gap={6}
        style={{ maxHeight: 320, overflowY: 'auto' }}
        tabIndex={0}
        role="group"
        aria-label={t('enrollment.enroll.happens', { count: rows.length })}
      >
        {rows.slice(0, shown).map((row) => (
          <details key={row.id} open={rows.length === 1}>
            <summary style={{ cursor: 'pointer', fontSize: 'var(--mantine-font-size-sm)' }}>
              {row.name} · {row.student_no}
              {row.group ? ` · ${row.group.title}` : ''}
            </summary>
            <List size="sm" mt={4}>
              {row.steps.map((step) => (
                <List.Item key={step.code}>{step.text}</List.Item>
              ))}
            </List>
          </details>
        ))}
        {rows.length > shown && (
          <Text size="sm" c="dimmed">
            {t('enrollment.enroll.more', { count: rows.length - shown })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
