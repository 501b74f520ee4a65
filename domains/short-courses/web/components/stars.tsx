import { Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { showNumber } from '#platform/web/kit/index.ts';
import type { Offered, OfferedWhole } from '../api.ts';
import styles from './course-card.module.css';

const side = 20;
/** Five stars side by side, as one path: a catalogue shows dozens of them, so they are one element and no fields. */
const five = [0, 1, 2, 3, 4]
  .map((place) => {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((corner) => {
      const far = corner % 2 === 0 ? 9 : 3.9;
      const angle = (corner * Math.PI) / 5;
      return `${((place + 0.5) * side + far * Math.sin(angle)).toFixed(1)} ${(10.5 - far * Math.cos(angle)).toFixed(1)}`;
    });
    return `M${corners.join('L')}Z`;
  })
  .join('');

export function Stars({ stars }: { stars: number }) {
  const t = useMessages();
  const paint = useId();
  const share = stars / 5;
  return (
    <svg
      role="img"
      aria-label={t('short-courses.review.stars', { count: stars })}
      width={5 * 18}
      height={18}
      viewBox={`0 0 ${5 * side} ${side}`}
    >
      <linearGradient id={paint}>
        <stop offset={share} stopColor="var(--mantine-color-yellow-6)" />
        <stop offset={share} stopColor="var(--mantine-color-default-border)" />
      </linearGradient>
      <path d={five} fill={`url(#${paint})`} />
    </svg>
  );
}

/** The mean of a course and of how many; nothing where too few said anything. */
export function CourseRating({ rating }: { rating: Offered['rating'] }) {
  const t = useMessages();
  const { locale } = useLocale();
  if (!rating) return null;
  return (
    <div className={styles.rating}>
      <Stars stars={rating.mean} />
      <b>{showNumber(rating.mean, locale)}</b>
      <span>{t('short-courses.review.count', { count: rating.count })}</span>
    </div>
  );
}

/** What was said, without names. */
export function Reviews({ reviews }: { reviews: OfferedWhole['reviews'] }) {
  return (
    <Stack gap="md">
      {reviews.map((review, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no number of their own for strangers
        <div key={at}>
          <Group gap="xs" justify="space-between">
            <Stars stars={review.stars} />
            <Text size="xs" c="dimmed">
              {review.month.split('-').reverse().join('.')}
            </Text>
          </Group>
          <Text size="sm" mt={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {review.words}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
