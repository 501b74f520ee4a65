import { Button, type MantineBreakpoint, VisuallyHidden } from '@mantine/core';
import { IconBuilding, IconCheck, IconChevronDown, IconSchool } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { inScript, localeNames, shownLocales, useMessages } from '../i18n.tsx';
import type { Choice } from '../session/session.ts';
import { useEducationForm, useInstitution, useLocale } from '../session/settings.ts';
import { useDropDown } from './drop-down.tsx';

const check = (on: boolean) =>
  on ? <IconCheck size={15} aria-hidden /> : <span style={{ display: 'inline-block', width: 15 }} />;

/** uz, ўз, ru, en. */
export function LanguageSwitch() {
  const t = useMessages();
  const { locale, shown, setLocale } = useLocale();
  const code = shown === 'uz-Cyrl' ? 'ўз' : locale;
  const { opens, menu } = useDropDown(
    () =>
      shownLocales.map((each) => ({
        id: each,
        lang: each,
        label: localeNames[each],
        icon: check(each === shown),
        act: () => void Promise.resolve(setLocale(each)).catch(console.error),
      })),
    { position: 'bottom-end' },
  );
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        c="dimmed"
        size="compact-sm"
        h={34}
        px={8}
        tt="uppercase"
        fw={600}
        fz="xs"
        aria-label={t('shell.language', { name: `${code}, ${localeNames[shown]}` })}
        {...opens}
      >
        {code}
      </Button>
      {menu}
    </>
  );
}

interface ChoiceProps {
  label: string;
  icon: ReactNode;
  selected: Choice | null;
  options: Choice[];
  choose: (value: number | string) => Promise<void>;
  visibleFrom: MantineBreakpoint | undefined;
}

function ChoiceMenu({ label, icon, selected, options, choose, visibleFrom }: ChoiceProps) {
  const [busy, setBusy] = useState(false);
  const chosen = options.find((option) => String(option.value) === String(selected?.value)) ?? selected;
  const name = inScript(chosen?.short ?? chosen?.label ?? label);
  const pick = (value: number | string) => {
    setBusy(true);
    // A refused choice has been told by a toast already.
    choose(value)
      .catch(console.error)
      .finally(() => setBusy(false));
  };
  const { opens, menu } = useDropDown(
    () => [
      { heading: label },
      ...options.map((option) => {
        const on = String(option.value) === String(selected?.value);
        return {
          id: String(option.value),
          label: inScript(option.label),
          icon: check(on),
          act: () => (on ? undefined : pick(option.value)),
        };
      }),
    ],
    { position: 'bottom-end' },
  );
  if (!options.length) return null;
  return (
    <>
      <Button
        {...(visibleFrom ? { visibleFrom } : {})}
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        size="compact-sm"
        h={34}
        fw={500}
        maw={220}
        loading={busy}
        leftSection={icon}
        rightSection={<IconChevronDown size={13} aria-hidden />}
        title={chosen ? `${label}: ${inScript(chosen.label)}` : label}
        {...opens}
      >
        {chosen ? <VisuallyHidden>{`${label}: `}</VisuallyHidden> : null}
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{name}</span>
      </Button>
      {menu}
    </>
  );
}

/** Institution and form of education; each only where there is something to choose from. */
export function ScopeSwitches({ visibleFrom }: { visibleFrom?: MantineBreakpoint }) {
  const t = useMessages();
  const institution = useInstitution();
  const form = useEducationForm();
  return (
    <>
      <ChoiceMenu
        {...institution}
        visibleFrom={visibleFrom}
        label={t('shell.institution')}
        icon={<IconBuilding size={16} stroke={1.7} aria-hidden />}
      />
      <ChoiceMenu
        {...form}
        visibleFrom={visibleFrom}
        label={t('shell.education_form')}
        icon={<IconSchool size={16} stroke={1.7} aria-hidden />}
      />
    </>
  );
}
