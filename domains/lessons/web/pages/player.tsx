import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { messageOf, useMessages, useTitle } from '#platform/web/index.ts';
import { Empty, PageHeader } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { PackagePlayer } from '../components/package-player.tsx';
import { lessonDesk } from '../desk.ts';

/** The package of a lesson. */
export default function Player() {
  const t = useMessages();
  const navigate = useNavigate();
  const params = useParams({ strict: false }) as { module_id: string; lesson_id: string };
  const query = useQuery(api.lesson.get.queryOptions({ input: { id: params.lesson_id } }));
  const lesson = query.data;
  useTitle(lesson?.title ?? '');
  const back = `/articulate/${params.module_id}`;
  if (query.isError) return <Empty title={t('lessons.missing')} text={messageOf(query.error)} />;
  if (!lesson) return <Skeleton h={480} />;
  return (
    <Stack gap="sm">
      <PageHeader back={back} title={lesson.title} />
      {lesson.package ? (
        <PackagePlayer
          key={lesson.package.id}
          content={lesson.package}
          desk={lessonDesk}
          onFinish={(kept) =>
            void navigate({
              to: kept ? `/articulate/callback/${params.module_id}/${params.lesson_id}` : back,
            })
          }
        />
      ) : (
        <Empty title={t('lessons.package.none')} />
      )}
    </Stack>
  );
}
