import { Anchor, Avatar, Badge, Button, Group, Menu, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, PageSpinner, silent, useAbility, useMessages, useTitle } from '#platform/web/index.ts';
import {
  confirm,
  Empty,
  Facts,
  factsOf,
  fullName,
  initials,
  Neighbours,
  notify,
  Section,
  showDate,
  Tabs,
  takeBack,
  tellError,
} from '#platform/web/kit/index.ts';
import { api, type Guest, refresh } from '../../api.ts';
import { guestShown } from '../../fields.ts';
import { flavourPaths } from '../../paths.ts';
import { StateBadge } from '../../state.tsx';
import { GuestActDialog, type GuestTask } from './act-dialog.tsx';
import { Applications } from './applications-tab.tsx';
import { Appointment } from './appointment.tsx';
import { Availability } from './availability.tsx';
import { Certificates } from './certificates.tsx';
import { GuestForm } from './guest-form.tsx';
import { guestListPlace } from './list-place.ts';
import { PaperDialog, type PaperKind } from './paper-dialog.tsx';

/** One applicant whole. */
export default function GuestProfile() {
  const t = useMessages();
  const { guest_id = '' } = useParams({ strict: false }) as { guest_id?: string };
  // Any other word than a number is no applicant.
  const known = /^\d{1,9}$/.test(guest_id);
  const query = useQuery({
    ...api.guests.get.queryOptions({ input: { id: Number(guest_id) }, ...silent }),
    enabled: known,
  });
  if (!known || (query.error && !query.data))
    return (
      <Empty
        title={known ? messageOf(query.error) : t('admissions.guest.unknown')}
        action={
          <Button component={Link} to="/guest-users" variant="default">
            {t('admissions.guests.general')}
          </Button>
        }
      />
    );
  if (!query.data) return <PageSpinner />;
  return <ShownGuest key={query.data.id} guest={query.data} />;
}

