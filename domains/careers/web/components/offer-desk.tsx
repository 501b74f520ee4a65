import { Alert, Anchor, Badge, Button, Group, Menu, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconChevronDown, IconPencil, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, messageOf, silent, useAbility, useTitle } from '#platform/web/index.ts';
import {
  confirm,
  confirmDelete,
  DateTimeText,
  Empty,
  Facts,
  ListPage,
  notify,
  Person,
  ReasonDialog,
  Section,
  tellError,
} from '#platform/web/kit/index.ts';

import { answerStates, type OfferState } from '../../workflow.ts';
import { api, type Offer, refreshOffers, useFields } from '../api.ts';
import { AnswerBadge, OfferBadge, useSalary } from '../shown.tsx';
import { Links } from './links.tsx';
import { Long } from './long.tsx';
import { OfferForm } from './offer-form.tsx';
import { Sending } from './sending.tsx';

/** One offer before the career centre: what it says, whom it reached, who looks at it from outside. */
export function OfferDesk({ id }: { id: number }) {
  const query = useQuery(api.job_offer.get.queryOptions({ input: { id }, ...silent }));
  const { t } = useFields();
  if (query.isError && !query.data)
    return (
      <Empty
        title={messageOf(query.error)}
        action={
          <Button component={Link} to="/job_offer" variant="default">
            {t('kit.back')}
          </Button>
        }
      />
    );
  if (!query.data) return <Skeleton h={320} />;
  return <Desk offer={query.data} />;
}

