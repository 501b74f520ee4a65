import { Alert, Anchor, Button, Group, Image, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, PlainPage, silent, useAbility, useLocale, useMessages, useSession } from '#platform/web/index.ts';
import { Empty, plainValue, Section, showDate } from '#platform/web/kit/index.ts';
import { api, numberIn, type OfferedWhole } from '../api.ts';
import { CourseLines, LeftBadge, PriceText } from '../components/course-card.tsx';
import { Programme } from '../components/programme.tsx';
import { RefundRule } from '../components/refund.tsx';
import { RegisterDialog } from '../components/register.tsx';
import { CourseRating, Reviews } from '../components/stars.tsx';
import { CourseBadge, PlaceBadge } from '../shown.tsx';

/** One course as anybody may link to it: when, with whom, for how much, and what is taught. */
export default function Offered() {
  const t = useMessages();
  const { locale } = useLocale();
  const { course_id } = useParams({ strict: false }) as { course_id?: string };
  const query = useQuery(api.catalogue.get.queryOptions({ input: { id: numberIn(course_id) ?? 1 }, ...silent }));
  const course = query.data;
  return (
    <PlainPage
      title={course ? plainValue(course.title, locale) : t('short-courses.catalogue.title')}
      about={course?.category.title ?? ''}
    >
      <Anchor component={Link} to="/short-courses" size="sm" w="fit-content">
        <Group gap={4} component="span">
          <IconArrowLeft size={16} aria-hidden />
          {t('short-courses.catalogue.back')}
        </Group>
      </Anchor>
      {query.isPending && <Skeleton h={320} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {course && <Whole course={course} />}
    </PlainPage>
  );
}

function Whole({ course }: { course: OfferedWhole }) {
  const t = useMessages();
  const { locale } = useLocale();
  const about = plainValue(course.about, locale);
  return (
    <Stack gap="md">
      {course.cover && <Image src={course.cover.src} alt="" mah={260} radius="md" />}
      <Paper withBorder p="md">
        <Stack gap="md">
          <CourseRating rating={course.rating} />
          <CourseLines course={course} />
          <Group justify="space-between" gap="sm">
            <div>
              <Text fw={700} size="xl">
                <PriceText price={course.charged} />
              </Text>
              {course.vat_percent > 0 && Number(course.charged) > 0 && (
                <Text size="xs" c="dimmed">
                  {t('short-courses.vat', { percent: course.vat_percent })}
                </Text>
              )}
            </div>
            {course.status === 'OPEN' ? <LeftBadge left={course.left} /> : <CourseBadge state={course.status} />}
          </Group>
          <Act course={course} />
        </Stack>
      </Paper>
      {about.length > 0 && (
        <Section title={t('short-courses.field.about')}>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {about}
          </Text>
        </Section>
      )}
      {course.chapters.length > 0 && (
        <Section title={t('short-courses.programme')}>
          <Programme chapters={course.chapters} />
        </Section>
      )}
      {course.reviews.length > 0 && (
        <Section title={t('short-courses.review.title')}>
          <Reviews reviews={course.reviews} />
        </Section>
      )}
      {Number(course.charged) > 0 && <RefundRule steps={course.refund} />}
    </Stack>
  );
}

/** Strangers are asked who they are first; everybody else takes a place, or reads where theirs stands. */
function Act({ course }: { course: OfferedWhole }) {
  const t = useMessages();
  const navigate = useNavigate();
  const { user } = useSession();
  const { can } = useAbility();
  const [asking, setAsking] = useState(false);
  const takes = can('short_course.register');
  const own = useQuery({
    ...api.registration.list.queryOptions({ input: { mine: true, course_id: course.id, size: 1 }, ...silent }),
    enabled: user !== null && takes,
  });
  const place = own.data?.content.find(({ status }) => status !== 'CANCELLED' && status !== 'EXPIRED');
  const here = `?redirect=${encodeURIComponent(`/short-courses/${course.id}`)}`;
  if (place)
    return (
      <Group justify="space-between">
        <PlaceBadge state={place.status} />
        <Button component={Link} to="/short-term-course/student">
          {t('short-courses.own.open')}
        </Button>
      </Group>
    );
  if (course.status !== 'OPEN') return <Alert color="gray">{t('short-courses.closed')}</Alert>;
  if (!user)
    return (
      <Stack gap="xs">
        <Button component={Link} to={`/admission/reg${here}`}>
          {course.left === 0 ? t('short-courses.register.join') : t('short-courses.register.sign_up')}
        </Button>
        <Text size="sm" ta="center">
          {t('short-courses.register.have')}{' '}
          <Anchor component={Link} to={`/login${here}`} size="sm" underline="always">
            {t('short-courses.register.sign_in')}
          </Anchor>
        </Text>
        <Text size="xs" c="dimmed" ta="center">
          {t('short-courses.until', { day: showDate(course.register_until) })}
        </Text>
      </Stack>
    );
  if (!takes) return <Alert color="gray">{t('short-courses.register.not_for_you')}</Alert>;
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        {course.left === 0 ? t('short-courses.register.join') : t('short-courses.register.take')}
      </Button>
      <Text size="xs" c="dimmed" ta="center">
        {t('short-courses.until', { day: showDate(course.register_until) })}
      </Text>
      <RegisterDialog
        course={course}
        opened={asking}
        onClose={() => setAsking(false)}
        onDone={() => navigate({ to: '/short-term-course/student' })}
      />
    </>
  );
}
