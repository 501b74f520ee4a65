import { Button } from '@mantine/core';
import { IconCalendarCheck, IconCalendarOff, IconCheckbox, IconFileImport, IconRepeat } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { date, id, saveBase } from '#platform/contract/index.ts';
import { choices, PageSpinner, silent, useAbility } from '#platform/web/index.ts';
import { confirm, DateText, notify, ResourcePage, StatusBadge, showDate, takeBack } from '#platform/web/kit/index.ts';
import { sessionKinds, sessionSave, sessionStates } from '../../shapes.ts';
import { api, type Lesson, loadGroups, loadRooms, loadStaff, refresh, useModules, useOwnStaff } from '../api.ts';
import { SeriesDialog } from '../components/series-dialog.tsx';
import { useFields } from '../use-fields.ts';

const schema = z.object({ ...saveBase, ...sessionSave });
const fresh = { sessions: 1, kind: 'LECTURE', starts_at: '09:00', ends_at: '10:20', group_ids: [], co_staff_ids: [] };
const tones: Record<string, string> = { PLANNED: 'blue', HELD: 'teal', CANCELLED: 'gray' };

const idsOf = (options: readonly { id: number }[]) => options.map((one) => one.id);
const titlesOf = (options: readonly { title: string }[]) => options.map((one) => one.title).join(', ') || '—';

/** Dated lessons: when, where, for whom, and whether the register was called. */
export default function Lessons() {
  const { t, label, field, column } = useFields();
  const modules = useModules();
  const { can } = useAbility();
  const [plans, imports] = [can('attendance.plan'), can('attendance.import')];
  const [series, setSeries] = useState(false);
  const kinds = useMemo(() => choices(t, 'attendance.kind', sessionKinds), [t]);
  const states = useMemo(() => choices(t, 'attendance.state', sessionStates), [t]);
  // A new lesson begins with what stands open: the day of the register or of the list, its group, and who gives it.
  const asked = useSearch({ strict: false }) as Record<string, unknown>;
  const { data: person, isLoading: asksWho } = useOwnStaff();
  const own = person?.id;
  const begin = useMemo(() => {
    const day = [asked.day, asked.from === asked.to ? asked.from : undefined].find(
      (one) => date.safeParse(one).success,
    );
    const [teacher, group] = [asked.staff_id ?? own, asked.group_id].map((one) => id.safeParse(Number(one)).data);
    return {
      ...fresh,
      ...(day ? { date: day } : {}),
      ...(teacher ? { staff_id: teacher } : {}),
      ...(group ? { group_ids: [group] } : {}),
    };
  }, [asked.day, asked.from, asked.to, asked.staff_id, asked.group_id, own]);
  const put = async ({ id, version }: Pick<Lesson, 'id' | 'version'>, state: 'PLANNED' | 'CANCELLED') => {
    const saved = await api.class_session.save.call({ id, version, state }, silent);
    await refresh();
    return saved;
  };
  const cancel = async (row: Lesson) => {
    const lesson = `${row.module.title}, ${showDate(row.date)} ${row.starts_at}`;
    if (!(await confirm({ name: lesson, text: t('attendance.lessons.cancel_about', { lesson }) }))) return;
    const saved = await put(row, 'CANCELLED');
    notify.undo(t('attendance.lessons.cancelled'), () => takeBack(() => put(saved, 'PLANNED')));
  };
  // A form that is open keeps what it began with, so it opens once it is known who gives the lesson.
  if (asked.open === 'new' && asksWho) return <PageSpinner />;
  return (
    <>
      <ResourcePage
        of={api.class_session}
        messages="attendance.lessons"
        manage={plans}
        schema={schema}
        fresh={begin}
        onChanged={refresh}
        rowLabel={(row) => `${row.module.title} ${row.starts_at}`}
        formOf={(row) => ({
          ...row,
          group_ids: idsOf(row.groups),
          co_staff_ids: idsOf(row.co_teachers),
          state: undefined,
        })}
        toolbar={
          <>
            {imports && (
              <Button
                component={Link}
                to="/attendance/import"
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
              >
                {t('attendance.import.open')}
              </Button>
            )}
            {plans && (
              <Button
                variant="default"
                leftSection={<IconRepeat size={16} aria-hidden />}
                onClick={() => setSeries(true)}
              >
                {t('attendance.series.open')}
              </Button>
            )}
          </>
        }
        actions={(row) => [
          {
            key: 'register',
            label: t('attendance.register.open'),
            icon: <IconCheckbox size={16} aria-hidden />,
            href: `/attendance?day=${row.date}&session=${row.id}`,
          },
          ...(row.can?.remove && row.state === 'PLANNED'
            ? [
                {
                  key: 'cancel',
                  label: t('attendance.lessons.cancel'),
                  icon: <IconCalendarOff size={16} aria-hidden />,
                  run: () => cancel(row),
                },
              ]
            : []),
          ...(row.can?.remove && row.state === 'CANCELLED'
            ? [
                {
                  key: 'reinstate',
                  label: t('attendance.lessons.reinstate'),
                  icon: <IconCalendarCheck size={16} aria-hidden />,
                  run: () => takeBack(() => put(row, 'PLANNED')),
                },
              ]
            : []),
        ]}
        columns={[
          { ...column('date'), sortable: true, render: (row) => <DateText value={row.date} /> },
          { key: 'starts_at', title: label('time'), render: (row) => `${row.starts_at}–${row.ends_at}` },
          {
            key: 'module',
            title: label('course_module_id'),
            render: (row) => `${row.module.code} ${row.module.title}`,
          },
          { ...column('kind'), render: (row) => t(`attendance.kind.${row.kind}`) },
          {
            key: 'groups',
            title: label('group_ids'),
            render: (row) => titlesOf(row.groups),
          },
          {
            key: 'teacher',
            title: label('staff_id'),
            render: (row) => titlesOf([...(row.teacher ? [row.teacher] : []), ...row.co_teachers]),
          },
          { key: 'room', title: label('room_id'), render: (row) => row.room?.title ?? '—' },
          {
            ...column('state'),
            render: (row) => (
              <StatusBadge status={row.state} color={tones[row.state]} label={t(`attendance.state.${row.state}`)} />
            ),
          },
          {
            ...column('absent'),
            align: 'right',
            render: (row) => (row.students === null ? '—' : `${row.absent} / ${row.students}`),
          },
        ]}
        filters={[
          { key: 'from', label: label('from'), control: 'date' },
          { key: 'to', label: label('to'), control: 'date' },
          { key: 'group_id', label: label('group_ids'), control: 'async', load: loadGroups },
          { key: 'state', label: label('state'), control: 'select', options: states },
          { key: 'kind', label: label('kind'), control: 'select', options: kinds },
        ]}
        fields={[
          { control: 'async', ...field('course_module_id'), load: modules, wide: true },
          { control: 'date', ...field('date') },
          { control: 'select', ...field('kind'), options: kinds },
          { control: 'text', ...field('starts_at'), placeholder: '09:00' },
          { control: 'text', ...field('ends_at'), placeholder: '10:20' },
          { control: 'number', ...field('sessions'), description: t('attendance.lessons.sessions.hint') },
          { control: 'async', ...field('room_id'), load: loadRooms },
          { control: 'async', ...field('staff_id'), load: loadStaff },
          { control: 'async', multiple: true, ...field('co_staff_ids'), load: loadStaff, wide: true },
          { control: 'async', multiple: true, ...field('group_ids'), load: loadGroups, wide: true },
        ]}
      />
      {series && <SeriesDialog onClose={() => setSeries(false)} />}
    </>
  );
}
