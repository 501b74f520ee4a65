import { Button, Group, Stack } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { choices, type NameIn, useAbility, useMessages } from '#platform/web/index.ts';
import {
  DateTimeText,
  ListPage,
  PageHeader,
  Person,
  PhoneText,
  StatusBadge,
  showDate,
  Tabs,
} from '#platform/web/kit/index.ts';
import { seatStates } from '../../../shapes-exam.ts';
import { api, loadPlaces, loadSessions } from '../../api.ts';
import { StateBadge } from '../../state.tsx';
import { seatTones } from '../applications/progress.tsx';
import { CheckIn } from './check-in.tsx';
import { Ranking } from './ranking.tsx';

/** The entrance exam: who sits where, the door, and who gets a place. */
export default function ExamApplicants() {
  const t = useMessages();
  const { can } = useAbility();
  return (
    <Stack>
      <PageHeader
        title={t('admissions.exam.title')}
        description={t('admissions.exam.about')}
        actions={
          can('exam.score') && (
            <Group gap="xs">
              <Imports to="/internal-exam/applicants/import" label={t('admissions.exam.import')} />
              <Imports to="/internal-exam/applicants/dtm" label={t('admissions.exam.dtm')} />
            </Group>
          )
        }
      />
      <Tabs
        items={[
          ...(can('exam.read') ? [{ key: 'seats', label: t('admissions.exam.seats'), content: <Seats /> }] : []),
          ...(can('exam.check_in') ? [{ key: 'door', label: t('admissions.exam.door'), content: <CheckIn /> }] : []),
          ...(can(['application.decide', 'application.publish'])
            ? [{ key: 'ranking', label: t('admissions.exam.ranking'), content: <Ranking /> }]
            : []),
        ]}
      />
    </Stack>
  );
}

const Imports = ({ to, label }: { to: string; label: string }) => (
  <Button component={Link} to={to} variant="default" leftSection={<IconFileImport size={16} aria-hidden />}>
    {label}
  </Button>
);

function Seats() {
  const t = useMessages();
  const field = (name: NameIn<'admissions.field'>) => t(`admissions.field.${name}`);
  return (
    <ListPage
      title={t('admissions.exam.seats')}
      name="exam-seats"
      embedded
      of={api.exam.seat.list}
      rowLabel={(row) => `${row.application.number} ${row.applicant.lastname}`}
      // The flavour is the letter of the number.
      rowHref={(row) =>
        `${row.application.number.startsWith('G') ? '/general-applications' : '/student-applications'}/${row.application_id}`
      }
      defaults={{ size: 20 }}
      columns={[
        {
          key: 'applicant',
          title: t('admissions.column.applicant'),
          render: (row) => <Person person={row.applicant} note={row.application.number} />,
        },
        {
          key: 'session',
          title: t('admissions.exam.session'),
          render: (row) =>
            `${showDate(row.session.day)}, ${row.session.starts_at} · ${row.session.place?.title ?? '—'}`,
        },
        { key: 'seat_no', title: field('seat_no'), sortable: true, align: 'right' },
        {
          key: 'state',
          title: t('admissions.exam.came'),
          render: (row) => (
            <StatusBadge
              status={row.state}
              color={seatTones[row.state]}
              label={t(`admissions.seat_state.${row.state}`)}
            />
          ),
        },
        {
          key: 'checked_in_at',
          title: t('admissions.exam.came_at'),
          render: (row) => <DateTimeText value={row.checked_in_at} />,
        },
        { key: 'phone', made: true, title: field('phone'), render: (row) => <PhoneText value={row.applicant.phone} /> },
        {
          key: 'status',
          made: true,
          title: field('status'),
          defaultHidden: true,
          render: (row) => <StateBadge state={row.application.status} />,
        },
        {
          key: 'score',
          made: true,
          title: field('score'),
          align: 'right',
          render: (row) => row.application.score ?? '—',
        },
      ]}
      filters={[
        { key: 'session_id', label: t('admissions.exam.session'), control: 'async', load: loadSessions },
        { key: 'place_id', label: field('place_id'), control: 'async', load: loadPlaces },
        { key: 'day', label: field('day'), control: 'date' },
        {
          key: 'state',
          label: t('admissions.exam.came'),
          control: 'select',
          options: choices(t, 'admissions.seat_state', seatStates),
        },
      ]}
      empty={{ text: t('admissions.exam.empty') }}
    />
  );
}
