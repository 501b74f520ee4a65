import { IconBell, IconChecks, IconMail, IconUsers } from '@tabler/icons-react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NameIn } from '../../i18n.tsx';
import home from '../../pages/home.module.css';
import { Section } from '../show/blocks.tsx';
import { Chart } from '../show/charts.tsx';
import { Empty } from '../show/empty.tsx';
import { HomeCard } from '../show/home-card.tsx';
import { DateText } from '../show/people.tsx';

const say = (name: NameIn<'kit.page'>) => <FormattedMessage id={`kit.page.${name}`} />;
const done = { data: true, isError: false, refetch: () => undefined };
const waiting = { data: undefined, isError: false, refetch: () => undefined };
const failed = { data: undefined, isError: true, refetch: () => undefined };

/** A card of the home page in each of its states, as many as a page may have. */
export function HomeCards() {
  const intl = useIntl();
  const t = (name: NameIn<'kit.page'>) => intl.formatMessage({ id: `kit.page.${name}` });
  return (
    <>
      <div className={home.cards}>
        <HomeCard
          title={say('applications')}
          icon={IconUsers}
          to="/kit"
          query={done}
          rows={() => [
            { key: 1, label: say('pending'), count: 12_480, counts: t('counts'), to: '/kit?tab=list' },
            { key: 2, label: say('update'), count: 3, counts: t('counts'), tone: 'alert', to: '/kit?tab=list' },
            { key: 3, label: say('declined'), count: 0, counts: t('counts'), to: '/kit?tab=list' },
          ]}
        />
        <HomeCard
          title={say('exam')}
          icon={IconBell}
          query={done}
          rows={() => [
            { key: 1, label: 'BM-101', note: say('pending'), end: <DateText value="2026-09-01" />, to: '/kit' },
            { key: 2, label: 'BM-104', note: say('accepted'), end: <DateText value="2026-09-03" /> },
          ]}
        />
        <HomeCard title={say('status')} icon={IconChecks} query={done} to="/kit" />
        <HomeCard title={say('email')} icon={IconMail} query={waiting} />
        <HomeCard title={say('email')} icon={IconMail} query={failed} />
        <HomeCard title={say('group')} icon={IconUsers} query={done}>
          {() => (
            <Chart
              kind="bar"
              height={150}
              title={t('applications')}
              counts={t('counts')}
              data={['2023', '2024', '2025', '2026'].map((name, index) => ({ name, day: 1200 + index * 310 }))}
              series={[{ key: 'day', label: t('day') }]}
            />
          )}
        </HomeCard>
      </div>
      <Section title={say('emptyList')}>
        <Empty text={say('emptyText')} />
      </Section>
    </>
  );
}
