import { Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { clock } from '#platform/contract/clock.ts';
import { dayInWords, inScript, useCurrentLocale, useMessages } from '../i18n.tsx';
import { QuietPlace } from '../kit/show/home-quiet.ts';
import { useSession } from '../session/session.ts';
import { Pieces } from '../shell/pieces.tsx';
import styles from './home.module.css';
import { HomeSlot } from './home-slot.tsx';

const inSlot = (id: string, piece: ReactNode) => <HomeSlot id={id}>{piece}</HomeSlot>;

/** Begins with the person's moment, then what waits for them; where nothing waits is one line each, at the end. */
export default function Home() {
  const t = useMessages();
  const locale = useCurrentLocale();
  const { user } = useSession();
  const [quiet, setQuiet] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.home}>
      <div>
        <Title order={1} className={styles.greeting}>
          {t('shell.home.greeting', { name: user?.firstname || t('common.anonymous') })}
        </Title>
        <Text c="dimmed">
          {dayInWords(clock.date(), locale)}
          {user?.selected_institution ? ` · ${inScript(user.selected_institution.label)}` : ''}
        </Text>
      </div>
      <div className={styles.lead}>
        <Pieces place="lead" around={inSlot} waiting={<div data-waits />} />
      </div>
      <QuietPlace value={quiet}>
        <div className={styles.cards}>
          <Pieces place="home" around={inSlot} waiting={<div data-waits className={`surface ${styles.place}`} />} />
        </div>
      </QuietPlace>
      <section ref={setQuiet} aria-label={t('shell.home.quiet')} className={`surface ${styles.quiet}`} />
    </div>
  );
}
