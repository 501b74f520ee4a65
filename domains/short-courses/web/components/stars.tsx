import { Group, Rating, Stack, Text } from '@mantine/core';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { showNumber } from '#platform/web/kit/index.ts';
import type { Offered, OfferedWhole } from '../api.ts';

export function Stars({ stars }: { stars: number }) {
  const t = useMessages();
  return (
    <span role="img" aria-label={t('short-courses.review.stars', { count: stars })}>
      <Rating value={stars} fractions={2} readOnly size="sm" aria-hidden />
    </span>
  );
}

/** The mean of a course and of how many; nothing where too few said anything. */
export function CourseRating({ rating }: { rating: Offered['rating'] }) {
  const t = useMessages();
  const { locale } = useLocale();
  if (!rating) return null;
  return (
    <Group gap={6}>
      <Stars stars={rating.mean} />
      <Text size="sm" fw={600}>
        {showNumber(rating.mean, locale)}
      </Text>
      <Text size="sm" c="dimmed">
        {t('short-courses.review.count', { count: rating.count })}
      </Text>
    </Group>
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