function Desk({ offer }: { offer: Offer }) {
  const { t, label } = useFields();
  useTitle(offer.title);
  const salary = useSalary();
  const navigate = useNavigate();
  const manages = useAbility().can('job_offer.manage');
  const [editing, setEditing] = useState(false);
  const [sending, setSending] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const step = async (status: OfferState, reason?: string) => {
    await api.job_offer.status.call(
      { id: offer.id, version: offer.version, status, ...(reason ? { reason } : {}) },
      silent,
    );
    await refreshOffers();
    notify.success();
  };
  const take = async (status: OfferState) => {
    if (status === 'WITHDRAWN') return setWithdrawing(true);
    if (
      !(await confirm({
        name: `${offer.title}, ${offer.employer}`,
        title: t(`careers.offer_act.${status}`),
        text: t(`careers.offer_act_about.${status}`),
        yes: t(`careers.offer_act.${status}`),
        danger: false,
      }))
    )
      return;
    try {
      await step(status);
    } catch (error) {
      await tellError(error);
      await refreshOffers();
    }
  };
  const remove = async () => {
    const gone = await confirmDelete(
      () => api.job_offer.remove.call({ id: offer.id }, silent),
      `${offer.title}, ${offer.employer}`,
      async () => {
        await api.job_offer.restore.call({ id: offer.id }, silent);
        await refreshOffers();
      },
    );
    if (!gone) return;
    await navigate({ to: '/job_offer', replace: true });
    await refreshOffers();
  };
  return (
    <Stack gap="md">
      <Anchor component={Link} to="/job_offer" size="sm">
        <Group gap={4} component="span">
          <IconArrowLeft size={16} aria-hidden />
          {t('careers.offers.title')}
        </Group>
      </Anchor>
      <Paper withBorder p="md" component="header">
        <Group justify="space-between" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Title order={1} size="h3">
                {offer.title}
              </Title>
              <OfferBadge offer={offer} />
            </Group>
            <Text size="sm">{[offer.employer, offer.city].filter(Boolean).join(' · ')}</Text>
            {offer.counts && (
              <Text size="sm" c="dimmed">
                {t('careers.offers.counts', {
                  sent: offer.counts.sent,
                  seen: offer.counts.seen,
                  accepted: offer.counts.accepted,
                })}
              </Text>
            )}
          </div>
          {manages && (
            <Group gap="xs">
              {offer.can?.edit && (
                <Button
                  variant="default"
                  leftSection={<IconPencil size={16} aria-hidden />}
                  onClick={() => setEditing(true)}
                >
                  {t('careers.offers.edit')}
                </Button>
              )}
              {offer.can?.send && (
                <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setSending(true)}>
                  {t('careers.sending.title')}
                </Button>
              )}
              {(offer.next.length > 0 || offer.can?.delete) && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                      {t('careers.act.more')}
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {offer.next.map((one) => (
                      <Menu.Item
                        key={one}
                        {...(one === 'WITHDRAWN' ? { color: 'red' } : {})}
                        onClick={() => void take(one)}
                      >
                        {t(`careers.offer_act.${one}`)}
                      </Menu.Item>
                    ))}
                    {offer.can?.delete && (
                      <Menu.Item color="red" onClick={() => void remove()}>
                        {t('careers.offer_act.delete')}
                      </Menu.Item>
                    )}
                  </Menu.Dropdown>
                </Menu>
              )}
            </Group>
          )}
        </Group>
        {offer.reason && (
          <Alert mt="sm" p="xs" color="gray">
            {offer.reason}
          </Alert>
        )}
      </Paper>
      {manages && (offer.reports ?? 0) > 0 && <Reports offer={offer} />}
      <Section>
        <Facts
          columns={3}
          items={[
            { label: label('salary'), value: salary(offer) },
            { label: label('employment'), value: t(`careers.employment.${offer.employment}`) },
            { label: label('valid_until'), value: <DateTimeText value={offer.valid_until} /> },
            { label: label('contact_name'), value: offer.contact_name },
            { label: label('contact_email'), value: offer.contact_email },
            {
              label: t('careers.offer.whom'),
              value: t(offer.for_everybody ? 'careers.offer.everybody' : 'careers.offer.chosen'),
            },
          ]}
        />
        {offer.requirements && (
          <>
            <Title order={2} size="h6" mt="md" mb={4}>
              {label('requirements')}
            </Title>
            <Long text={offer.requirements} />
          </>
        )}
        {offer.description && (
          <>
            <Title order={2} size="h6" mt="md" mb={4}>
              {label('description')}
            </Title>
            <Long text={offer.description} />
          </>
        )}
      </Section>
      {manages && <Links offer={offer} />}
      {manages && (
        <ListPage
          embedded
          local
          title={t('careers.offers.answers')}
          name="job-offer-answers"
          of={api.job_offer.answers}
          fixed={{ offer_id: offer.id }}
          rowLabel={(row) => row.student.lastname}
          columns={[
            {
              key: 'student',
              title: label('student'),
              render: (row) => <Person person={row.student} note={row.student.student_no} />,
            },
            { key: 'status', title: label('status'), render: (row) => <AnswerBadge state={row.status} /> },
            {
              key: 'shared',
              title: label('shared'),
              render: (row) =>
                row.shared ? (
                  <Badge variant="light" color="teal" tt="none">
                    {t('careers.offer.sees_cv')}
                  </Badge>
                ) : (
                  '—'
                ),
            },
            {
              key: 'employer_word',
              title: label('employer_word'),
              render: (row) => (row.employer_word ? t(`careers.word.${row.employer_word}`) : '—'),
            },
            {
              key: 'answered_at',
              title: label('answered_at'),
              sortable: true,
              render: (row) => <DateTimeText value={row.answered_at} />,
            },
          ]}
          filters={[
            {
              key: 'status',
              label: label('status'),
              control: 'multi',
              options: choices(t, 'careers.answer_state', answerStates),
            },
          ]}
          defaults={{ size: 20, sort: 'created_at,desc' }}
          empty={{ text: t('careers.offers.unsent') }}
        />
      )}
      <OfferForm opened={editing} onClose={() => setEditing(false)} offer={offer} />
      {sending && <Sending offer={offer} onClose={() => setSending(false)} />}
      <ReasonDialog
        opened={withdrawing}
        onClose={() => setWithdrawing(false)}
        title={t('careers.offer_act.WITHDRAWN')}
        text={t('careers.offer_act_about.WITHDRAWN')}
        danger
        onConfirm={(reason) => step('WITHDRAWN', reason)}
      />
    </Stack>
  );
}

/** What was said against it, without who said it. */
function Reports({ offer }: { offer: Offer }) {
  const { t } = useFields();
  const query = useQuery(api.job_offer.reports.queryOptions({ input: { offer_id: offer.id }, ...silent }));
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('careers.report.count', { count: offer.reports ?? 0 })}
    >
      <Stack gap={4}>
        {query.data?.map((one) => (
          <Text key={one.id} size="sm">
            {t(`careers.dead.${one.reason}`)}
            {one.note && ` – ${one.note}`}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
