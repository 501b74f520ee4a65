import { Anchor } from '@mantine/core';
import { IconArmchair, IconScale } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, type NameIn, useAbility, useMessages } from '#platform/web/index.ts';
import { type FieldDefinition, notify, ResourcePage, StatusBadge, showDate } from '#platform/web/kit/index.ts';
import { examPeriodSave, examStates } from '../../shapes-exams.ts';
import { api, type ExamPeriod, examTones, loadModules, refresh, weekOwners } from '../api.ts';
import { ExamCompare } from '../components/compare-drawer.tsx';

const link = (to: string) => ({ component: Link, ...({ to } as object) });
const sitting = /^([01]\d|2[0-3]):[0-5]\d\s*[-–]\s*([01]\d|2[0-3]):[0-5]\d$/;
const schema = z.object({
  ...saveBase,
  ...examPeriodSave,
  // In the form a sitting is typed as `09:00–12:00`.
  sittings: z.array(z.string().regex(sitting)).min(1).max(6),
});
const fresh = {
  attempt: 1,
  group_ids: [],
  course_module_ids: [],
  sittings: ['09:00–12:00', '13:00–16:00', '16:30–19:30'],
};

/** Periods of exams: drafts, and what was published. */
export default function ExamPeriods() {
  const t = useMessages();
  const { can } = useAbility();
  const [pair, setPair] = useState<readonly ExamPeriod[]>();
  const label = (name: NameIn<'timetable.field'>) => t(`timetable.field.${name}`);
  const column = <K extends NameIn<'timetable.field'>>(key: K) => ({ key, title: label(key) });
  const fields: FieldDefinition[] = [
    { control: 'text', name: 'title', label: label('title'), wide: true },
    { control: 'date', name: 'starts_on', label: label('starts_on') },
    { control: 'date', name: 'ends_on', label: label('ends_on') },
    {
      control: 'number',
      name: 'attempt',
      label: label('attempt'),
      description: t('timetable.exams.attempt_hint'),
    },
    {
      control: 'async',
      multiple: true,
      name: 'group_ids',
      label: label('group_ids'),
      description: t('timetable.exams.groups_hint'),
      load: weekOwners.group,
      wide: true,
    },
    {
      control: 'async',
      multiple: true,
      name: 'course_module_ids',
      label: label('course_module_ids'),
      description: t('timetable.exams.modules_hint'),
      load: loadModules,
      wide: true,
    },
    {
      control: 'tags',
      name: 'sittings',
      label: label('sittings'),
      description: t('timetable.exams.sittings_hint'),
      wide: true,
    },
  ];
  return (
    <>
      <ResourcePage
        of={api.exam_period}
        messages="timetable.exam_periods"
        manage={can('exam_period.manage')}
        schema={schema}
        fresh={fresh}
        onChanged={refresh}
        formOf={(row) => ({ ...row, sittings: row.sittings.map((one) => `${one.starts_at}–${one.ends_at}`) })}
        send={(payload) => ({
          ...payload,
          sittings: payload.sittings.map((one) => {
            const [starts_at = '', ends_at = ''] = one.split(/\s*[-–]\s*/);
            return { starts_at, ends_at };
          }),
        })}
        actions={(row) => [
          {
            key: 'exams',
            label: t('timetable.exams.open'),
            icon: <IconArmchair size={16} aria-hidden />,
            href: `/exam-periods/${row.id}`,
          },
        ]}
        columns={[
          {
            ...column('title'),
            sortable: true,
            render: (row) => <Anchor {...link(`/exam-periods/${row.id}`)}>{row.title}</Anchor>,
          },
          { ...column('semester_id'), render: (row) => row.semester.title },
          {
            key: 'starts_on',
            title: t('timetable.exams.days'),
            sortable: true,
            render: (row) => `${showDate(row.starts_on)} – ${showDate(row.ends_on)}`,
          },
          {
            ...column('state'),
            render: (row) =>
              row.running ? (
                <StatusBadge status="RUNNING" label={t('timetable.running')} color="blue" />
              ) : (
                <StatusBadge
                  status={row.state}
                  label={t(`timetable.state.${row.state}`)}
                  color={examTones[row.state]}
                />
              ),
          },
          { ...column('exams'), align: 'right' },
          { ...column('seats'), made: true, align: 'right', render: (row) => row.students },
          { ...column('unplaced'), align: 'right' },
          { ...column('twice'), align: 'right', render: (row) => row.twice ?? '—' },
        ]}
        filters={[
          {
            key: 'state',
            label: label('state'),
            control: 'select',
            options: choices(t, 'timetable.state', examStates),
          },
        ]}
        fields={fields}
        bulkActions={[
          {
            key: 'compare',
            label: t('timetable.compare.open'),
            icon: <IconScale size={16} aria-hidden />,
            run: (rows: readonly ExamPeriod[]) =>
              rows.length === 2 ? setPair(rows) : notify.error(t('timetable.compare.two')),
          },
        ]}
      />
      <ExamCompare pair={pair} onClose={() => setPair(undefined)} />
    </>
  );
}
