import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconAdjustments,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconSearch,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n.tsx';
import { usePreferences } from '../preferences.ts';
import { Pieces } from './pieces.tsx';
import { SkinToggle } from './plain-switches.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import styles from './shell.module.css';
import { LanguageSwitch, ScopeSwitches } from './switches.tsx';

export function Logo({ small = false }: { small?: boolean }) {
  const t = useMessages();
  return (
    <Link to="/home" search={{}} className={styles.logo} data-small={small || undefined} aria-label={t('shell.logo')}>
      <img src="/mark.svg" alt="" width={28} height={28} />
      {small ? null : <span>ISFT</span>}
    </Link>
  );
}

interface Props {
  type: string;
  /** The side menu stands beside the page, so it can be collapsed from here. */
  vertical: boolean;
  onMenu: (() => void) | undefined;
  onSearch: () => void;
  onLook: () => void;
  children: ReactNode;
}

export function Navbar({ type, vertical, onMenu, onSearch, onLook, children }: Props) {
  const t = useMessages();
  const [{ menuCollapsed }, change] = usePreferences();
  const Collapse = menuCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <header className={styles.header} data-type={type}>
      <div className={styles.bar}>
        <div className={styles.row}>
          {onMenu ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={38}
              className={styles.icon ?? ''}
              aria-label={t('shell.open_menu')}
              onClick={onMenu}
            >
              <IconMenu2 size={20} stroke={1.7} />
            </ActionIcon>
          ) : null}
          <Logo small={vertical && menuCollapsed} />
          {vertical ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              className={styles.icon ?? ''}
              aria-pressed={menuCollapsed}
              aria-label={t(menuCollapsed ? 'shell.expand_menu' : 'shell.collapse_menu')}
              onClick={() => change({ menuCollapsed: !menuCollapsed })}
            >
              <Collapse size={19} stroke={1.6} />
            </ActionIcon>
          ) : null}
          <span className={styles.space} />
          <UnstyledButton className={styles.search} onClick={onSearch} visibleFrom="sm" aria-keyshortcuts="Control+K">
            <IconSearch size={16} stroke={1.8} aria-hidden />
            <span>{t('shell.palette.open')}</span>
            <kbd aria-hidden>Ctrl K</kbd>
          </UnstyledButton>
          <ActionIcon
            hiddenFrom="sm"
            variant="subtle"
            color="gray"
            size={36}
            className={styles.icon ?? ''}
            onClick={onSearch}
          >
            <IconSearch size={19} stroke={1.7} />
            <VisuallyHidden>{t('shell.palette.open')}</VisuallyHidden>
          </ActionIcon>
          <span className={styles.space} />
          <ScopeSwitches visibleFrom="md" />
          <Pieces place="navbar" waiting={<span data-waits className={styles.place} />} />
          <LanguageSwitch />
          <span className={styles.skin}>
            <SkinToggle />
          </span>
          <ActionIcon
            visibleFrom="sm"
            variant="subtle"
            color="gray"
            size={36}
            className={styles.icon ?? ''}
            aria-label={t('shell.look.title')}
            onClick={onLook}
          >
            <IconAdjustments size={19} stroke={1.7} />
          </ActionIcon>
          <ProfileMenu onLook={onLook} />
        </div>
        {children ? <div className={styles.menuRow}>{children}</div> : null}
      </div>
    </header>
  );
}
