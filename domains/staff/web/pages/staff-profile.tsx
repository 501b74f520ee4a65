import { Button, Group, Menu, Stack } from '@mantine/core';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { messageOf, PageSpinner, useMessages } from '#platform/web/index.ts';
import {
  DateText,
  Empty,
  Facts,
  fullName,
  History,
  PageHeader,
  PhoneText,
  Section,
  StatusBadge,
  Tabs,
} from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { StaffForm, type StaffPerson } from '../components/staff-form.tsx';
import { StatusDialog, type Step } from '../components/status-dialog.tsx';

/** One staff member: work, personal data, and everything that happened to the record. */
export default function StaffProfile() {
  const t = useMessages();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const {
    data: person,
    error,
    refetch,
  } = useQuery(api.staff.get.queryOptions({ input: { id }, context: { silent: true } }));
  const [editing, setEditing] = useState(false);
  const [step, setStep] = useState<Step>();
  if (error)
    return (
      <Empty title={messageOf(error)} action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>} />
    );
  if (!person) return <PageSpinner />;
  return (
    <Stack gap="md">
      <PageHeader
        back="/staff"
        title={fullName(person)}
        description={
          [person.job_position?.title, person.department?.title].filter(Boolean).join(' · ') || person.staff_no
        }
        badge={
          <StatusBadge
            status={person.status}
            color={person.status === 'LEFT' ? 'gray' : person.status === 'ON_LEAVE' ? 'orange' : 'teal'}
            label={t(`staff.status.${person.status}`)}
          />
        }
        actions={
          <Group gap="xs">
            {person.next_statuses.length > 0 && (
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                    {t('staff.profile.status')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {person.next_statuses.map((next) => (
                    <Menu.Item key={next.status} onClick={() => setStep(next)}>
                      {t(`staff.step.${next.status}`)}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
            {person.can?.edit && (
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
                {t('staff.action.edit')}
              </Button>
            )}
          </Group>
        }
      />
      <Tabs
        items={[
          { key: 'data', label: t('staff.tab.data'), content: <Data person={person} /> },
          ...(person.can?.history
            ? [{ key: 'history', label: t('staff.tab.history'), content: <Changes id={person.id} /> }]
            : []),
        ]}
      />
      <StaffForm opened={editing} onClose={() => setEditing(false)} record={person} />
      <StatusDialog person={person} step={step} onClose={() => setStep(undefined)} />
    </Stack>
  );
}

function Data({ person }: { person: StaffPerson }) {
  const t = useMessages();
  const fact = (name: string, value: ReactNode) => ({ label: t(`staff.field.${name}`), value });
  return (
    <Stack gap="md" mt="md">
      <Section title={t('staff.section.work')}>
        <Facts
          items={[
            fact('staff_no', person.staff_no),
            fact('department_id', person.department?.title),
            fact('job_position_id', person.job_position?.title),
            fact('hired_on', <DateText value={person.hired_on} />),
            ...(person.left_on ? [fact('left_on', <DateText value={person.left_on} />)] : []),
            fact('work_phone', <PhoneText value={person.work_phone} />),
            fact('work_email', person.work_email),
            fact('degree', person.degree && t(`staff.degree.${person.degree}`)),
            fact('academic_title', person.academic_title && t(`staff.academic_title.${person.academic_title}`)),
            fact('username', person.username),
          ]}
        />
      </Section>
      {person.employment_rate !== undefined && (
        <Section title={t('staff.section.personal')}>
          <Facts
            items={[
              fact('birthdate', <DateText value={person.birthdate} />),
              fact('passport_id', person.passport_id),
              fact('pinfl', person.pinfl),
              fact('phone', <PhoneText value={person.phone} />),
              fact('email', person.email),
              fact('contract_number', person.contract_number),
              fact('employment_rate', person.employment_rate.replace('.', ',')),
              fact('permanent_address', person.permanent_address),
              fact('current_address', person.current_address),
            ]}
          />
        </Section>
      )}
    </Stack>
  );
}

const fields = [
  'staff_no',
  'firstname',
  'lastname',
  'midname',
  'gender',
  'birthdate',
  'passport_id',
  'pinfl',
  'phone',
  'work_phone',
  'email',
  'work_email',
  'permanent_address',
  'current_address',
  'department_id',
  'job_position_id',
  'employment_rate',
  'contract_number',
  'hired_on',
  'left_on',
  'degree',
  'academic_title',
  'public',
  'status',
  'effective',
];

function Changes({ id }: { id: number }) {
  const t = useMessages();
  const { data } = useQuery(api.staff.history.queryOptions({ input: { id } }));
  if (!data) return <PageSpinner />;
  return (
    <Section>
      <History
        labels={Object.fromEntries(fields.map((field) => [field, t(`staff.field.${field}`)]))}
        entries={data.map((entry, index) => ({
          id: index,
          at: entry.at,
          actor: entry.by,
          action:
            entry.kind === 'status' ? (
              <StatusBadge
                status={entry.operation}
                color={entry.operation === 'LEFT' ? 'gray' : entry.operation === 'ON_LEAVE' ? 'orange' : 'teal'}
                label={t(`staff.status.${entry.operation}`)}
              />
            ) : (
              ({ INSERT: 'CREATE' }[entry.operation] ?? entry.operation)
            ),
          reason: [entry.order_number && `№ ${entry.order_number}`, entry.reason].filter(Boolean).join(' · ') || null,
          changes: entry.changes.map((change) => ({ field: change.field, old: change.old, new: change.new })),
        }))}
      />
    </Section>
  );
}
