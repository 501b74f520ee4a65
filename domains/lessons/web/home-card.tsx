import { IconWriting } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { toAssessQuery } from './api.ts';

/** For who teaches: lessons whose works wait to be assessed. Others, who may assess everywhere, see nothing here. */
export default function WorksCard() {
  const t = useMessages();
  const teaches = useAbility().scope('lesson.assess') === 'taught';
  const query = useQuery({ ...toAssessQuery(), enabled: teaches });
  if (!teaches) return null;
  return (
    <HomeCard
      title={t('lessons.home.works')}
      icon={IconWriting}
      to="/lessons"
      query={query}
      empty={t('lessons.home.done')}
      rows={({ content }) =>
        content.map((lesson) => ({
          key: lesson.id,
          label: lesson.title,
          note: lesson.course_module?.title,
          count: lesson.homework?.to_assess ?? 0,
          counts: t('lessons.home.counts'),
          to: `/lessons?module=${lesson.course_module_id}`,
        }))
      }
    />
  );
}
