import { Badge, Group, Image, Paper, Stack, Text } from '@mantine/core';
import { IconCalendar, IconClock, IconMapPin, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { plainValue, showDate, showMoney } from '#platform/web/kit/index.ts';
import type { Offered } from '../api.ts';
import { CourseRating } from './stars.tsx';

type Shown = Pick<
  Offered,
  'title' | 'category' | 'starts_on' | 'ends_on' | 'times' | 'place' | 'format' | 'teacher' | 'hours' | 'language'
>;

/** A line with its sign. */
function Said({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <span aria-hidden style={{ lineHeight: 1, marginTop: 3, flexShrink: 0 }}>
        {icon}
      </span>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  );
}

/** When, where and with whom: what is asked first. */
export function CourseLines({ course }: { course: Shown }) {
  const t = useMessages();
  return (
    <Stack gap={4}>
      <Said icon={<IconCalendar size={16} />}>
        {showDate(course.starts_on)} – {showDate(course.ends_on)}
      </Said>
      <Said icon={<IconClock size={16} />}>
        {[course.times, t('short-courses.hours', { count: course.hours })].filter(Boolean).join(' · ')}
      </Said>
      <Said icon={<IconMapPin size={16} />}>
        {[t(`short-courses.format.${course.format}`), course.format === 'ONLINE' ? null : course.place]
          .filter(Boolean)
          .join(' · ')}
      </Said>
      {course.teacher && <Said icon={<IconUser size={16} />}>{course.teacher.title}</Said>}
    </Stack>
  );
}

export function PriceText({ price }: { price: string }) {
  const t = useMessages();
  return <>{Number(price) === 0 ? t('short-courses.no_price') : t('short-courses.sum', { sum: showMoney(price) })}</>;
}

/** How many places are left, said in words and not by colour alone. */
export function LeftBadge({ left }: { left: number }) {
  const t = useMessages();
  return (
    <Badge variant="light" color={left === 0 ? 'gray' : left < 4 ? 'orange' : 'teal'} tt="none">
      {left === 0 ? t('short-courses.full') : t('short-courses.left', { count: left })}
    </Badge>
  );
}

/** One course among others: the whole card leads to it. */
export function CourseCard({ course }: { course: Offered }) {
  const { locale } = useLocale();
  return (
    <Paper
      withBorder
      p="md"
      component={Link}
      to={`/short-courses/${course.id}`}
      style={{ color: 'inherit', textDecoration: 'none', height: '100%' }}
    >
      <Stack gap="sm" h="100%">
        {course.cover && <Image src={course.cover.src} alt="" h={140} radius="sm" />}
        <div>
          <Text size="xs" c="dimmed">
            {course.category.title}
          </Text>
          <Text fw={640} style={{ overflowWrap: 'anywhere' }}>
            {plainValue(course.title, locale)}
          </Text>
        </div>
        <CourseRating rating={course.rating} />
        <CourseLines course={course} />
        <Group justify="space-between" mt="auto" gap="xs">
          <Text fw={640}>
            <PriceText price={course.charged} />
          </Text>
          <LeftBadge left={course.left} />
        </Group>
      </Stack>
    </Paper>
  );
}
