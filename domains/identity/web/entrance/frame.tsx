import { Alert, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconPhone } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Brand, LanguageChoice, messageOf, SkinToggle, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { showPhone } from '#platform/web/kit/index.ts';
import { api, faultOf } from '../api.ts';
import styles from './frame.module.css';

/** What the entrance knows of the installation; asked anew in another language, for the names of the institutions. */
export function useInstallation() {
  const { locale } = useLocale();
  return useQuery({
    ...api.installation.get.queryOptions(silent),
    queryKey: [...api.installation.get.key(), locale],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

interface FrameProps {
  title: ReactNode;
  text?: ReactNode;
  /** for forms in two columns */
  wide?: boolean;
  /** Nothing while what stands there is still on its way. */
  children?: ReactNode;
}

/** The face of every page before the application: who we are at the left, one task at the right. */
export function Frame({ title, text, wide, children }: FrameProps) {
  const t = useMessages();
  const { data } = useInstallation();
  const phones = [
    { phone: data?.support_phone, word: t('identity.support') },
    { phone: data?.admission_phone, word: t('identity.support_admission') },
  ].flatMap(({ phone, word }) => (phone ? [{ phone, word }] : []));
  return (
    <div className={`face-entrance ${styles.page}`}>
      <div className={`face-banner ${styles.banner}`}>
        <Brand />
        <div className={styles.words}>
          <p className={styles.welcome}>{t('identity.welcome.title')}</p>
          <p className={styles.lead}>
            {t(data && data.host !== 'ordinary' ? 'identity.welcome.admission' : 'identity.welcome.text')}
          </p>
        </div>
        <ul className={`${styles.houses} ${styles.words}`}>
          {data?.institutions.slice(0, 6).map((house) => (
            <li key={house.value}>{house.label}</li>
          ))}
        </ul>
      </div>
      <div className={styles.side}>
        <div className={styles.tools}>
          <LanguageChoice />
          <SkinToggle />
        </div>
        <div className={styles.middle} data-wide={wide || undefined}>
          <Title order={1} size="1.5rem" mb={4}>
            {title}
          </Title>
          {text === undefined ? null : (
            <Text c="dimmed" mb="lg">
              {text}
            </Text>
          )}
          {children}
        </div>
        {phones.length ? (
          <div className={styles.foot}>
            {phones.map(({ phone, word }) => (
              <span key={word}>
                {word}{' '}
                <a href={`tel:+${phone.replaceAll(/\D/g, '')}`}>
                  <IconPhone size={13} stroke={1.7} aria-hidden /> {showPhone(phone)}
                </a>
              </span>
            ))}
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Status and message of a failed step. */
export function Fault({ title, error }: { title: string; error: unknown }) {
  const t = useMessages();
  const { status } = faultOf(error);
  return (
    <div aria-live="assertive">
      {error ? (
        <Alert
          color="red"
          icon={<IconAlertCircle size={18} aria-hidden />}
          title={status ? t('identity.fault', { title, status }) : title}
        >
          {messageOf(error)}
        </Alert>
      ) : null}
    </div>
  );
}
