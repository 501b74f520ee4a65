import { Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { contract as studentContract } from '#domains/students/contract.ts';
import { saveBase } from '#platform/contract/index.ts';
import { choices, codeId, connect, silent, useAbility } from '#platform/web/index.ts';
import {
  DateText,
  fullName,
  notify,
  Person,
  ReasonDialog,
  ResourcePage,
  StatusBadge,
  studentOptions,
} from '#platform/web/kit/index.ts';
import { reasonKinds, reasonSave } from '../../shapes.ts';
import { reasonStates } from '../../workflow.ts';
import { api, type Reason, refresh } from '../api.ts';
import { useFields } from '../use-fields.ts';

const people = connect(studentContract);
const loadStudents = studentOptions((question) => people.all.call(question));
const schema = z.object({
  ...saveBase,
  ...reasonSave,
  // In the form they are the uploaded files themselves.
  file_ids: z.array(z.unknown()).optional(),
});
const tones: Record<string, string> = {
  SUBMITTED: 'blue',
  ACCEPTED: 'teal',
  REJECTED: 'red',
  UPDATE_REQUIRED: 'yellow',
};

/** Students hand in why they were absent; the office accepts, refuses or asks for more. */
export default function Reasons() {
  const { t, label, field, column } = useFields();
  const rights = useAbility();
  const submits = rights.can('attendance_reason.submit');
  const office = rights.can('attendance_reason.decide');
  const [asked, setAsked] = useState<{ row: Reason; status: 'REJECTED' | 'UPDATE_REQUIRED' }>();
  const kinds = useMemo(() => choices(t, 'attendance.reason_kind', reasonKinds), [t]);
  const states = useMemo(() => choices(t, 'attendance.reason_state', reasonStates), [t]);
  const decide = async (row: Reason, status: 'ACCEPTED' | 'REJECTED' | 'UPDATE_REQUIRED', reason?: string) => {
    await api.reason.decide.call({ id: row.id, version: row.version, status, ...(reason ? { reason } : {}) }, silent);
    await refresh();
    notify.success(t(`attendance.reason.done.${status}`));
  };
  return (
    <>
      <ResourcePage
        of={api.reason}
        messages="attendance.reason"
        manage={submits}
        schema={schema}
        fresh={{ kind: 'ILLNESS' }}
        addressed="student_id"
        onChanged={refresh}
        rowLabel={(row) => fullName(row.student)}
        formOf={(row) => ({ ...row, file_ids: row.files })}
        send={({ file_ids, ...rest }: z.input<typeof schema>) => ({
          ...rest,
          ...(file_ids
            ? { file_ids: file_ids.map((file) => (typeof file === 'number' ? file : (file as { id: number }).id)) }
            : {}),
        })}
        actions={(row) =>
          [
            {
              key: 'accept',
              to: 'ACCEPTED' as const,
              icon: <IconCheck size={16} aria-hidden />,
              run: () => decide(row, 'ACCEPTED'),
            },
            {
              key: 'more',
              to: 'UPDATE_REQUIRED' as const,
              icon: <IconArrowBackUp size={16} aria-hidden />,
              run: () => setAsked({ row, status: 'UPDATE_REQUIRED' }),
            },
            {
              key: 'reject',
              to: 'REJECTED' as const,
              icon: <IconX size={16} aria-hidden />,
              danger: true,
              run: () => setAsked({ row, status: 'REJECTED' }),
            },
          ]
            .filter((step) => row.next.includes(step.to))
            .map(({ to, ...step }) => ({ ...step, label: t(codeId('attendance.reason', step.key)) }))
        }
        columns={[
          ...(rights.scope('attendance_reason.read') === 'own'
            ? []
            : [
                {
                  key: 'student' as const,
                  title: label('student'),
                  render: (row: Reason) => <Person person={row.student} note={row.student.student_no} />,
                },
              ]),
          { ...column('kind'), render: (row) => t(`attendance.reason_kind.${row.kind}`) },
          { ...column('starts_on'), sortable: true, render: (row) => <DateText value={row.starts_on} /> },
          { ...column('ends_on'), render: (row) => <DateText value={row.ends_on} /> },
          {
            ...column('text'),
            render: (row) => (
              <Text size="sm" lineClamp={2} maw={280}>
                {row.text}
              </Text>
            ),
          },
          { key: 'files', title: label('file_ids'), align: 'right', render: (row) => row.files.length || '—' },
          { key: 'lessons', title: label('absences'), align: 'right' },
          {
            ...column('status'),
            render: (row) => (
              <StatusBadge
                status={row.status}
                color={tones[row.status]}
                label={t(`attendance.reason_state.${row.status}`)}
              />
            ),
          },
          { ...column('decision'), render: (row) => row.decision ?? '—' },
        ]}
        filters={[
          { key: 'status', label: label('status'), control: 'select', options: states },
          { key: 'kind', label: label('kind'), control: 'select', options: kinds },
        ]}
        fields={[
          ...(office ? [{ control: 'async' as const, ...field('student_id'), load: loadStudents, wide: true }] : []),
          { control: 'select', ...field('kind'), options: kinds },
          { control: 'date', ...field('starts_on') },
          { control: 'date', ...field('ends_on') },
          { control: 'textarea', ...field('text'), wide: true },
          { control: 'files', ...field('file_ids'), upload, wide: true },
        ]}
      />
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t(asked?.status === 'REJECTED' ? 'attendance.reason.reject' : 'attendance.reason.more')}
        text={t('attendance.reason.tell')}
        danger={asked?.status === 'REJECTED'}
        onConfirm={async (reason) => {
          if (asked) await decide(asked.row, asked.status, reason);
        }}
      />
    </>
  );
}
