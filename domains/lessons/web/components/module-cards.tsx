import { Card, Group, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '#platform/web/index.ts';
import { Empty, moduleColor } from '#platform/web/kit/index.ts';
import type { byModule } from '../api.ts';
import { ProgressRing } from './progress-ring.tsx';

/** Modules to go to, with how many lessons each has. */
export function ModuleCards({ modules, to }: { modules: ReturnType<typeof byModule>; to: (id: number) => string }) {
  const t = useMessages();
  if (modules.length === 0) return <Empty title={t('lessons.none')} text={t('lessons.none.text')} />;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {modules.map(({ id, title, code, year, semester, lessons }) => (
        <Card
          key={id}
          className="surface"
          padding="md"
          component={Link}
          to={to(id)}
          style={{ borderTop: `4px solid ${moduleColor(code)}` }}
        >
          <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
            <div style={{ minWidth: 0 }}>
              <Text size="xs" c="dimmed">
                {t('lessons.module.when', { code, year, semester })}
              </Text>
              <Text fw={600}>{title}</Text>
              <Text size="sm" c="dimmed" mt={4}>
                {t('lessons.count', { count: lessons.length })}
              </Text>
            </div>
            <ProgressRing lessons={lessons} code={code} />
          </Group>
        </Card>
      ))}
    </SimpleGrid>
  );
}
