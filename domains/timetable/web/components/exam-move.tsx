import { Alert, Button, Group, Modal, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { silent, useMessages } from '#platform/web/index.ts';
import { Empty, notify, showDate } from '#platform/web/kit/index.ts';
import { api, type Exam, type ExamPlace } from '../api.ts';
import { useAct } from '../use-act.ts';
import { dayOf } from './exam-days.tsx';
import styles from './seat-plan.module.css';
import week from './week.module.css';

interface ExamMoveProps {
  exam: Exam | undefined;
  sittings: readonly { starts_at: string }[];
  onClose: () => void;
}

/** Every sitting of the period, what an exam would cost there and what is in its way; nothing moves before it is chosen. */
export function ExamMoveDialog({ exam, sittings: times, onClose }: ExamMoveProps) {
  const t = useMessages();
  const [chosen, setChosen] = useState<ExamPlace>();
  const [busy, act] = useAct();
  const { data, isError } = useQuery({
    ...api.exam.places.queryOptions({ input: { id: exam?.id ?? 0 } }),
    enabled: exam !== undefined,
    staleTime: 0,
  });
  const close = () => {
    setChosen(undefined);
    onClose();
  };
  const move = async () => {
    if (!exam || !chosen) return;
    await act(async () => {
      const { told } = await api.exam.move.call(
        { id: exam.id, version: exam.version, date: chosen.date, sitting: chosen.sitting },
        silent,
      );
      notify.success(
        told > 0
          ? t('timetable.exams.moved_told', { count: told })
          : t('timetable.exams.moved', { date: showDate(chosen.date) }),
      );
      close();
    });
  };
  const dates = [...new Set(data?.map(({ date }) => date))];
  const sittings = [...new Set(data?.map(({ sitting }) => sitting))].sort();
  const here = (place: ExamPlace) => place.date === exam?.date && place.sitting === exam?.sitting;
  return (
    <Modal
      opened={exam !== undefined}
      onClose={close}
      size="xl"
      title={exam ? t('timetable.exams.move_title', { title: exam.module.title }) : ''}
      closeButtonProps={{ 'aria-label': t('timetable.close') }}
      centered
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('timetable.exams.move_about')}
        </Text>
        {isError ? (
          <Empty title={t('timetable.failed')} />
        ) : !data ? (
          <Skeleton height={280} />
        ) : (
          <section
            className={styles.scroll}
            aria-label={t('timetable.exams.places')}
            style={{ maxHeight: '46vh', overflowY: 'auto' }}
          >
            <table className={styles.places}>
              <thead>
                <tr>
                  <th scope="col">{t('timetable.exams.date')}</th>
                  {sittings.map((sitting) => (
                    <th key={sitting} scope="col">
                      {t('timetable.exams.sitting_at', { sitting, time: times[sitting - 1]?.starts_at ?? '' })}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {dates.map((date) => (
                  <tr key={date}>
                    <th scope="row">{dayOf(t, date)}</th>
                    {sittings.map((sitting) => {
                      const place = data.find((one) => one.date === date && one.sitting === sitting);
                      if (!place) return <td key={sitting} />;
                      const free = place.reasons.length === 0;
                      return (
                        <td key={sitting}>
                          <UnstyledButton
                            className={week.cell}
                            data-state={free ? 'free' : 'taken'}
                            w="100%"
                            p={8}
                            style={{
                              borderRadius: 6,
                              border:
                                place === chosen
                                  ? '2px solid var(--mantine-primary-color-filled)'
                                  : '1px solid var(--line)',
                            }}
                            aria-pressed={place === chosen}
                            onClick={() => setChosen(place)}
                          >
                            <Text size="sm" fw={free ? 600 : 400} {...(free ? {} : { c: 'dimmed' })}>
                              {here(place)
                                ? t('timetable.exams.here')
                                : free
                                  ? place.price === 0
                                    ? t('timetable.exams.same')
                                    : t(place.price > 0 ? 'timetable.exams.worse' : 'timetable.exams.better', {
                                        price: Math.abs(place.price),
                                      })
                                  : t(`timetable.exams.reason.${place.reasons[0]!.rule}`)}
                            </Text>
                            {free && place.twice > 0 && (
                              <Text size="xs" c="dimmed">
                                {t('timetable.exams.twice_here', { count: place.twice })}
                              </Text>
                            )}
                          </UnstyledButton>
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {chosen && chosen.reasons.length > 0 && (
          <Alert color="yellow" aria-live="polite">
            {chosen.reasons.map(({ text }) => text).join(' ')}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('timetable.cancel')}
          </Button>
          <Button
            loading={busy}
            disabled={!chosen || chosen.reasons.length > 0 || here(chosen)}
            onClick={() => void move()}
          >
            {t('timetable.exams.move')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
