import { Button, Group } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '#platform/web/index.ts';
import { StatusBadge } from '#platform/web/kit/index.ts';
import type { Package } from '../api.ts';

/** The way into a package, and how far one came. */
export function PackageStart({ content: { mine }, to }: { content: Package; to: string }) {
  const t = useMessages();
  return (
    <Group gap="sm">
      <Button w="fit-content" leftSection={<IconPlayerPlay size={16} aria-hidden />} component={Link} to={to}>
        {t(mine ? 'lessons.package.resume' : 'lessons.package.begin')}
      </Button>
      {mine && <StatusBadge status={mine.status} label={t(`lessons.progress.${mine.status}`)} />}
    </Group>
  );
}
