import { Alert, Button, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  confirm,
  Empty,
  PageHeader,
  plainValue,
  showDate,
  showDateTime,
  showMoney,
  tellError,
} from '#platform/web/kit/index.ts';
import { api, openBill, type Registration, refresh } from '../api.ts';
import { CodeField, type UsedCode } from '../components/code.tsx';
import { PriceText } from '../components/course-card.tsx';
import { RefundRule } from '../components/refund.tsx';
import { ReviewDialog } from '../components/review.tsx';
import { PlaceBadge } from '../shown.tsx';

/** The caller's courses: where each stands, and the one thing that comes next. */
export default function OwnCourses() {
  const t = useMessages();
  const query = useQuery(api.registration.list.queryOptions({ input: { mine: true, size: 100 }, ...silent }));
  const browse = (
    <Button component={Link} to="/short-term-course-list" variant="default">
      {t('short-courses.own.browse')}
    </Button>
  );
  return (
    <Stack gap="md" maw={860}>
      <PageHeader title={t('short-courses.own.title')} description={t('short-courses.own.about')} actions={browse} />
      {query.isPending && <Skeleton h={240} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.data?.content.length === 0 && (
        <Empty title={t('short-courses.own.none')} text={t('short-courses.own.none_text')} action={browse} />
      )}
      {query.data?.content.map((place) => (
        <Place key={place.id} place={place} />
      ))}
    </Stack>
  );
}

function Place({ place }: { place: Registration }) {
  const t = useMessages();
  const { locale } = useLocale();
  const { course } = place;
  const [reviewing, setReviewing] = useState(false);
  const [used, setUsed] = useState<UsedCode>();
  const listens = place.status === 'CONFIRMED' || place.status === 'COMPLETED';
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs" align="flex-start">
          <div style={{ flex: 1, minWidth: 180 }}>
            <Text fw={640} style={{ overflowWrap: 'anywhere' }}>
              {plainValue(course.title, locale)}
            </Text>
            <Text size="sm" c="dimmed">
              {[`${showDate(course.starts_on)} – ${showDate(course.ends_on)}`, course.times, course.place]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
          <PlaceBadge state={place.status} />
        </Group>
        {place.status === 'WAITING' && (
          <Text size="sm">{t('short-courses.own.ahead', { count: place.ahead ?? 0 })}</Text>
        )}
        {place.status === 'OFFERED' && (
          <Alert color="violet">
            {t('short-courses.own.offered', { until: showDateTime(place.until ?? place.status_at) })}
          </Alert>
        )}
        {place.can?.answer && Number(place.price) > 0 && (
          <CodeField course_id={course.id} used={used} onUse={setUsed} />
        )}
        {place.status === 'HELD' && place.group && (
          <Alert color="yellow">{t('short-courses.own.group', { company: place.group.company })}</Alert>
        )}
        {place.status === 'HELD' && !place.group && (
          <Alert color="yellow">
            {t('short-courses.own.held', { until: showDateTime(place.until ?? place.status_at) })}{' '}
            <PriceText price={place.to_pay} />
            {place.bill && <Text size="sm">{t('short-courses.own.bill', { number: place.bill.title })}</Text>}
            <RefundRule steps={place.refund_steps} />
          </Alert>
        )}
        {place.reason && (
          <Text size="sm" c="dimmed">
            {place.reason}
          </Text>
        )}
        {listens && place.chapters > 0 && (
          <div>
            <Text size="xs" c="dimmed" mb={4}>
              {t('short-courses.own.done', { done: place.done, all: place.chapters })}
            </Text>
            <Progress
              value={(place.done / place.chapters) * 100}
              aria-label={t('short-courses.own.done', { done: place.done, all: place.chapters })}
            />
          </div>
        )}
        <Group gap="xs">
          {listens && (
            <Button component={Link} to={`/short-term-course/student/introduction?id=${place.id}`}>
              {t('short-courses.own.continue')}
            </Button>
          )}
          {place.status === 'HELD' && place.bill && (
            <Button component={Link} to={`/payments/online?contract=${place.bill.id}`}>
              {t('short-courses.own.pay')}
            </Button>
          )}
          {place.bill && (place.status === 'HELD' || listens) && (
            <Button variant="default" onClick={() => void openBill('registration', place.id).catch(tellError)}>
              {t('short-courses.bill')}
            </Button>
          )}
          {place.certificate && (
            <Button component={Link} to={`/check/${place.certificate.check_code}`} variant="light">
              {t('short-courses.own.certificate')}
            </Button>
          )}
          {place.can?.review && (
            <Button variant="default" onClick={() => setReviewing(true)}>
              {t(place.review ? 'short-courses.review.change' : 'short-courses.review.ask')}
            </Button>
          )}
          {place.can?.answer && (
            <>
              <Button onClick={() => void answer(place, true, used?.code)}>{t('short-courses.own.accept')}</Button>
              <Button variant="default" onClick={() => void answer(place, false)}>
                {t('short-courses.own.decline')}
              </Button>
            </>
          )}
          {place.can?.cancel && place.status !== 'OFFERED' && (
            <Button
              variant="subtle"
              color="red"
              onClick={async () => {
                const yes = await confirm({
                  name: plainValue(course.title, locale),
                  text: `${t('short-courses.own.cancel_text')} ${
                    Number(place.paid) > 0 ? t('short-courses.own.cancel_refund', { sum: showMoney(place.refund) }) : ''
                  }`,
                  yes: t('short-courses.own.cancel'),
                });
                if (yes)
                  await act(() => api.registration.cancel.call({ id: place.id, version: place.version }, silent));
              }}
            >
              {t('short-courses.own.cancel')}
            </Button>
          )}
        </Group>
      </Stack>
      {reviewing && <ReviewDialog place={place} onClose={() => setReviewing(false)} />}
    </Paper>
  );
}

const answer = (place: Registration, accept: boolean, code?: string) =>
  act(() =>
    api.registration.offer.call({ id: place.id, version: place.version, accept, ...(code ? { code } : {}) }, silent),
  );

async function act(run: () => Promise<unknown>) {
  try {
    await run();
  } catch (error) {
    await tellError(error);
  }
  await refresh();
}