function ShownGuest({ guest }: { guest: Guest }) {
  const t = useMessages();
  const router = useRouter();
  const { can } = useAbility();
  const [task, setTask] = useState<GuestTask>();
  const [paper, setPaper] = useState<PaperKind>();
  const [editing, setEditing] = useState(false);
  const manage = can('guest.manage');
  const { application } = guest;
  useTitle(fullName(guest));
  const remove = async () => {
    if (!(await confirm({ name: fullName(guest), text: t('admissions.guest.delete_about', { count: 1 }) }))) return;
    try {
      await api.guests.remove.call({ id: guest.id }, silent);
      await refresh();
      notify.undo(t('admissions.guest.deleted', { count: 1 }), () =>
        takeBack(async () => {
          await api.guests.restore.call({ ids: [guest.id] }, silent);
          await refresh();
        }),
      );
      await router.navigate({ to: '/guest-users' });
    } catch (error) {
      await tellError(error);
    }
  };
  const examined = application && ['EXAM_ASSIGNED', 'EXAM_TAKEN', 'ABSENT'].includes(application.status);
  const movable =
    application &&
    [
      'SUBMITTED',
      'DOCUMENTS_CHECK',
      'UPDATE_REQUIRED',
      'CREDITS_COMPARED',
      'VERIFIED',
      'EXAM_ASSIGNED',
      'EXAM_TAKEN',
      'ABSENT',
    ].includes(application.status);
  const acts: GuestTask['kind'][] = [
    ...(application?.status === 'RECOMMENDED' ? (['contract'] as const) : []),
    ...(application?.status === 'OFFERED' ? (['accept'] as const) : []),
    ...(movable ? (['course', 'language'] as const) : []),
    ...(examined ? (['reset_exam'] as const) : []),
  ];
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <UnstyledButton
          w="fit-content"
          fz="sm"
          c="var(--mantine-color-anchor)"
          onClick={() =>
            router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/guest-users' })
          }
        >
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t('admissions.guest.back')}
          </Group>
        </UnstyledButton>
        <Neighbours id={guest.id} of={guestListPlace} href={(id) => `/guest-users/${id}`} />
      </Group>
      <Paper withBorder p="md" component="header">
        <Group justify="space-between" align="flex-start">
          <Group gap="md" wrap="nowrap" style={{ minWidth: 0 }}>
            <Avatar
              src={guest.photo?.src ?? null}
              size={64}
              radius={999}
              alt=""
              color="initials"
              name={fullName(guest)}
            >
              {initials(guest)}
            </Avatar>
            <Stack gap={4} style={{ minWidth: 0 }}>
              <Group gap="xs">
                <Title order={1} size="h3">
                  {fullName(guest)}
                </Title>
                <Badge variant="default" radius="sm" tt="none" fw={500}>
                  {t(`admissions.applicant_type.${guest.applicant_type}`)}
                </Badge>
                {application && <StateBadge state={application.status} />}
              </Group>
              {application ? (
                <Text size="sm">
                  <Anchor component={Link} to={`${flavourPaths[application.flavour].list}/${application.id}`} size="sm">
                    № {application.number}
                  </Anchor>
                  {[
                    application.course?.title,
                    application.language && t(`admissions.language.${application.language}`),
                    application.score !== null && t('admissions.record.points', { points: application.score }),
                  ]
                    .filter(Boolean)
                    .map((part) => ` · ${part}`)}
                </Text>
              ) : (
                <Text size="sm" c="dimmed">
                  {t('admissions.guest.none_about')}
                </Text>
              )}
              <Text size="sm" c="dimmed">
                {t('admissions.guest.came', { day: showDate(guest.created_at), source: guest.source ?? '—' })}
              </Text>
            </Stack>
          </Group>
          {manage && (
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {t('kit.resource.edit')}
              </Button>
              {application && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                      {t('admissions.paper.title')}
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {(['voucher', 'call_letter', 'reference', 'invoice'] as const).map((kind) => (
                      <Menu.Item key={kind} onClick={() => setPaper(kind)}>
                        {t(`admissions.paper.${kind}`)}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
              )}
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                    {t('admissions.record.more')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {acts.map((kind) => (
                    <Menu.Item key={kind} onClick={() => setTask({ kind, guests: [guest] })}>
                      {t(`admissions.guest_act.${kind}`)}
                    </Menu.Item>
                  ))}
                  {acts.length > 0 && <Menu.Divider />}
                  <Menu.Item color="red" onClick={() => void remove()}>
                    {t('kit.resource.delete')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </Group>
          )}
        </Group>
      </Paper>
      <Tabs
        items={[
          { key: 'person', label: t('admissions.guest.tab.person'), content: <GuestFacts guest={guest} /> },
          {
            key: 'applications',
            label: t('admissions.guest.tab.applications'),
            content: <Applications guest={guest} />,
          },
          ...(application
            ? [{ key: 'papers', label: t('admissions.guest.tab.papers'), content: <Availability guest={guest} /> }]
            : []),
          {
            key: 'certificates',
            label: t('admissions.guest.tab.certificates', { count: guest.certificates?.length ?? 0 }),
            content: <Certificates guest={guest} />,
          },
          { key: 'appointment', label: t('admissions.guest.tab.appointment'), content: <Appointment guest={guest} /> },
        ]}
      />
      <GuestForm guest={guest} opened={editing} onClose={() => setEditing(false)} />
      <PaperDialog guest={guest.id} kind={paper} onClose={() => setPaper(undefined)} />
      <GuestActDialog task={task} onClose={() => setTask(undefined)} />
    </Stack>
  );
}

function GuestFacts({ guest }: { guest: Guest }) {
  const t = useMessages();
  const instead = { region_id: guest.region?.title, city_id: guest.city?.title };
  return (
    <Stack>
      {(['contact', 'identity'] as const).map((part) => (
        <Section key={part} title={t(`admissions.guest.${part}`)}>
          <Facts items={factsOf(t, guestShown, part, guest, { instead })} />
        </Section>
      ))}
    </Stack>
  );
}
