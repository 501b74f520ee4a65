import { Button, Group, Menu, Stack } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconPencil, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, PageSpinner, useAbility, useMessages } from '#platform/web/index.ts';
import {
  DateText,
  Empty,
  Facts,
  factsOf,
  fullName,
  Neighbours,
  PageHeader,
  Section,
  StatusBadge,
  Tabs,
  WithRail,
} from '#platform/web/kit/index.ts';
import type { Part } from '../../fields.ts';
import { api } from '../api.ts';
import { AccountDialog } from '../components/account-dialog.tsx';
import { Photo } from '../components/photo.tsx';
import { StaffForm, type StaffPerson } from '../components/staff-form.tsx';
import { Changes, Employment, Life, toneOf } from '../components/staff-history.tsx';
import { StaffRail } from '../components/staff-rail.tsx';
import { StatusDialog, type Step } from '../components/status-dialog.tsx';
import { staffShown } from '../fields.ts';
import { staffListPlace } from '../list-place.ts';

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
  const [opening, setOpening] = useState(false);
  const [step, setStep] = useState<Step | 'forced'>();
  const force = useAbility().can('workflow.force') && person?.can?.status !== false;
  if (error)
    return (
      <Empty title={messageOf(error)} action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>} />
    );
  if (!person) return <PageSpinner />;
  return (
    <Stack gap="md">
      <PageHeader
        back="/staff"
        neighbours={<Neighbours key={person.id} id={person.id} of={staffListPlace} href={(next) => `/staff/${next}`} />}
        lead={<Photo person={person} />}
        title={fullName(person)}
        description={`№ ${person.staff_no}`}
        badge={
          <StatusBadge
            status={person.status}
            color={toneOf(person.status)}
            label={t(`staff.status.${person.status}`)}
          />
        }
        actions={
          <Group gap="xs">
            {(force || person.next_statuses.length > 0) && (
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
                  {force && (
                    <>
                      <Menu.Divider />
                      <Menu.Item
                        color="red"
                        leftSection={<IconAlertTriangle size={16} aria-hidden />}
                        onClick={() => setStep('forced')}
                      >
                        {t('kit.forced.label')}
                      </Menu.Item>
                    </>
                  )}
                </Menu.Dropdown>
              </Menu>
            )}
            {person.can?.account && person.status !== 'LEFT' && (
              <Button
                variant="default"
                leftSection={<IconUserPlus size={16} aria-hidden />}
                onClick={() => setOpening(true)}
              >
                {t('staff.account.open')}
              </Button>
            )}
            {person.can?.edit && (
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
                {t('staff.action.edit')}
              </Button>
            )}
          </Group>
        }
      />
      {person.can?.history && <Life id={person.id} />}
      <WithRail rail={<StaffRail person={person} />}>
        <Tabs
          items={[
            { key: 'data', label: t('staff.tab.data'), content: <Data person={person} /> },
            ...(person.can?.history
              ? [
                  { key: 'employment', label: t('staff.tab.employment'), content: <Employment id={person.id} /> },
                  { key: 'history', label: t('staff.tab.history'), content: <Changes id={person.id} /> },
                ]
              : []),
          ]}
        />
      </WithRail>
      <StaffForm opened={editing} onClose={() => setEditing(false)} record={person} />
      <AccountDialog person={opening ? person : undefined} onClose={() => setOpening(false)} />
      <StatusDialog person={person} step={step} onClose={() => setStep(undefined)} />
    </Stack>
  );
}

function Data({ person }: { person: StaffPerson }) {
  const t = useMessages();
  const instead = { department_id: person.department?.title, job_position_id: person.job_position?.title };
  const facts = (part: Part) => factsOf(t, staffShown, part, person, { instead });
  const personal = facts('personal');
  return (
    <Stack gap="md">
      <Section title={t('staff.section.person')}>
        <Facts items={facts('person')} />
      </Section>
      <Section title={t('staff.section.work')}>
        <Facts
          items={[
            ...facts('work'),
            ...(person.left_on
              ? [{ label: t('staff.field.left_on'), value: <DateText value={person.left_on} /> }]
              : []),
            { label: t('staff.field.username'), value: person.username ?? t('staff.profile.no_account') },
          ]}
        />
      </Section>
      {personal.length > 0 && (
        <Section title={t('staff.section.personal')}>
          <Facts items={personal} />
        </Section>
      )}
    </Stack>
  );
}
