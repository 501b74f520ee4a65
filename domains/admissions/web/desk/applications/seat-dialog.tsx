import { Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, PageSpinner, silent, useMessages } from '#platform/web/index.ts';
import { Empty, notify, showDate } from '#platform/web/kit/index.ts';
import { type Application, api, refresh } from '../../api.ts';
import { ActPreview } from '../act-preview.tsx';

interface SeatDialogProps {
  applications: Pick<Application, 'id' | 'academic_year_id' | 'language'>[] | undefined;
  onClose: () => void;
  onDone?: () => void;
}

/** A seat in an exam session for one or many: which sessions have room, and who could not come. */
export function SeatDialog({ applications, onClose, onDone }: SeatDialogProps) {
  const t = useMessages();
  return (
    <Modal
      opened={applications !== undefined}
      onClose={onClose}
      size="lg"
      title={t('admissions.seat.title', { count: applications?.length ?? 0 })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {applications && <Choice applications={applications} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

function Choice({
  applications,
  onClose,
  onDone,
}: {
  applications: NonNullable<SeatDialogProps['applications']>;
  onClose: () => void;
  onDone: (() => void) | undefined;
}) {
  const t = useMessages();
  const [chosen, setChosen] = useState<number>();
  const [left, setLeft] = useState<number[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [first] = applications;
  const language = applications.every((one) => one.language === first?.language) ? first?.language : undefined;
  const sessions = useQuery(
    api.exam.session.list.queryOptions({
      input: {
        size: 100,
        sort: 'day',
        free: true,
        ...(first?.academic_year_id ? { academic_year_id: first.academic_year_id } : {}),
        ...(language ? { language } : {}),
      },
      ...silent,
    }),
  );
  const ids = applications.map(({ id }) => id).filter((id) => !left.includes(id));
  const preview = useQuery({
    ...api.exam.session.assign.queryOptions({
      input: { session_id: chosen ?? 0, application_ids: ids, preview: true },
      ...silent,
    }),
    enabled: chosen !== undefined,
    staleTime: 0,
  });
  const take = async () => {
    if (chosen === undefined || busy) return;
    setBusy(true);
    try {
      await api.exam.session.assign.call({ session_id: chosen, application_ids: ids }, silent);
      notify.success(t('admissions.seat.done', { count: ids.length }));
      await refresh();
      onClose();
      onDone?.();
    } catch (error) {
      setProblem(messageOf(error));
      await sessions.refetch();
    } finally {
      setBusy(false);
    }
  };
  if (sessions.error) return <Empty title={messageOf(sessions.error)} />;
  if (!sessions.data) return <PageSpinner />;
  const rows = sessions.data.content;
  if (rows.length === 0) return <Empty title={t('admissions.seat.none')} text={t('admissions.seat.none_about')} />;
  return (
    <Stack>
      <Radio.Group
        aria-label={t('admissions.seat.title', { count: ids.length })}
        value={chosen === undefined ? null : String(chosen)}
        onChange={(value) => {
          setChosen(Number(value));
          setProblem(undefined);
        }}
      >
        <Stack gap={6} mah="50vh" style={{ overflowY: 'auto' }}>
          {rows.map((row) => (
            <Radio.Card key={row.id} value={String(row.id)} p="xs" radius="sm" aria-label={nameOf(row)}>
              <Group wrap="nowrap" gap="sm">
                <Radio.Indicator />
                <div style={{ flex: 1, minWidth: 0 }}>
                  <Text size="sm" fw={500}>
                    {nameOf(row)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {[row.place?.title, row.address, row.language && t(`admissions.language.${row.language}`)]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </div>
                <div style={{ width: 110 }}>
                  <Text size="xs" ta="right" className="tabular">
                    {t('admissions.seat.taken', { taken: row.taken, capacity: row.capacity })}
                  </Text>
                  <Progress value={(100 * row.taken) / row.capacity} size="sm" aria-hidden />
                </div>
              </Group>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      <ActPreview
        preview={preview}
        ready={chosen !== undefined && ids.length > 0}
        busy={busy}
        problem={problem}
        label={t('admissions.act.seat')}
        onLeaveOut={(out) => setLeft([...left, ...out])}
        onClose={onClose}
        onRun={() => void take()}
      />
    </Stack>
  );
}

const nameOf = (row: { day: string; starts_at: string; ends_at: string }) =>
  `${showDate(row.day)}, ${row.starts_at}–${row.ends_at}`;
