import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf, silent } from '#platform/web/index.ts';
import { DateTimeText, Empty, PageHeader } from '#platform/web/kit/index.ts';
import { api, type Offer, useFields } from '../api.ts';
import { AnswerBadge, OfferBadge, useSalary } from '../shown.tsx';

import { OwnOffer } from './own-offer.tsx';

/** Offers that came to the reader; one of them as a whole. */
export function OwnOffers({ open }: { open: number | undefined }) {
  const { t } = useFields();
  const query = useQuery(api.job_offer.student_all.queryOptions({ ...silent }));
  const salary = useSalary();
  if (open !== undefined) return <OwnOffer id={open} />;
  const all = query.data ?? [];
  const waiting = all.filter((one) => one.open && (!one.answer || ['SENT', 'SEEN'].includes(one.answer.status)));
  const rest = all.filter((one) => !waiting.includes(one));
  // What is new first, then what ends first.
  waiting.sort(
    (a, b) =>
      Number(b.answer?.status === 'SENT') - Number(a.answer?.status === 'SENT') ||
      a.valid_until.localeCompare(b.valid_until),
  );
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
