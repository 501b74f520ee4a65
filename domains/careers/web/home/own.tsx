import { IconBriefcase } from '@tabler/icons-react';
import { silent, useMessages, useOwnMatter } from '#platform/web/index.ts';
import { HomeCard, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For a student or graduate: offers that wait for an answer, and a CV that came back. With neither there is one line. */
export default function OwnCareerCard() {
  const t = useMessages();
  const query = useOwnMatter('career', api.job_offer.student_all.queryOptions({ ...silent }), []);
  const cvs = useOwnMatter(
    'career',
    api.cv.list.queryOptions({ input: { status: ['CHANGES_REQUIRED', 'CHANGES_SUGGESTED'], size: 1 }, ...silent }),
    { content: [] },
  );
  return (
    <HomeCard
      title={t('careers.offers.title')}
      icon={IconBriefcase}
      to="/job_offer"
      query={query}
      lines={1}
      empty={t('careers.home.nothing')}
      rows={(all) => [
        ...(cvs.data?.content ?? []).map((one) => ({
          key: `cv-${one.id}`,
          label: t('careers.cv.own'),
          note: t(`careers.next.${one.status}`),
          to: '/cv/create/own',
        })),
        ...all
          .filter((one) => one.open && (one.answer?.status === 'SENT' || one.answer?.status === 'SEEN'))
          .slice(0, 4)
          .map((one) => ({
            key: one.id,
            label: one.title,
            note: one.employer,
            end: showDate(one.valid_until),
            to: `/job_offer?open=${one.id}`,
          })),
      ]}
    />
  );
}
