import { Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useState } from 'react';
import { download, silent, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  Empty,
  Facts,
  type LoadOptions,
  notify,
  type OptionId,
  showDate,
  tellError,
} from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import styles from './seat-plan.module.css';

type Hall = Awaited<ReturnType<typeof api.exam_hall.get.call>>;

/** Colours by which papers are told apart; their codes say the same. */
const colours = ['teal', 'orange', 'indigo', 'red', 'lime', 'grape', 'cyan', 'yellow'] as const;
const colourOf = (hall: Hall, exam: number) =>
  ({
    '--paper': `var(--mantine-color-${colours[hall.exams.findIndex(({ id }) => id === exam) % colours.length]}-6)`,
  }) as CSSProperties;

/** A room at a sitting: its papers, its invigilators, and who sits where. */
export function SeatPlanDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const t = useMessages();
  const { data, isError } = useQuery({
    ...api.exam_hall.get.queryOptions({ input: { id: id ?? 0 } }),
    enabled: id !== undefined,
  });
  const hall = id === undefined ? undefined : data;
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="min(100%, 72rem)"
      title={hall ? `${hall.room.title} · ${showDate(hall.date)}, ${hall.starts_at}–${hall.ends_at}` : ''}
      closeButtonProps={{ 'aria-label': t('timetable.close') }}
    >
      {isError ? (
        <Empty title={t('timetable.failed')} />
      ) : !hall ? (
        <Skeleton height={420} radius="md" />
      ) : (
        <Stack gap="md">
          <Group justify="space-between" align="flex-start">
            <Stack gap={4}>
              {hall.exams.map((exam) => (
                <Group key={exam.id} gap={8} wrap="nowrap">
                  <span className={styles.dot} style={colourOf(hall, exam.id)} aria-hidden />
                  <Text size="sm">
                    {exam.code} {exam.title} · {exam.students}
                  </Text>
                </Group>
              ))}
            </Stack>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() =>
                void download(`/exam_hall/print/${hall.id}`, `${hall.room.title}.pdf`).catch(() => undefined)
              }
            >
              {t('timetable.exams.print')}
            </Button>
          </Group>
          <Facts
            items={[
              { label: t('timetable.field.students'), value: hall.students },
              ...(hall.apart ? [{ label: t('timetable.exams.apart'), value: t('timetable.exams.yes') }] : []),
              ...(hall.can.edit
                ? []
                : [
                    {
                      label: t('timetable.exams.invigilators'),
                      value: hall.invigilators.map(({ title }) => title).join(', ') || '—',
                    },
                  ]),
            ]}
          />
          {hall.can.edit && <Invigilators key={hall.version} hall={hall} />}
          <SeatPlan hall={hall} />
        </Stack>
      )}
    </Drawer>
  );
}

function Invigilators({ hall }: { hall: Hall }) {
  const t = useMessages();
  // Who is free then, those with the fewest rooms first.
  const load: LoadOptions = async (search) =>
    (await api.exam_hall.free.call({ id: hall.id }, silent))
      .filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
      .slice(0, 50)
      .map(({ id, title, duties }) => ({ id, title: `${title} · ${t('timetable.exams.duties', { count: duties })}` }));
  const [chosen, setChosen] = useState<OptionId[]>(hall.invigilators.map(({ id }) => id));
  const save = async (next: OptionId[]) => {
    const staff_ids = next.map(Number);
    setChosen(staff_ids);
    try {
      await api.exam_hall.save.call({ id: hall.id, version: hall.version, staff_ids }, silent);
      notify.success(t('timetable.exams.invigilators_saved'));
    } catch (error) {
      setChosen(hall.invigilators.map(({ id }) => id));
      await tellError(error);
    }
    await refresh();
  };
  return (
    <AsyncSelect
      multiple
      label={t('timetable.exams.invigilators')}
      name="staff_ids"
      value={chosen}
      onChange={(next) => void save(next)}
      known={hall.invigilators}
      load={load}
    />
  );
}

/** The room as one stands before it: its front above, a cell for every seat. */
function SeatPlan({ hall }: { hall: Hall }) {
  const t = useMessages();
  const at = new Map(hall.seats.map((seat) => [`${seat.row} ${seat.column}`, seat]));
  const rows = Math.max(1, ...hall.seats.map(({ row }) => row));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t('timetable.exams.plan')}>
      <div className={styles.front}>{t('timetable.exams.front')}</div>
      <table className={styles.plan} style={{ minWidth: hall.columns * 112 + 36 }}>
        <thead>
          <tr>
            <td className={styles.side} />
            {Array.from({ length: hall.columns }, (_, column) => column + 1).map((column) => (
              <th key={column} scope="col" aria-label={t('timetable.exams.column', { column })}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => row + 1).map((row) => (
            <tr key={row}>
              <th scope="row" className={styles.side} aria-label={t('timetable.exams.row', { row })}>
                {row}
              </th>
              {Array.from({ length: hall.columns }, (_, column) => column + 1).map((column) => {
                const seat = at.get(`${row} ${column}`);
                if (!seat) return <td key={column} className={styles.seat} />;
                const exam = hall.exams.find(({ id }) => id === seat.exam_id);
                return (
                  <td key={column} className={styles.seat} data-paper style={colourOf(hall, seat.exam_id)}>
                    <span className={styles.name} title={seat.student.name}>
                      {seat.student.name}
                    </span>
                    <Text size="xs" c="dimmed" component="span">
                      {exam?.code}
                      {seat.extra_minutes !== null &&
                        seat.extra_minutes > 0 &&
                        ` · ${t('timetable.exams.extra', { minutes: seat.extra_minutes })}`}
                    </Text>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
