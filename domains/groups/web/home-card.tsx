import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { HomeCard, showDate } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** For students: modules that can be chosen now, the nearest deadline first. Others see nothing here. */
export default function ChoiceCard() {
  const t = useMessages();
  const own = useAbility().scope('module_choice.choose') === 'own';
  const query = useQuery({
    ...api.module_choice.offers.queryOptions({ input: {}, ...silent }),
    enabled: own,
  });
  if (!own) return null;
  return (
    <HomeCard
      title={t('groups.choice.title')}
      icon={IconChecklist}
      to="/module-choice"
      query={query}
      empty={t('groups.home.done')}
      rows={(offers) =>
        offers
          .filter(({ open }) => open)
          .toSorted((a, b) => (a.closes_on ?? '').localeCompare(b.closes_on ?? ''))
          .slice(0, 5)
          .map((offer) => ({
            key: offer.course_module_id,
            label: offer.module.title,
            note: offer.mine ? t(`groups.choice.mine.${offer.mine}`) : t('groups.home.not_chosen'),
            end: offer.closes_on ? t('groups.choice.until', { day: showDate(offer.closes_on) }) : undefined,
            to: '/module-choice',
          }))
      }
    />
  );
}
