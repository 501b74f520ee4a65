import { Alert, Button, Group, List, Modal, Skeleton, Stack, Switch, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsMove,
  IconClock,
  IconLock,
  IconLockOpen,
  IconPlayerPlay,
  IconSend,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { clock } from '#platform/contract/clock.ts';
import { codeId, type NameIn, silent, useLiveEvent, useMessages } from '#platform/web/index.ts';
import {
  confirm,
  Empty,
  ListPage,
  NumberField,
  notify,
  PageHeader,
  StatusBadge,
  showDate,
  Tabs,
  tellError,
} from '#platform/web/kit/index.ts';
import { api, type Exam, examTones, refresh } from '../api.ts';
import { ExamDays } from '../components/exam-days.tsx';
import { ExamMinutes, ExamSeat } from '../components/exam-details.tsx';
import { ExamMoveDialog } from '../components/exam-move.tsx';
import { SearchPanel } from '../components/search-panel.tsx';
import { SeatPlanDrawer } from '../components/seat-plan.tsx';
import { useAct } from '../use-act.ts';

/** One period: its exams spread and seated, looked at by day and by room, moved by hand, published. */
export default function ExamPeriodPage() {
  const t = useMessages();
  const navigate = useNavigate();
  const { period_id } = useParams({ strict: false }) as { period_id: string };
  const id = Number(period_id);
  const asked = useSearch({ strict: false }) as { date?: string; hall?: number };
  const [moving, setMoving] = useState<Exam>();
  const [timing, setTiming] = useState<Exam>();
  const [seating, setSeating] = useState<Exam>();
  const [starting, setStarting] = useState(false);
  const { data, error, refetch } = useQuery({
    ...api.exam_period.get.queryOptions({ input: { id } }),
    // A search may end in the moment in which the page was reading; nobody is left waiting for an event that is past.
    refetchInterval: (query) => (query.state.data?.running ? 4000 : false),
  });
  useLiveEvent<{ kind: string; state: string }>('job', ({ kind, state }) => {
    if (kind === 'timetable.exams' && state !== 'running') void refresh();
  });
  // What is shown stays where it could not be read anew: while a search runs it is asked for again by itself.
  if (error && !data) {
    const missing = (error as { status?: number }).status === 404;
    return (
      <Stack gap="sm">
        <PageHeader back="/exam-periods" title={t('timetable.exam_periods.title')} />
        <Empty
          title={t(missing ? 'timetable.exams.missing' : 'timetable.failed')}
          {...(!missing && { action: <Button onClick={() => void refetch()}>{t('timetable.again')}</Button> })}
        />
      </Stack>
    );
  }
  if (!data) return <Skeleton height={520} radius="md" />;
  const set = (more: object) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...more }), resetScroll: false });
  const publish = async () => {
    try {
      const preview = await api.exam_period.publish.call({ id }, silent);
      const text = t('timetable.exams.publish_text', {
        exams: preview.exams,
        students: preview.students,
        halls: preview.halls,
        from: preview.from ? showDate(preview.from) : '',
        until: preview.until ? showDate(preview.until) : '',
        told: preview.told,
      });
      const title = t('timetable.exams.publish_title', { title: data.title });
      if (!(await confirm({ title, name: data.title, text, yes: t('timetable.publish.open'), danger: false }))) return;
      await api.exam_period.publish.call({ id, apply: true }, silent);
      notify.success(t('timetable.exams.published'));
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  const takeBack = async () => {
    if (
      !(await confirm({
        title: t('timetable.exams.undo'),
        name: data?.title ?? '',
        text: t('timetable.exams.undo_text'),
        yes: t('timetable.exams.undo'),
      }))
    )
      return;
    await api.exam_period.unpublish.call({ id }, silent).catch(tellError);
    await refresh();
  };
  const fix = async (row: Exam) => {
    await api.exam.save.call({ id: row.id, version: row.version, fixed: !row.fixed }, silent).catch(tellError);
    await refresh();
  };
  const column = <K extends NameIn<'timetable.field'>>(key: K) => ({ key, title: t(codeId('timetable.field', key)) });
  const placed = data.exams > 0 && data.twice !== null;
  return (
    <Stack gap="sm">
      <PageHeader
        back="/exam-periods"
        title={data.title}
        description={[
          `${showDate(data.starts_on)} – ${showDate(data.ends_on)}`,
          ...(data.attempt > 1 ? [t('timetable.exams.attempt', { attempt: data.attempt })] : []),
          ...(data.groups.length > 0
            ? [t('timetable.exams.only_groups', { groups: data.groups.map(({ title }) => title).join(', ') })]
            : []),
          t('timetable.exams.summary', { exams: data.exams, students: data.students }),
        ].join(' · ')}
        badge={
          <StatusBadge status={data.state} label={t(`timetable.state.${data.state}`)} color={examTones[data.state]} />
        }
        actions={
          !data.running && (
            <>
              {data.can?.edit && (
                <Button
                  variant={placed ? 'default' : 'filled'}
                  leftSection={<IconPlayerPlay size={16} aria-hidden />}
                  onClick={() => setStarting(true)}
                >
                  {t(placed ? 'timetable.exams.again' : 'timetable.exams.generate')}
                </Button>
              )}
              {data.can?.publish && placed && (
                <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => void publish()}>
                  {t('timetable.publish.open')}
                </Button>
              )}
              {data.can?.unpublish && (
                <Button
                  variant="default"
                  leftSection={<IconArrowBackUp size={16} aria-hidden />}
                  onClick={() => void takeBack()}
                >
                  {t('timetable.exams.undo')}
                </Button>
              )}
            </>
          )
        }
      />
      {data.error && <Alert color="red">{data.error}</Alert>}
      {placed && data.unplaced > 0 && !data.running && (
        <Alert color="yellow">{t('timetable.exams.unplaced', { count: data.unplaced })}</Alert>
      )}
      {placed && !data.running && (
        <Text size="sm" c="dimmed">
          {t('timetable.exams.twice', { count: data.twice ?? 0 })}
        </Text>
      )}
      {placed && !data.running && Object.keys(data.left_out).length > 0 && (
        <Alert
          color="yellow"
          title={t('timetable.exams.left_out', {
            count: Object.values(data.left_out).reduce((sum, count) => sum + count, 0),
          })}
        >
          <List size="sm">
            {Object.entries(data.left_out).map(([code, count]) => (
              <List.Item key={code}>
                {t(code === 'DECIDED' ? 'timetable.exams.left_out_decided' : codeId('assessment.admission.rule', code))}
                : {count}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {data.running && <SearchPanel id={id} of="exams" running={data.running} cost={null} />}
      {!data.running && (
        <Tabs
          items={[
            {
              key: 'days',
              label: t('timetable.exams.by_day'),
              content: (
                <ExamDays
                  period={id}
                  none={
                    data.exams > 0
                      ? undefined
                      : t(data.attempt > 1 ? 'timetable.exams.nobody_registered' : 'timetable.exams.list_empty')
                  }
                  date={asked.date}
                  onDate={(date) => set({ date })}
                  onHall={(hall) => set({ hall })}
                />
              ),
            },
            {
              key: 'exams',
              label: t('timetable.exams.list'),
              content: (
                <ListPage
                  embedded
                  name={`exams.${id}`}
                  title={t('timetable.exams.list')}
                  fixed={{ period_id: id }}
                  filters={[{ key: 'placed', label: t('timetable.exams.placed'), control: 'boolean' }]}
                  of={api.exam.list}
                  rowLabel={(row) => row.module.title}
                  columns={[
                    {
                      ...column('course_module_id'),
                      render: (row) => `${row.module.code} ${row.module.title}`,
                    },
                    {
                      key: 'course',
                      made: true,
                      title: t('timetable.exams.course'),
                      render: (row) => row.module.course,
                    },
                    {
                      key: 'date',
                      title: t('timetable.exams.date'),
                      sortable: true,
                      render: (row) =>
                        row.date
                          ? `${showDate(row.date)}, ${row.starts_at}–${row.ends_at}`
                          : t('timetable.exams.no_place'),
                    },
                    {
                      key: 'rooms',
                      title: t('timetable.exams.rooms'),
                      render: (row) => row.rooms.map((room) => room.title).join(', ') || '—',
                    },
                    { ...column('students'), sortable: true, align: 'right' },
                    {
                      ...column('fixed'),
                      defaultHidden: true,
                      render: (row) => (row.fixed ? t('timetable.fixed') : '—'),
                    },
                  ]}
                  actions={(row) => [
                    ...(row.can?.move && row.students > 0
                      ? [
                          {
                            key: 'move',
                            label: t('timetable.exams.move'),
                            icon: <IconArrowsMove size={16} aria-hidden />,
                            run: () => setMoving(row),
                          },
                        ]
                      : []),
                    ...(row.can?.move && row.date
                      ? [
                          {
                            key: 'seat',
                            label: t('timetable.exams.seat_one'),
                            icon: <IconUserPlus size={16} aria-hidden />,
                            run: () => setSeating(row),
                          },
                        ]
                      : []),
                    ...(row.can?.edit
                      ? [
                          {
                            key: 'minutes',
                            label: t('timetable.exams.minutes'),
                            icon: <IconClock size={16} aria-hidden />,
                            run: () => setTiming(row),
                          },
                        ]
                      : []),
                    ...(row.can?.edit && row.date
                      ? [
                          {
                            key: 'fix',
                            label: t(row.fixed ? 'timetable.unfix' : 'timetable.fix'),
                            icon: row.fixed ? (
                              <IconLockOpen size={16} aria-hidden />
                            ) : (
                              <IconLock size={16} aria-hidden />
                            ),
                            run: () => fix(row),
                          },
                        ]
                      : []),
                  ]}
                  empty={{ text: t('timetable.exams.list_empty') }}
                />
              ),
            },
          ]}
        />
      )}
      <StartDialog
        key={data.starts_on}
        id={id}
        starts_on={data.starts_on}
        opened={starting}
        onClose={() => setStarting(false)}
      />
      <ExamMinutes exam={timing} onClose={() => setTiming(undefined)} />
      <ExamSeat exam={seating} onClose={() => setSeating(undefined)} />
      <ExamMoveDialog exam={moving} sittings={data.sittings} onClose={() => setMoving(undefined)} />
      <SeatPlanDrawer
        id={asked.hall === undefined ? undefined : Number(asked.hall)}
        onClose={() => set({ hall: undefined })}
      />
    </Stack>
  );
}

interface StartDialogProps {
  id: number;
  starts_on: string;
  opened: boolean;
  onClose: () => void;
}

function StartDialog({ id, starts_on, opened, onClose }: StartDialogProps) {
  const t = useMessages();
  const [seconds, setSeconds] = useState<number | null>(20);
  // Until a week before, admission is still to be earned.
  const [admitted, setAdmitted] = useState(Date.parse(starts_on) - clock.now() < 8 * 86_400_000);
  const [busy, act] = useAct();
  const start = async () => {
    await act(async () => {
      await api.exam_period.generate.call({ id, seconds: seconds ?? 20, admitted }, silent);
      onClose();
    });
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('timetable.exams.generate')}
      closeButtonProps={{ 'aria-label': t('timetable.close') }}
      centered
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('timetable.exams.generate_about')}
        </Text>
        <Switch
          label={t('timetable.exams.admitted')}
          description={t('timetable.exams.admitted_about')}
          checked={admitted}
          onChange={(event) => setAdmitted(event.currentTarget.checked)}
        />
        <NumberField label={t('timetable.generate.seconds')} min={1} max={600} value={seconds} onChange={setSeconds} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('timetable.cancel')}
          </Button>
          <Button loading={busy} disabled={Number.isNaN(seconds)} onClick={() => void start()}>
            {t('timetable.generate.start')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
