import { Anchor, Text } from '@mantine/core';
import { IconArrowBackUp, IconBellOff, IconBellRinging, IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, codeId, silent, useMessages } from '#platform/web/index.ts';
import {
  type FiltersOf,
  type ListColumn,
  ListPage,
  notify,
  PhoneText,
  ReasonDialog,
  type RowAction,
  rowsOf,
  StatusBadge,
  useRowsDialog,
} from '#platform/web/kit/index.ts';
import { entryStates, openEntries } from '../../workflow.ts';
import { api, type Candidate, loadCourses, refresh } from '../api.ts';
import { EnrollDialog } from './enroll-dialog.tsx';

/** So many at most become students in one go. */
const most = 3000;
const tones: Record<string, string> = {
  REQUIRED: 'orange',
  DETAILS_CONFIRMED: 'blue',
  DOCUMENT_DOWNLOADED: 'blue',
  COMPLETED: 'teal',
  CANCELLED: 'gray',
};

/** Accepted applicants who wait to become students, or those who became so and can be taken back. */
export function Candidates({ state }: { state: 'waiting' | 'enrolled' }) {
  const t = useMessages();
  const enrolling = useRowsDialog<Candidate>();
  const undoing = useRowsDialog<Candidate>();
  const [silenced, setSilenced] = useState<Candidate>();
  const waiting = state === 'waiting';
  const entry = (row: Candidate, status: 'REQUIRED' | 'CANCELLED', reason?: string) =>
    api.candidates.entry.call({ application_id: row.id, status, ...(reason ? { reason } : {}) }, silent);
  const columns: ListColumn<Candidate>[] = [
    {
      key: 'applicant_name',
      made: true,
      title: t('enrollment.field.applicant'),
      sortable: true,
      render: (row) => (
        <div>
          <Text size="sm">{row.name}</Text>
          <Text size="xs" c="dimmed">
            {row.number}
          </Text>
        </div>
      ),
    },
    {
      key: 'entry',
      title: t('enrollment.field.entry'),
      render: (row) =>
        row.entry ? (
          <StatusBadge
            status={row.entry.status}
            label={t(`enrollment.entry.${row.entry.status}`)}
            color={tones[row.entry.status] ?? 'gray'}
          />
        ) : (
          '—'
        ),
    },
    { key: 'course', title: t('enrollment.field.course_id'), render: (row) => row.course?.title ?? '—' },
    {
      key: 'language',
      title: t('enrollment.field.language'),
      render: (row) => (row.language ? t(codeId('enrollment.study_language', row.language)) : '—'),
    },
    { key: 'tuition', title: t('enrollment.field.tuition'), render: (row) => t(`enrollment.tuition.${row.tuition}`) },
    { key: 'phone', title: t('enrollment.field.contact_phone'), render: (row) => <PhoneText value={row.phone} /> },
    ...(waiting
      ? []
      : [
          {
            key: 'student' as const,
            title: t('enrollment.field.student_no'),
            render: (row: Candidate) =>
              row.student ? (
                <Anchor component={Link} size="sm" to={`/students/${row.student.id}`}>
                  {row.student.student_no}
                </Anchor>
              ) : (
                '—'
              ),
          },
          {
            key: 'group' as const,
            title: t('enrollment.field.group'),
            render: (row: Candidate) => row.group?.title ?? '—',
          },
        ]),
  ];
  const filters: FiltersOf<typeof api.candidates.list> = [
    { key: 'course_id', label: t('enrollment.field.course_id'), control: 'async', load: loadCourses },
    {
      key: 'language',
      label: t('enrollment.field.language'),
      control: 'select',
      options: choices(t, 'enrollment.study_language', ['uz', 'ru', 'en']),
    },
    {
      key: 'tuition',
      label: t('enrollment.field.tuition'),
      control: 'select',
      options: choices(t, 'enrollment.tuition', ['GRANT', 'CONTRACT']),
    },
    {
      key: 'entry',
      label: t('enrollment.field.entry'),
      control: 'select',
      options: choices(t, 'enrollment.entry', entryStates),
    },
  ];
  const actions = (row: Candidate): RowAction<Candidate>[] => [
    ...(row.can.enroll
      ? [
          {
            key: 'enroll',
            label: t('enrollment.act.enroll'),
            icon: <IconSchool size={16} aria-hidden />,
            run: () => enrolling.open([row]),
          },
        ]
      : []),
    ...(row.can.enroll && row.entry && (openEntries as readonly string[]).includes(row.entry.status)
      ? [
          {
            key: 'silence',
            label: t('enrollment.act.silence'),
            icon: <IconBellOff size={16} aria-hidden />,
            run: () => setSilenced(row),
          },
        ]
      : []),
    ...(row.can.enroll && (row.entry === null || row.entry.status === 'CANCELLED')
      ? [
          {
            key: 'ask',
            label: t('enrollment.act.ask'),
            icon: <IconBellRinging size={16} aria-hidden />,
            run: async () => {
              await entry(row, 'REQUIRED');
              notify.success(t('enrollment.act.asked'));
              await refresh();
            },
          },
        ]
      : []),
    ...(row.can.undo
      ? [
          {
            key: 'undo',
            label: t('enrollment.act.undo'),
            icon: <IconArrowBackUp size={16} aria-hidden />,
            danger: true,
            run: () => undoing.open([row]),
          },
        ]
      : []),
  ];
  return (
    <>
      <ListPage
        title={t(`enrollment.tab.${waiting ? 'accepted' : 'enrolled'}`)}
        name={`enrollment-${state}`}
        embedded
        of={api.candidates.list}
        fixed={{ state }}
        rowLabel={(row) => row.name}
        columns={columns}
        filters={filters}
        defaults={{ size: 20 }}
        actions={actions}
        bulkActions={[
          waiting
            ? {
                key: 'enroll',
                label: t('enrollment.act.enroll'),
                icon: <IconSchool size={16} aria-hidden />,
                run: async (rows, all, input, clear) =>
                  enrolling.open(all ? await rowsOf(api.candidates.list, input, most) : rows, clear),
              }
            : {
                key: 'undo',
                label: t('enrollment.act.undo'),
                icon: <IconArrowBackUp size={16} aria-hidden />,
                danger: true,
                run: (rows, _all, _input, clear) => undoing.open(rows, clear),
              },
        ]}
        empty={{
          title: t(`enrollment.empty.${state}`),
          text: t(`enrollment.empty.${state}_about`),
        }}
      />
      <EnrollDialog rows={enrolling.rows} onClose={enrolling.onClose} onDone={enrolling.onDone} />
      <ReasonDialog
        opened={undoing.rows !== undefined}
        onClose={undoing.onClose}
        danger
        title={t('enrollment.undo.title', { count: undoing.rows?.length ?? 0 })}
        text={<Text size="sm">{t('enrollment.undo.about')}</Text>}
        confirmLabel={t('enrollment.act.undo')}
        onConfirm={async (reason) => {
          const ids = (undoing.rows ?? []).map((row) => row.id);
          const { undone } = await api.candidates.undo.call({ application_ids: ids, reason }, silent);
          notify.success(t('enrollment.undo.done', { count: undone }));
          undoing.onDone();
          await refresh();
        }}
      />
      <ReasonDialog
        opened={silenced !== undefined}
        onClose={() => setSilenced(undefined)}
        title={t('enrollment.act.silence')}
        text={<Text size="sm">{t('enrollment.silence.about')}</Text>}
        onConfirm={async (reason) => {
          if (silenced) await entry(silenced, 'CANCELLED', reason);
          await refresh();
        }}
      />
    </>
  );
}
