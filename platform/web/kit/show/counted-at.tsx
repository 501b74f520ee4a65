import { Text } from '@mantine/core';
import { FormattedMessage } from 'react-intl';
import { showDateTime } from './values.ts';

interface Counted {
  counted_at: string | null;
}

/** Of which time sums over very many rows are true; nothing where they are of now. */
export function CountedAt({ counted_at }: Counted) {
  if (counted_at === null) return null;
  return (
    <Text size="xs" c="dimmed">
      <FormattedMessage id="kit.counted_at" values={{ time: showDateTime(counted_at) }} />
    </Text>
  );
}

const soonMs = 15_000;
/** For `queryOptions`: whoever was shown an older time is shown the newer one by itself. */
export const untilCounted = {
  refetchInterval: ({ state }: { state: { data?: Counted | undefined } }): number | false =>
    state.data?.counted_at ? soonMs : false,
};
