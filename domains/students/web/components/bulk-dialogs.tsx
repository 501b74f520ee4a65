import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { requiredText } from '#platform/contract/index.ts';
import { choices, codeId, messageOf, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { type FieldDefinition, FormDrawer, notify, ReasonDialog } from '#platform/web/kit/index.ts';
import { level, sms, studyLanguage, transfer, tuition } from '../../shapes.ts';
import type { StudentStatus } from '../../workflow.ts';
import { api, loadCourses, loadDepartments, loadForms, refresh } from '../api.ts';
import { LettersDialog } from './letters-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

export interface BulkTask {
  kind: 'status' | 'transfer' | 'sms' | 'cards' | 'letters' | 'delete' | 'restore';
  ids: number[];
  statuses: StudentStatus[];
}

/** The dialog of whatever is to be done with the chosen students. */
export function BulkDialogs({ task, onClose }: { task: BulkTask | undefined; onClose: () => void }) {
  const t = useMessages();
  const of = (kind: BulkTask['kind']) => (task?.kind === kind ? task : undefined);
  const count = task?.ids.length ?? 0;
  const deleting = of('delete');
  return (
    <>
      <StatusDialog task={of('status') ?? (deleting && { ...deleting, to: 'DELETED' })} onClose={onClose} />
      <TransferDialog ids={of('transfer')?.ids} onClose={onClose} />
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

const transferSchema = transfer.omit({ ids: true });

/** Moves students to another programme, form, language or kind of tuition; what is left empty stays as it is. */
export function TransferDialog({ ids, onClose }: Ids) {
  const t = useMessages();
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  const fields: FieldDefinition[] = [
    { control: 'async', ...field('course_id'), load: loadCourses },
    { control: 'select', ...field('level'), options: choices(t, 'students.level', level.options) },
    { control: 'async', ...field('education_form_id'), load: loadForms },
    { control: 'select', ...field('study_language'), options: choices(t, 'students.language', studyLanguage.options) },
    { control: 'select', ...field('tuition'), options: choices(t, 'students.tuition', tuition.options) },
    { control: 'async', ...field('department_id'), load: loadDepartments },
    { control: 'text', ...field('order_number') },
    { control: 'date', ...field('order_date') },
    { control: 'date', ...field('effective_from'), description: t('students.hint.effective_from') },
    { control: 'textarea', ...field('reason'), wide: true },
  ];
  return (
    <FormDrawer
      notice={false}
      opened={ids !== undefined}
      onClose={onClose}
      title={t('students.transfer.title', { count: ids?.length ?? 0 })}
      schema={transferSchema}
      draftKey={false}
      fields={fields}
      submitLabel={t('students.bulk.transfer')}
      save={async (payload) => {
        const answer = await api.transfer.call(
          { ids: ids ?? [], ...payload, order_number: payload.order_number || undefined },
          silent,
        );
        notify.success(t('students.transfer.done', { count: answer.ids.length }));
        return answer;
      }}
      onSaved={() => void refresh()}
    >
      <Text size="sm" c="dimmed">
        {t('students.transfer.about')}
      </Text>
    </FormDrawer>
  );
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
