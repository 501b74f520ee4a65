import { Alert, Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconBuilding, IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf, session, silent } from '#platform/web/index.ts';
import { confirm, DateTimeText, Empty, Facts, notify, PhoneText, Section, tellError } from '#platform/web/kit/index.ts';
import { api, type Offer, refreshOffers, useFields } from '../api.ts';
import { AnswerBadge, OfferBadge, useSalary } from '../shown.tsx';

import { Accept, Decline, Report } from './answer-dialogs.tsx';
import { Long } from './long.tsx';

/** One offer as a whole, with what one may say to it. */
export function OwnOffer({ id }: { id: number }) {
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
            ...(offer.link
              ? [
                  {
                    label: label('link'),
                    value: (
                      <Anchor href={offer.link} target="_blank" rel="noreferrer noopener nofollow" size="sm">
                        {offer.link}
                      </Anchor>
                    ),
                  },
                ]
              : []),
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
          onCv={() => void navigate({ to: '/cv/create/own' })}
        />
      )}
      {asking === 'decline' && <Decline offer={offer} onClose={() => setAsking(undefined)} onDone={close} />}
      {asking === 'report' && <Report offer={offer} onClose={() => setAsking(undefined)} onDone={close} />}
    </Stack>
  );
}
