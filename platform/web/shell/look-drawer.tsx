import { Drawer, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useId } from 'react';
import { codeId, useMessages } from '../i18n.tsx';
import {
  footers,
  layouts,
  navbars,
  type Preferences,
  skins,
  transitions,
  usePreferences,
  widths,
} from '../preferences.ts';

/** How the application looks on this device. Every choice shows at once and stays in this browser. */
export default function LookDrawer({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const [look, change] = usePreferences();
  return (
    <Drawer opened onClose={onClose} position="right" size={380} title={t('shell.look.title')}>
      <Stack gap="lg">
        <Choice name="skin" values={skins} />
        <Choice name="layout" values={layouts} />
        <Stack gap="xs">
          <Switch
            label={t('shell.look.menu_collapsed')}
            checked={look.menuCollapsed}
            onChange={(event) => change({ menuCollapsed: event.currentTarget.checked })}
          />
          <Switch
            label={t('shell.look.menu_hidden')}
            checked={look.menuHidden}
            onChange={(event) => change({ menuHidden: event.currentTarget.checked })}
          />
        </Stack>
        <Choice name="navbar" values={navbars} />
        <Choice name="footer" values={footers} />
        <Choice name="width" values={widths} />
        <Choice name="transition" values={transitions} />
      </Stack>
    </Drawer>
  );
}

type Group = 'skin' | 'layout' | 'navbar' | 'footer' | 'width' | 'transition';

function Choice<G extends Group>({ name, values }: { name: G; values: readonly Preferences[G][] }) {
  const t = useMessages();
  const id = useId();
  const [look, change] = usePreferences();
  return (
    <div>
      <Text id={id} size="sm" fw={600} mb={6}>
        {t(`shell.look.${name}`)}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        size="xs"
        value={look[name]}
        onChange={(value) => change({ [name]: value } as Partial<Preferences>)}
        data={values.map((value) => ({ value, label: t(codeId(`shell.look.${name}`, value)) }))}
      />
    </div>
  );
}
