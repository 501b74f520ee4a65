import { Group, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useIntlShape, useMessages } from '#platform/web/index.ts';
import { showNumber } from '#platform/web/kit/index.ts';
import type { StudentStatus } from '../../workflow.ts';
import { tones } from './badge.tsx';

/** One bar of all students, parted by status; under it the numbers in words, each a link to its list. */
export function StudentShares({ shares }: { shares: { status: StudentStatus; count: number }[] }) {
  const t = useMessages();
  const { locale } = useIntlShape();
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <div>
      <Progress.Root size={10} aria-hidden mb={8}>
        {shares.map(({ status, count }) => (
          <Progress.Section key={status} value={(count / total) * 100} color={`${tones[status]}.6`} />
        ))}
      </Progress.Root>
      <Group component="ul" p={0} m={0} style={{ listStyle: 'none', gap: '2px 12px' }}>
        {shares.map(({ status, count }) => (
          <li key={status}>
            <Link
              to="/students"
              search={{ status }}
              style={{ color: 'inherit', textDecoration: 'none', display: 'block', padding: '3px 6px 3px 0' }}
            >
              <Group gap={6} wrap="nowrap" component="span">
                <span
                  aria-hidden
                  style={{
                    width: 8,
                    height: 8,
                    borderRadius: 8,
                    flexShrink: 0,
                    background: `var(--mantine-color-${tones[status]}-6)`,
                  }}
                />
                <Text size="sm" component="span">
                  {t(`students.status.${status}`)}
                </Text>
                <Text size="sm" fw={600} component="span" className="tabular">
                  {showNumber(count, locale)}
                </Text>
              </Group>
            </Link>
          </li>
        ))}
      </Group>
    </div>
  );
}
