import { Badge, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, StatusBadge } from '#platform/web/kit/index.ts';
import { api, byModule, type Lesson, lessonsQuery } from '../api.ts';
import { ModuleCards } from '../components/module-cards.tsx';
import { lessonDesk } from '../desk.ts';
import { useWaitingReports } from '../reports.ts';

/** E-learning: modules that have packages, or the packages of one of them. */
export default function Articulate() {
  useWaitingReports(lessonDesk);
  const { module_id } = useParams({ strict: false }) as { module_id?: string };
  return module_id === undefined ? <Modules /> : <Packages module={Number(module_id)} />;
}

function Modules() {
  const t = useMessages();
  const query = useQuery(lessonsQuery({ has_package: true }));
  return (
    <Stack gap="md">
      <PageHeader title={t('lessons.articulate.title')} description={t('lessons.articulate.about')} />
      {query.isPending ? (
        <Skeleton h={200} />
      ) : (
        <ModuleCards modules={byModule(query.data?.content ?? [])} to={(id) => `/articulate/${id}`} />
      )}
    </Stack>
  );
}

function Packages({ module }: { module: number }) {
  const t = useMessages();
  const query = useQuery(api.articulate.lessons.queryOptions({ input: { ccls_module_id: module } }));
  const lessons = query.data ?? [];
  if (query.isPending) return <Skeleton h={200} />;
  return (
    <Stack gap="md">
      <PageHeader back="/articulate" title={lessons[0]?.course_module?.title ?? t('lessons.articulate.title')} />
      {lessons.length === 0 && <Empty title={t('lessons.none')} text={t('lessons.none.text')} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {lessons.map((lesson) => (
          <PackageCard key={lesson.id} lesson={lesson} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function PackageCard({ lesson }: { lesson: Lesson }) {
  const t = useMessages();
  const content = lesson.package;
  const mine = content?.mine;
  return (
    <Card withBorder padding="md">
      <Stack gap="xs" justify="space-between" h="100%">
        <div>
          <Text fw={600}>{lesson.title}</Text>
          <Group gap={6} mt={4}>
            <Badge variant="light" color="gray">
              {content && t(`lessons.package.${content.kind}`)}
            </Badge>
            {mine && <StatusBadge status={mine.status} label={t(`lessons.progress.${mine.status}`)} />}
            {mine?.score != null && <Text size="sm">{t('lessons.score', { score: mine.score })}</Text>}
          </Group>
        </div>
        <Button
          w="fit-content"
          variant={mine?.status === 'COMPLETED' ? 'default' : 'filled'}
          component={Link}
          to={`/articulate/${lesson.course_module_id}/${lesson.id}`}
        >
          {t(mine ? 'lessons.package.resume' : 'lessons.package.begin')}
        </Button>
      </Stack>
    </Card>
  );
}
