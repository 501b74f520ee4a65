import { IconClipboardList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

const steps = ['enter', 'moderate', 'publish'] as const;

/** For who teaches: modules in which marks wait to be entered, moderated, published. */
export default function MarksCard() {
  const t = useMessages();
  const teaches = useAbility().scope('mark.enter') === 'taught';
  const query = useQuery({ ...api.mark.waiting.queryOptions(silent), enabled: teaches });
  if (!teaches) return null;
  return (
    <HomeCard
      title={t('assessment.home.title')}
      icon={IconClipboardList}
      to="/mark-entry"
      query={query}
      empty={t('assessment.home.done')}
      rows={(modules) =>
        modules.slice(0, 6).map((row) => ({
          key: row.course_module_id,
          label: row.title,
          note: steps
            .filter((step) => row[step] > 0)
            .map((step) => t(`assessment.home.${step}`, { count: row[step] }))
            .join(' · '),
          count: row.enter + row.moderate + row.publish,
          counts: t('assessment.home.counts'),
          to: `/mark-entry?course_module_id=${row.course_module_id}`,
        }))
      }
    />
  );
}
