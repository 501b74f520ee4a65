import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, FormDrawer, notify } from '#platform/web/kit/index.ts';
import { api, type Exam, refresh, weekOwners } from '../api.ts';
import { useAct } from '../use-act.ts';

const schema = z.object({ id: saveBase.id.unwrap(), version: saveBase.version, minutes: z.int().min(15).max(480) });

/** How long an exam takes. Where the new length fits its sitting everybody keeps their seat. */
export function ExamMinutes({ exam, onClose }: { exam: Exam | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <FormDrawer
      notice={false}
      as="modal"
      opened={exam !== undefined}
      onClose={onClose}
      title={exam ? t('timetable.exams.minutes_title', { title: exam.module.title }) : ''}
      schema={schema}
      record={exam && { id: exam.id, version: exam.version, minutes: exam.minutes }}
      draftKey={false}
      fields={[
        {
          control: 'number',
          name: 'minutes',
          label: t('timetable.field.minutes'),
          description: t('timetable.exams.minutes_hint'),
          wide: true,
        },
      ]}
      save={(payload) => api.exam.save.call(payload, silent)}
      onSaved={() => void refresh()}
    />
  );
}

/** One more student in an exam that has its seats. */
export function ExamSeat({ exam, onClose }: { exam: Exam | undefined; onClose: () => void }) {
  const t = useMessages();
  const [student, setStudent] = useState<number>();
  const [busy, act] = useAct();
  const close = () => {
    setStudent(undefined);
    onClose();
  };
  const seat = async () => {
    if (!exam || !student) return;
    await act(async () => {
      const { room, row, column } = await api.exam.seat.call({ id: exam.id, student_id: student }, silent);
      notify.success(t('timetable.exams.seated', { room, row, column }));
      close();
    });
  };
  return (
    <Modal
      opened={exam !== undefined}
      onClose={close}
      title={exam ? t('timetable.exams.seat_title', { title: exam.module.title }) : ''}
      closeButtonProps={{ 'aria-label': t('timetable.close') }}
      centered
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('timetable.exams.seat_about')}
        </Text>
        <AsyncSelect
          name="student_id"
          label={t('timetable.field.student_id')}
          load={weekOwners.student}
          value={student ?? null}
          onChange={(next: unknown) => setStudent(next ? Number(next) : undefined)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('timetable.cancel')}
          </Button>
          <Button loading={busy} disabled={!student} onClick={() => void seat()}>
            {t('timetable.exams.seat_one')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
