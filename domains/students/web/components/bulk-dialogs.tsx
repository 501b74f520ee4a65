import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { requiredText } from '#platform/contract/index.ts';
import { messageOf, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { FormDrawer, notify, ReasonDialog } from '#platform/web/kit/index.ts';
import { sms } from '../../shapes.ts';
import type { StudentStatus } from '../../workflow.ts';
import { api, refresh } from '../api.ts';
import { LettersDialog } from './letters-dialog.tsx';
import { LifeDialog, type LifeMay } from './life-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

export interface BulkTask {
  kind: 'life' | 'force' | 'sms' | 'cards' | 'letters' | 'delete' | 'restore';
  ids: number[];
  statuses: StudentStatus[];
  /** of one student */
  name?: string;
  course_id?: number | null;
}

interface BulkDialogsProps {
  task: BulkTask | undefined;
  onClose: () => void;
  /** rights over these students, where they are not the caller's everywhere */
  may?: LifeMay;
}

/** The dialog of whatever is to be done with the chosen students. */
export function BulkDialogs({ task, onClose, may }: BulkDialogsProps) {
  const t = useMessages();
  const { can } = useAbility();
  const of = (kind: BulkTask['kind']) => (task?.kind === kind ? task : undefined);
  const count = task?.ids.length ?? 0;
  const deleting = of('delete');
  return (
    <>
      <LifeDialog task={of('life')} may={may ?? can} onClose={onClose} />
      <StatusDialog task={of('force') ?? (deleting && { ...deleting, deletes: true })} onClose={onClose} />
      <SmsDialog ids={of('sms')?.ids} onClose={onClose} />
      <CardsDialog ids={of('cards')?.ids} onClose={onClose} />
      <LettersDialog ids={of('letters')?.ids} onClose={onClose} />
      <ReasonDialog
        opened={task?.kind === 'restore'}
        onClose={onClose}
        optional
        title={t('students.restore.title', { count })}
        text={<Text size="sm">{t('students.restore.about')}</Text>}
        confirmLabel={t('students.bulk.restore')}
        onConfirm={async (reason) => {
          const answer = await api.restore.call({ ids: task?.ids ?? [], ...(reason ? { reason } : {}) }, silent);
          notify.success(answer.message ?? t('students.status.applied', { count }));
          await refresh();
        }}
      />
    </>
  );
}

interface Ids {
  ids: number[] | undefined;
  onClose: () => void;
}

const smsSchema = sms.omit({ ids: true }).extend({ text: requiredText(1000) });

export function SmsDialog({ ids, onClose }: Ids) {
  const t = useMessages();
  return (
    <FormDrawer
      notice={false}
      opened={ids !== undefined}
      onClose={onClose}
      as="modal"
      title={t('students.sms.title', { count: ids?.length ?? 0 })}
      schema={smsSchema}
      draftKey={false}
      fields={[
        { control: 'textarea', name: 'text', label: t('students.sms.text'), wide: true },
        { control: 'checkbox', name: 'guardians', label: t('students.sms.guardians'), wide: true },
      ]}
      submitLabel={t('students.sms.send')}
      save={async (payload) => {
        const answer = await api.sms.call({ ids: ids ?? [], ...(payload as z.output<typeof smsSchema>) }, silent);
        notify.success(
          [
            t('students.sms.sent', { count: answer.sent }),
            answer.without_phone.length ? t('students.sms.without', { count: answer.without_phone.length }) : '',
          ]
            .filter(Boolean)
            .join(' '),
        );
        return answer;
      }}
    />
  );
}

/** Issues a card to everybody chosen who has none in force. */
function CardsDialog({ ids, onClose }: Ids) {
  const t = useMessages();
  const [done, setDone] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    if (!ids) return;
    setProblem(undefined);
    setDone(0);
    try {
      let made = 0;
      for (let from = 0; from < ids.length; from += 500) {
        const part = ids.slice(from, from + 500);
        const held = new Set(
          (await api.card.all.call({ student_ids: part, status: 'ISSUED' }, silent)).map((card) => card.student_id),
        );
        for (const student_id of part) {
          if (held.has(student_id)) continue;
          await api.card.save.call({ student_id }, silent);
          setDone(++made);
        }
      }
      notify.success(t('students.cards.issued', { count: made }));
      await refresh();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setDone(undefined);
    }
  };
  return (
    <Modal
      opened={ids !== undefined}
      onClose={onClose}
      title={t('students.cards.title', { count: ids?.length ?? 0 })}
      centered
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text size="sm">{t('students.cards.about')}</Text>
        {done !== undefined && (
          <Text size="sm" aria-live="polite">
            {t('students.cards.issued', { count: done })}
          </Text>
        )}
        {problem && <Alert color="red">{problem}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={done !== undefined} onClick={() => void run()}>
            {t('students.bulk.cards')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
