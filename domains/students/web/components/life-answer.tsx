import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { DateText } from '#platform/web/kit/index.ts';
import type { LifeInput } from '../../contract/life.ts';
import { api, type LifeAnswer, refresh } from '../api.ts';
import { StudentBadge } from './badge.tsx';
import { Counted } from './life-counted.tsx';
import { Faults, Follows } from './life-follows.tsx';
import { LifeOrder, undoLife } from './life-order.tsx';
import { takeBack, Whom } from './status-dialog.tsx';

interface LifePreviewProps {
  input: LifeInput;
  answer: LifeAnswer;
  onSeen: (seen: { input: LifeInput; answer: LifeAnswer }) => void;
  onBack: () => void;
  onDone: (answer: LifeAnswer) => void;
}

/** What will happen, before anything is written. */
export function LifePreview({ input, answer, onSeen, onBack, onDone }: LifePreviewProps) {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const faulty = new Set(answer.faults.map(({ id }) => id));
  const able = answer.students.filter(({ id }) => !faulty.has(id));
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const decide = (counted: NonNullable<LifeInput['counted']>) =>
    run(async () => {
      const next = { ...input, counted };
      onSeen({ input: next, answer: await api.life.preview.call(next, silent) });
    });
  const leaveOut = (ids: number[]) =>
    run(async () => {
      const next = { ...input, ids: input.ids.filter((id) => !ids.includes(id)) };
      onSeen({ input: next, answer: await api.life.preview.call(next, silent) });
    });
  const apply = () =>
    run(async () => {
      onDone(await api.life.change.call(input, silent));
      await refresh();
    });
  return (
    <Stack gap="md">
      <Faults faults={answer.faults} count={answer.students.length} onLeaveOut={(ids) => void leaveOut(ids)} />
      {able.length > 0 && (
        <Paper withBorder p="md" component="section" role="status">
          <Stack gap="sm">
            <Group gap="xs">
              <Title order={2} size="h5">
                {t('students.life.follows')}
              </Title>
              <Badge variant="light" tt="none" radius="sm">
                {t(`students.life.${answer.kind}`)}
              </Badge>
            </Group>
            {answer.students.length > 1 ? (
              <Whom students={able} />
            ) : (
              able.map(
                ({ id, from, to }) =>
                  from !== to && (
                    <Group key={id} gap={6}>
                      <StudentBadge status={from} />
                      <IconArrowRight size={14} aria-hidden />
                      <StudentBadge status={to} />
                    </Group>
                  ),
              )
            )}
            <Follows students={able} />
          </Stack>
        </Paper>
      )}
      {answer.offer && <Counted offer={answer.offer} disabled={busy} onDecide={(counted) => void decide(counted)} />}
      <Text size="sm" c="dimmed">
        {answer.proposal ? t('students.status.propose_about') : t('students.life.unwritten')}
      </Text>
      <div aria-live="assertive">{problem !== '' && <Alert color="red">{problem}</Alert>}</div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack} disabled={busy}>
          {t('kit.back')}
        </Button>
        <Button loading={busy} disabled={!answer.ok} data-autofocus onClick={() => void apply()}>
          {t(answer.proposal ? 'students.status.propose' : 'students.status.apply')}
        </Button>
      </Group>
    </Stack>
  );
}

/** What was done: the order behind it, and the way back. */
export function LifeReceipt({ answer, onClose }: { answer: LifeAnswer; onClose: () => void }) {
  const t = useMessages();
  const [undone, setUndone] = useState(false);
  const { change, students, kind } = answer;
  const count = students.length;
  const restored = kind === 'RESTORATION';
  const doneText = change
    ? t(restored ? 'students.status.restored' : 'students.life.done', { count })
    : t('students.status.proposed', { count });
  const undo = async () => {
    if (change) return setUndone(await undoLife(t, { id: change.id, name: t(`students.life.${kind}`) }));
    await takeBack(
      t,
      students.map(({ id }) => id),
      students.flatMap(({ request_id }) => request_id ?? []),
    );
    setUndone(true);
  };
  return (
    <Stack gap="md">
      <Alert
        color={undone ? 'gray' : 'teal'}
        icon={<IconCircleCheck aria-hidden />}
        role="status"
        title={undone ? t('students.life.undone') : doneText}
      >
        <Text size="sm">{t(`students.life.${kind}`)}</Text>
        {change && (
          <Group gap="xs">
            <LifeOrder order={change} />
            <Text size="sm">
              <DateText value={change.order_date} />
            </Text>
          </Group>
        )}
      </Alert>
      {change && !undone && <Follows students={students} />}
      <Group justify="flex-end">
        {!undone && (
          <Button variant="default" onClick={() => void undo()}>
            {t('kit.undo')}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}
