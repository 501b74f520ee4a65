import { Button, Group, Text } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { notify, ReasonDialog } from '#platform/web/kit/index.ts';
import { api, type Details } from '../api.ts';

type Mark = Details['components'][number]['marks'][number];
interface Props {
  course_module_id: number;
  component_id: number;
  student_id: number;
  mark: Mark;
  onMoved: () => void;
}

const open = ['DRAFT', 'SUBMITTED', 'MODERATED', 'PUBLISHED'];

/** Holds one mark back, with a reason, or gives it back to where it stood. */
export function Withhold({ course_module_id, component_id, student_id, mark, onMoved }: Props) {
  const t = useMessages();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const move = async (status: Mark['status'], reason?: string) => {
    await api.release.status.call(
      {
        course_module_id,
        component_ids: [component_id],
        student_ids: [student_id],
        attempt: mark.attempt,
        status,
        ...(reason ? { reason } : {}),
      },
      silent,
    );
    onMoved();
  };
  const back = mark.held_from;
  const giveBack = async () => {
    if (!back) return;
    setBusy(true);
    try {
      await move(back);
      notify.success(t('assessment.withhold.released', { status: t(`assessment.status.${back}`) }));
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (mark.status === 'WITHHELD' && back)
    return (
      <Group mt="sm">
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<IconLockOpen size={14} aria-hidden />}
          onClick={() => void giveBack()}
        >
          {t('assessment.withhold.release')}
        </Button>
      </Group>
    );
  if (!open.includes(mark.status)) return null;
  return (
    <Group mt="sm">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconLock size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('assessment.withhold.do')}
      </Button>
      <ReasonDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('assessment.withhold.do')}
        text={<Text size="sm">{t('assessment.withhold.text')}</Text>}
        onConfirm={async (reason) => {
          await move('WITHHELD', reason);
          notify.success(t('assessment.withhold.done'));
        }}
      />
    </Group>
  );
}
