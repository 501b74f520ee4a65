import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { localeNames, shownLocales, useMessages } from '../i18n.tsx';
import { usePreferences } from '../preferences.ts';
import { useLocale } from '../session/settings.ts';
import styles from './plain-switches.module.css';

/** Who we are, over pages for people without an account; on the banner of face.css. */
export function Brand() {
  return (
    <div className="face-brand">
      <img src="/mark.svg" alt="" width={34} height={34} />
      <span>ISFT</span>
    </div>
  );
}

/** The languages side by side: the sign-in page has the room, and what a menu needs is not fetched for it. */
export function LanguageChoice() {
  const t = useMessages();
  const { shown, setLocale } = useLocale();
  return (
    <fieldset className={styles.languages} aria-label={t('shell.languages')}>
      {shownLocales.map((code) => (
        <UnstyledButton
          key={code}
          lang={code}
          className={styles.language}
          aria-pressed={code === shown}
          onClick={() => void Promise.resolve(setLocale(code)).catch(console.error)}
        >
          {localeNames[code]}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}

/** Light to dark and back to the light skin that was there before. */
export function SkinToggle() {
  const t = useMessages();
  const [{ skin }, change] = usePreferences();
  const [before, setBefore] = useState<typeof skin>(skin === 'dark' ? 'light' : skin);
  const dark = skin === 'dark';
  const Icon = dark ? IconSun : IconMoon;
  const toggle = () => {
    if (!dark) setBefore(skin);
    change({ skin: dark ? before : 'dark' });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size={36}
      aria-label={t(dark ? 'shell.skin.to_light' : 'shell.skin.to_dark')}
      onClick={toggle}
    >
      <Icon size={19} stroke={1.7} />
    </ActionIcon>
  );
}
