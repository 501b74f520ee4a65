import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  Modal,
  Paper,
  Select,
  Skeleton,
  Stack,
  Switch,
  Text,
  Textarea,
  Title,
} from '@mantine/core';
import { IconArrowLeft, IconBuilding, IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { choices, messageOf, session, silent } from '#platform/web/index.ts';
import {
  confirm,
  DateTimeText,
  Empty,
  Facts,
  notify,
  PageHeader,
  PhoneText,
  Section,
  tellError,
} from '#platform/web/kit/index.ts';
import { deadReasons } from '../../shapes-offers.ts';
import { api, type Offer, refreshOffers, useFields } from '../api.ts';
import { AnswerBadge, OfferBadge, useSalary } from '../shown.tsx';

/** Offers that came to the reader; one of them as a whole. */
export function OwnOffers({ open }: { open: number | undefined }) {
  const { t } = useFields();
  const query = useQuery(api.job_offer.student_all.queryOptions({ ...silent }));
  const salary = useSalary();
  if (open !== undefined) return <OwnOffer id={open} />;
  const all = query.data ?? [];
  const waiting = all.filter((one) => one.open && (!one.answer || ['SENT', 'SEEN'].includes(one.answer.status)));
  const rest = all.filter((one) => !waiting.includes(one));
  const card = (one: Offer) => (
    <Paper
      key={one.id}
      withBorder
      p="md"
      component={Link}
      to={`/job_offer?open=${one.id}`}
      style={{ color: 'inherit', textDecoration: 'none' }}
    >
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text fw={600}>{one.title}</Text>
          <Text size="sm" c="dimmed">
            {[one.employer, one.city].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {one.answer ? (
          <AnswerBadge state={one.open || one.answer.status !== 'SENT' ? one.answer.status : 'EXPIRED'} />
        ) : (
          <OfferBadge offer={one} />
        )}
      </Group>
      <Group gap="lg" mt={6}>
        <Text size="sm">{salary(one)}</Text>
        <Text size="sm">{t(`careers.employment.${one.employment}`)}</Text>
        <Text size="sm" c="dimmed">
          {t('careers.offer.until')} <DateTimeText value={one.valid_until} />
        </Text>
      </Group>
    </Paper>
  );
  return (
    <Stack gap="md" maw={860}>
      <PageHeader title={t('careers.offers.title')} description={t('careers.offers.own_about')} />
      {query.isPending && <Skeleton h={240} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.data && all.length === 0 && (
        <Empty
          title={t('careers.offers.none')}
          text={t('careers.offers.none_about')}
          action={
            <Button component={Link} to="/cv/create/own" variant="default">
              {t('careers.cv.own')}
            </Button>
          }
        />
      )}
      {waiting.map(card)}
      {waiting.length > 0 && rest.length > 0 && (
        <Title order={2} size="h5" mt="sm">
          {t('careers.offers.earlier')}
        </Title>
      )}
      {rest.map(card)}
    </Stack>
  );
}

function OwnOffer({ id }: { id: number }) {
  const { t } = useFields();
  const query = useQuery(api.job_offer.get.queryOptions({ input: { id }, ...silent }));
  const offer = query.data;
  const fresh = offer?.answer?.status === 'SENT' && offer.open;
  // Whoever has opened it has seen it, and the menu counts one less.
  useEffect(() => {
    if (!fresh) return;
    api.job_offer.status
      .call({ id, status: 'SEEN' }, silent)
      .then(async () => {
        await refreshOffers();
        await session.reload();
      })
      .catch((error) => console.debug(error));
  }, [fresh, id]);
  if (query.isError)
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
  if (!offer) return <Skeleton h={320} />;
  return <Whole offer={offer} />;
}

function Whole({ offer }: { offer: Offer }) {
  const { t, label } = useFields();
  const salary = useSalary();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'accept' | 'decline' | 'report'>();
  const [busy, setBusy] = useState(false);
  const { answer } = offer;
  const state = answer?.status;
  const may = offer.open && state !== 'WITHDRAWN' && state !== 'EXPIRED';
  const close = async () => {
    setAsking(undefined);
    await refreshOffers();
    await session.reload();
  };
  const consent = async (share: boolean) => {
    if (busy) return;
    setBusy(true);
    try {
      if (
        !share &&
        !(await confirm({
          name: `${offer.title}, ${offer.employer}`,
          title: t('careers.consent.withdraw'),
          text: t('careers.consent.withdraw_about'),
          yes: t('careers.consent.withdraw'),
        }))
      )
        return;
      await api.job_offer.consent.call({ id: offer.id, share }, silent);
      await refreshOffers();
      notify.success(t(share ? 'careers.consent.given' : 'careers.consent.withdrawn'));
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md" maw={860}>
      <Anchor component={Link} to="/job_offer" size="sm">
        <Group gap={4} component="span">
          <IconArrowLeft size={16} aria-hidden />
          {t('careers.offers.title')}
        </Group>
      </Anchor>
      <Paper withBorder p="md" component="header">
        <Group justify="space-between" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Title order={1} size="h3">
              {offer.title}
            </Title>
            <Group gap={6} mt={2}>
              <IconBuilding size={16} aria-hidden />
              <Text>{[offer.employer, offer.city].filter(Boolean).join(' · ')}</Text>
            </Group>
          </div>
          {state ? <AnswerBadge state={state} /> : <OfferBadge offer={offer} />}
        </Group>
        {!offer.open && (
          <Alert mt="sm" p="xs" color="gray">
            {t('careers.offer.closed')}
          </Alert>
        )}
        {answer?.employer_word && (
          <Alert mt="sm" p="xs" color={answer.employer_word === 'INVITED' ? 'teal' : 'gray'}>
            {t(`careers.told.${answer.employer_word}`)}
          </Alert>
        )}
        {may && (
          <Group gap="xs" mt="md">
            {state !== 'ACCEPTED' && <Button onClick={() => setAsking('accept')}>{t('careers.answer.accept')}</Button>}
            {state !== 'DECLINED' && (
              <Button variant="default" onClick={() => setAsking('decline')}>
                {t('careers.answer.decline')}
              </Button>
            )}
          </Group>
        )}
      </Paper>
      {state === 'ACCEPTED' && (
        <Section title={t('careers.consent.title')}>
          <Stack gap="xs">
            <Text size="sm">
              {answer?.shared
                ? t('careers.consent.shared', { number: answer.shared_number ?? 0 })
                : t('careers.consent.not_shared')}
            </Text>
            <Button
              w="fit-content"
              size="xs"
              variant="default"
              loading={busy}
              disabled={offer.status === 'WITHDRAWN'}
              onClick={() => void consent(!answer?.shared)}
            >
              {t(answer?.shared ? 'careers.consent.withdraw' : 'careers.consent.give')}
            </Button>
          </Stack>
        </Section>
      )}
      <Section>
        <Facts
          columns={2}
          items={[
            { label: label('salary'), value: salary(offer) },
            { label: label('employment'), value: t(`careers.employment.${offer.employment}`) },
            { label: label('valid_until'), value: <DateTimeText value={offer.valid_until} /> },
            {
              label: label('link'),
              value: offer.link && (
                <Anchor href={offer.link} target="_blank" rel="noreferrer noopener nofollow" size="sm">
                  {offer.link}
                </Anchor>
              ),
            },
            ...(offer.contact_name || offer.contact_email || offer.contact_phone
              ? [
                  { label: label('contact_name'), value: offer.contact_name },
                  { label: label('contact_email'), value: offer.contact_email },
                  {
                    label: label('contact_phone'),
                    value: offer.contact_phone && <PhoneText value={offer.contact_phone} />,
                  },
                ]
              : []),
          ]}
        />
      </Section>
      {offer.requirements && (
        <Section title={label('requirements')}>
          <Long text={offer.requirements} />
        </Section>
      )}
      {offer.description && (
        <Section title={label('description')}>
          <Long text={offer.description} />
        </Section>
      )}
      <Group>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconFlag size={14} aria-hidden />}
          disabled={offer.reported}
          onClick={() => setAsking('report')}
        >
          {t(offer.reported ? 'careers.report.done' : 'careers.report.title')}
        </Button>
      </Group>
      {asking === 'accept' && (
        <Accept
          offer={offer}
          onClose={() => setAsking(undefined)}
          onDone={close}
          onCv={() => void navigate({ to: '/cv/create/$id', params: { id: 'own' } })}
        />
      )}
      {asking === 'decline' && <Decline offer={offer} onClose={() => setAsking(undefined)} onDone={close} />}
      {asking === 'report' && <Report offer={offer} onClose={() => setAsking(undefined)} onDone={close} />}
    </Stack>
  );
}

export const Long = ({ text }: { text: string }) => (
  <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);

interface AskProps {
  offer: Offer;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Sends once, however often it is pressed. */
function useOnce(onDone: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    busy,
    problem,
    send: async (work: () => Promise<unknown>) => {
      if (busy) return;
      setBusy(true);
      setProblem(undefined);
      try {
        await work();
        await onDone();
      } catch (error) {
        setProblem(messageOf(error));
        setBusy(false);
      }
    },
  };
}

/** What follows from a yes stands before it: who will read what, and what is said of the search for work. */
function Accept({ offer, onClose, onDone, onCv }: AskProps & { onCv: () => void }) {
  const { t, label } = useFields();
  const own = useQuery(api.cv.list.queryOptions({ input: { approved: true, size: 1 }, ...silent }));
  const approved = own.data?.content[0]?.approved ?? null;
  const [share, setShare] = useState(true);
  const [employed, setEmployed] = useState(false);
  const [note, setNote] = useState('');
  const { busy, problem, send } = useOnce(onDone);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('careers.answer.accept')}
      centered
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack gap="sm">
        <Text fw={600}>{`${offer.title}, ${offer.employer}`}</Text>
        <Text size="sm">{t('careers.answer.accept_about')}</Text>
        {approved ? (
          <Switch
            label={t('careers.consent.share', { number: approved.number })}
            description={t('careers.consent.share_about')}
            checked={share}
            onChange={(event) => setShare(event.currentTarget.checked)}
          />
        ) : (
          own.data && (
            <Alert p="xs" color="yellow">
              {t('careers.consent.no_cv')}{' '}
              <Anchor component="button" type="button" size="sm" onClick={onCv}>
                {t('careers.cv.own')}
              </Anchor>
            </Alert>
          )
        )}
        <Textarea
          label={label('note')}
          description={t('careers.hint.note')}
          autosize
          minRows={2}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Checkbox
          label={t('careers.answer.employed')}
          checked={employed}
          onChange={(event) => setEmployed(event.currentTarget.checked)}
        />
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button
            loading={busy}
            onClick={() =>
              void send(() =>
                api.job_offer.status.call(
                  {
                    id: offer.id,
                    status: 'ACCEPTED',
                    share: share && approved !== null,
                    employed,
                    ...(note ? { note } : {}),
                  },
                  silent,
                ),
              )
            }
          >
            {t('careers.answer.accept')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Decline({ offer, onClose, onDone }: AskProps) {
  const { t, label } = useFields();
  const [reason, setReason] = useState('');
  const { busy, problem, send } = useOnce(onDone);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('careers.answer.decline')}
      centered
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack gap="sm">
        <Text fw={600}>{`${offer.title}, ${offer.employer}`}</Text>
        <Text size="sm">{t('careers.answer.decline_about')}</Text>
        <Textarea
          label={label('reason')}
          autosize
          minRows={2}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button
            loading={busy}
            onClick={() =>
              void send(() =>
                api.job_offer.status.call({ id: offer.id, status: 'DECLINED', ...(reason ? { reason } : {}) }, silent),
              )
            }
          >
            {t('careers.answer.decline')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Report({ offer, onClose, onDone }: AskProps) {
  const { t } = useFields();
  const [reason, setReason] = useState<(typeof deadReasons)[number]>('CLOSED');
  const [note, setNote] = useState('');
  const { busy, problem, send } = useOnce(onDone);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('careers.report.title')}
      centered
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('careers.report.about')}</Text>
        <Select
          label={t('careers.report.reason')}
          data={choices(t, 'careers.dead', deadReasons).map(({ id, title }) => ({ value: String(id), label: title }))}
          value={reason}
          allowDeselect={false}
          onChange={(next) => setReason(deadReasons.find((one) => one === next) ?? 'CLOSED')}
        />
        <Textarea
          label={t('careers.report.note')}
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button
            loading={busy}
            onClick={() =>
              void send(() => api.job_offer.report.call({ id: offer.id, reason, ...(note ? { note } : {}) }, silent))
            }
          >
            {t('careers.report.send')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
