import { Card, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/index.ts';
import type { byModule } from '../api.ts';

/** Modules to go to, with how many lessons each has. */
export function ModuleCards({ modules, to }: { modules: ReturnType<typeof byModule>; to: (id: number) => string }) {
  const t = useMessages();
  if (modules.length === 0) return <Empty title={t('lessons.none')} text={t('lessons.none.text')} />;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {modules.map(({ id, title, code, year, semester, lessons }) => (
        <Card key={id} withBorder padding="md" component={Link} to={to(id)}>
          <Text size="xs" c="dimmed">
            {t('lessons.module.when', { code, year, semester })}
          </Text>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed" mt={4}>
            {t('lessons.count', { count: lessons.length })}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
