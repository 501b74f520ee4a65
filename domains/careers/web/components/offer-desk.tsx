import {
  Alert,
  Anchor,
  Badge,
  Button,
  CopyButton,
  Group,
  Menu,
  Modal,
  NumberInput,
  Paper,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
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
  SmallTable,
  tellError,
} from '#platform/web/kit/index.ts';

import { answerStates, type OfferState } from '../../workflow.ts';
import { api, type Offer, refreshOffers, useFields } from '../api.ts';
import { AnswerBadge, OfferBadge, useSalary } from '../shown.tsx';
import { OfferForm } from './offer-form.tsx';
import { Long } from './own-offers.tsx';
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
              label: label('for_everybody'),
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

/** Links of employers: told once, ended whenever one likes. */
function Links({ offer }: { offer: Offer }) {
  const { t } = useFields();
  const query = useQuery(api.job_offer.links.queryOptions({ input: { offer_id: offer.id }, ...silent }));
  const [making, setMaking] = useState(false);
  const [name, setName] = useState(offer.contact_name ?? offer.employer);
  const [days, setDays] = useState<number>(30);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [made, setMade] = useState<string>();
  const make = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { path } = await api.job_offer.make_link.call({ offer_id: offer.id, name, days }, silent);
      setMade(`${window.location.origin}${path}`);
      await refreshOffers();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const revoke = async (id: number, of: string) => {
    if (
      !(await confirm({
        name: of,
        title: t('careers.link.revoke'),
        text: t('careers.link.revoke_about'),
        yes: t('careers.link.revoke'),
      }))
    )
      return;
    try {
      await api.job_offer.revoke_link.call({ id }, silent);
      await refreshOffers();
    } catch (error) {
      await tellError(error);
    }
  };
  const rows = query.data ?? [];
  return (
    <Section
      title={t('careers.link.title')}
      description={t('careers.link.about')}
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={offer.status === 'WITHDRAWN'}
          onClick={() => {
            setMade(undefined);
            setProblem(undefined);
            setMaking(true);
          }}
        >
          {t('careers.link.make')}
        </Button>
      }
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('careers.link.none')}
        </Text>
      ) : (
        <SmallTable
          rows={rows}
          rowKey={(row) => String(row.id)}
          minWidth={480}
          columns={[
            { key: 'name', title: t('careers.link.for'), names: true, render: (row) => row.name },
            {
              key: 'expires_at',
              title: t('careers.link.until'),
              render: (row) => (row.revoked_at ? t('careers.link.revoked') : <DateTimeText value={row.expires_at} />),
            },
            {
              key: 'opened',
              title: t('careers.link.opened'),
              figure: true,
              render: (row) => row.opened,
            },
            {
              key: 'revoke',
              title: '',
              render: (row) =>
                row.live && (
                  <Button size="compact-xs" variant="subtle" color="red" onClick={() => void revoke(row.id, row.name)}>
                    {t('careers.link.revoke')}
                  </Button>
                ),
            },
          ]}
        />
      )}
      <Modal
        opened={making}
        onClose={() => setMaking(false)}
        title={t('careers.link.make')}
        centered
        closeButtonProps={{ 'aria-label': t('kit.close') }}
      >
        {made ? (
          <Stack gap="sm">
            <Text size="sm">{t('careers.link.once')}</Text>
            <TextInput
              readOnly
              aria-label={t('careers.link.title')}
              value={made}
              onFocus={(event) => event.target.select()}
            />
            <Group justify="flex-end">
              <CopyButton value={made}>
                {({ copied, copy }) => (
                  <Button onClick={copy}>{t(copied ? 'careers.link.copied' : 'careers.link.copy')}</Button>
                )}
              </CopyButton>
            </Group>
          </Stack>
        ) : (
          <Stack gap="sm">
            <TextInput
              label={t('careers.link.for')}
              withAsterisk
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NumberInput
              label={t('careers.link.days')}
              min={1}
              max={90}
              allowDecimal={false}
              value={days}
              onChange={(value) => setDays(Number(value) || 30)}
            />
            {problem && (
              <Text size="sm" c="red" role="alert">
                {problem}
              </Text>
            )}
            <Group justify="flex-end">
              <Button loading={busy} disabled={!name.trim()} onClick={() => void make()}>
                {t('careers.link.make')}
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </Section>
  );
}
