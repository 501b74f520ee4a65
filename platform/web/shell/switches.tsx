import { Button, type MantineBreakpoint, Menu, VisuallyHidden } from '@mantine/core';
import { IconBuilding, IconCheck, IconChevronDown, IconSchool } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { inScript, localeNames, shownLocales, useMessages } from '../i18n.tsx';
import type { Choice } from '../session/session.ts';
import { useEducationForm, useInstitution, useLocale } from '../session/settings.ts';

const check = (on: boolean) =>
  on ? <IconCheck size={15} aria-hidden /> : <span style={{ display: 'inline-block', width: 15 }} />;

/** uz, ўз, ru, en. */
export function LanguageSwitch() {
  const t = useMessages();
  const { locale, shown, setLocale } = useLocale();
  const code = shown === 'uz-Cyrl' ? 'ўз' : locale;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
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
        >
          {code}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shownLocales.map((each) => (
          <Menu.Item
            key={each}
            lang={each}
            leftSection={check(each === shown)}
            onClick={() => void Promise.resolve(setLocale(each)).catch(console.error)}
          >
            {localeNames[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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
  if (!options.length) return null;
  const chosen = options.find((option) => String(option.value) === String(selected?.value)) ?? selected;
  const name = inScript(chosen?.short ?? chosen?.label ?? label);
  const pick = (value: number | string) => {
    setBusy(true);
    // A refused choice has been told by a toast already.
    choose(value)
      .catch(console.error)
      .finally(() => setBusy(false));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
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
        >
          {chosen ? <VisuallyHidden>{`${label}: `}</VisuallyHidden> : null}
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {options.map((option) => {
          const on = String(option.value) === String(selected?.value);
          return (
            <Menu.Item key={option.value} leftSection={check(on)} onClick={() => (on ? undefined : pick(option.value))}>
              {inScript(option.label)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
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
