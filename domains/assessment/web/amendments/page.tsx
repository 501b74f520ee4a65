import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { choices, type NameIn, useAbility, useMessages } from '#platform/web/index.ts';
import { Arrow, DateTimeText, ListPage, Person, StatusBadge } from '#platform/web/kit/index.ts';
import { amendmentStates } from '../../workflow-amendment.ts';
import { api } from '../api.ts';
import { AmendmentDrawer } from './record.tsx';
import { RequestDrawer } from './request.tsx';
import { tones, useMark } from './words.ts';

/** Requests to change marks that people have seen, and the way that each has gone. */
export default function Amendments() {
  const t = useMessages();
  const mark = useMark();
  const rights = useAbility();
  const navigate = useNavigate();
  const { open } = useSearch({ strict: false }) as { open?: string | number };
  const [asking, setAsking] = useState(false);
  const show = (id: number | null) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, open: id ?? undefined }),
      replace: true,
    });
  const states = useMemo(() => choices(t, 'assessment.amendment.state', amendmentStates), [t]);
  const word = (name: NameIn<'assessment.amendment'>) => t(`assessment.amendment.${name}`);
  return (
    <>
      <ListPage
        title={word('title')}
        description={word('about')}
        of={api.amendment.list}
        rowLabel={(row) => row.number}
        onRow={(row) => show(row.id)}
        primaryAction={
          rights.can('amendment.request') ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking(true)}>
              {word('new')}
            </Button>
          ) : undefined
        }
        columns={[
          { key: 'number', title: word('number') },
          {
            key: 'status',
            title: word('status'),
            sortable: true,
            render: (row) => (
              <StatusBadge status={row.status} color={tones[row.status]} label={word(`state.${row.status}`)} />
            ),
          },
          {
            key: 'student',
            title: word('student'),
            render: (row) => (
              <Person person={{ lastname: row.student.name, firstname: '' }} note={row.student.student_no} />
            ),
          },
          {
            key: 'module',
            made: true,
            title: word('module'),
            render: (row) => `${row.course_module.code} ${row.course_module.title}`,
          },
          { key: 'component', title: word('component'), render: (row) => row.component.code },
          {
            key: 'change',
            made: true,
            title: word('change'),
            render: (row) => (
              <>
                {mark(row.old)} <Arrow /> {mark(row.new)}
              </>
            ),
          },
          { key: 'reason_code', title: word('reason'), render: (row) => word(`because.${row.reason_code}`) },
          {
            key: 'created_at',
            title: word('asked'),
            sortable: true,
            render: (row) => <DateTimeText value={row.created_at} />,
          },
        ]}
        filters={[
          { key: 'status', label: word('status'), control: 'multi', options: states },
          { key: 'waiting', label: word('waiting'), control: 'boolean' },
          { key: 'mine', label: word('mine'), control: 'boolean' },
        ]}
        empty={{ text: word('empty') }}
      />
      <AmendmentDrawer id={open ? Number(open) : null} onClose={() => show(null)} />
      <RequestDrawer opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
