import { Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { choices, useMessages } from '#platform/web/index.ts';
import { DateText, ListPage, StatusBadge } from '#platform/web/kit/index.ts';
import { offenceStates } from '../../workflow.ts';
import { api } from '../api.ts';
import { CaseDrawer } from '../components/case-drawer.tsx';
import { tones } from '../tones.ts';

/** The desk of cases: those that the reader may see, and of these the ones that wait for them. */
export default function Desk() {
  const t = useMessages();
  const navigate = useNavigate();
  const { open } = useSearch({ strict: false }) as { open?: unknown };
  const id = /^\d{1,9}$/.test(String(open)) ? Number(open) : null;
  const show = (next: number | undefined) =>
    void navigate({
      to: '.',
      search: ({ open: _, ...rest }: Record<string, unknown>) => (next === undefined ? rest : { ...rest, open: next }),
      resetScroll: false,
    });
  const states = useMemo(() => choices(t, 'misconduct.state', offenceStates), [t]);
  const yes = useMemo(() => [{ id: 'true', title: t('misconduct.desk.waiting') }], [t]);
  return (
    <>
      <ListPage
        title={t('misconduct.desk.title')}
        description={t('misconduct.desk.about')}
        of={api.offence.list}
        rowLabel={(row) => row.number}
        onRow={(row) => show(row.id)}
        columns={[
          {
            key: 'student',
            title: t('misconduct.field.student_id'),
            render: (row) => (
              <>
                <Text size="sm" fw={500}>
                  {row.student.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {`${row.number} · ${row.student.student_no}`}
                </Text>
              </>
            ),
          },
          {
            key: 'status',
            title: t('misconduct.field.status'),
            sortable: true,
            render: (row) => (
              <StatusBadge status={row.status} color={tones[row.status]} label={t(`misconduct.state.${row.status}`)} />
            ),
          },
          { key: 'type', title: t('misconduct.field.type_id'), render: (row) => row.type.title },
          {
            key: 'course_module',
            title: t('misconduct.field.course_module_id'),
            render: (row) => row.course_module.title,
          },
          {
            key: 'occurred_on',
            title: t('misconduct.field.occurred_on'),
            sortable: true,
            render: (row) => <DateText value={row.occurred_on} />,
          },
        ]}
        filters={[
          { key: 'waiting', label: t('misconduct.desk.waiting'), control: 'select', options: yes },
          { key: 'status', label: t('misconduct.field.status'), control: 'multi', options: states },
        ]}
        empty={{ text: t('misconduct.desk.empty') }}
      />
      <CaseDrawer id={id} onClose={() => show(undefined)} />
    </>
  );
}
