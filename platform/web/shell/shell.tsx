import { ActionIcon, Transition } from '@mantine/core';
import { useDisclosure, useHotkeys, useMediaQuery, useNetwork, useWindowScroll } from '@mantine/hooks';
import { IconAdjustments, IconArrowUp, IconMenu2 } from '@tabler/icons-react';
import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { clock } from '#platform/contract/clock.ts';
import { useAsOf } from '../as-of.ts';
import { onFirstAct } from '../first-act.ts';
import { useMessages } from '../i18n.tsx';
import { Coming, usePart } from '../later.tsx';
import { PageSpinner } from '../pages/states.tsx';
import { usePreferences } from '../preferences.ts';
import { useSession } from '../session/session.ts';
import { DialogPlace } from './dialog-place.tsx';
import { prepareMenus } from './drop-down.tsx';
import { Logo, Navbar } from './navbar.tsx';
import { Pieces } from './pieces.tsx';
import styles from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { useTitle } from './title.ts';
import { TopMenu } from './top-menu.tsx';

const AsOfBar = lazy(() => import('./as-of-bar.tsx'));
const LookDrawer = lazy(() => import('./look-drawer.tsx'));
const CommandPalette = lazy(() => import('./palette.tsx'));
const DeadlineWarning = lazy(() => import('./deadline.tsx'));
const drawerMenu = () => import('./menu-drawer.tsx');

/** Everything around a page: bar, menu, foot, and what can be opened from anywhere. */
export function Shell() {
  const t = useMessages();
  const [look] = usePreferences();
  const { user } = useSession();
  // Of the page that shows, not of the one being fetched: otherwise the old page would start anew on leaving.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const asOf = useAsOf();
  useTitle(title ? t(title) : undefined);

  const wide = useMediaQuery('(min-width: 1201px)', undefined, { getInitialValueInEffect: false }) ?? true;
  const [drawer, drawerActions] = useDisclosure(false);
  const [MenuDrawer, bringMenu] = usePart(drawerMenu);
  const [lookOpen, lookActions] = useDisclosure(false);
  const [paletteUsed, setPaletteUsed] = useState(0);
  const openPalette = () => setPaletteUsed((times) => times + 1);
  useHotkeys([['mod+K', openPalette]], [], true);

  const horizontal = wide && look.layout === 'horizontal';
  const vertical = wide && look.layout === 'vertical' && !look.menuHidden;
  const bar = look.navbar !== 'hidden';
  const openDrawer = () => {
    drawerActions.open();
    bringMenu();
  };
  const openMenu = wide ? undefined : openDrawer;
  useEffect(
    () =>
      onFirstAct(() => {
        prepareMenus();
        if (!wide) drawerMenu().catch(console.debug);
      }),
    [wide],
  );

  // Whoever signed out is on the way to the entrance: nothing here asks for anything again.
  if (!user) return null;
  return (
    <div className={styles.frame} data-width={look.width} data-layout={horizontal ? 'horizontal' : 'vertical'}>
      <a href="#main" className={styles.skip}>
        {t('shell.skip')}
      </a>
      <OfflineBanner />
      {asOf === undefined ? null : (
        <Suspense fallback={<Coming />}>
          <AsOfBar time={asOf} />
        </Suspense>
      )}
      <DialogPlace />
      {bar ? (
        <Navbar
          type={look.navbar}
          vertical={vertical}
          onMenu={openMenu}
          onSearch={openPalette}
          onLook={lookActions.open}
        >
          {horizontal && !look.menuHidden ? <TopMenu /> : null}
        </Navbar>
      ) : horizontal && !look.menuHidden ? (
        <header className={styles.header} data-type="static">
          <div className={styles.bar}>
            <div className={styles.menuRow}>
              <TopMenu />
            </div>
          </div>
        </header>
      ) : null}
      <div className={styles.body}>
        {vertical ? (
          <aside className={styles.aside} data-under={look.navbar} data-collapsed={look.menuCollapsed || undefined}>
            {bar ? null : (
              <div className={styles.asideLogo}>
                <Logo small={look.menuCollapsed} />
              </div>
            )}
            <SideMenu collapsed={look.menuCollapsed} />
          </aside>
        ) : null}
        <div className={styles.column}>
          <main id="main" tabIndex={-1} className={styles.main}>
            <div key={`${pathname} ${asOf ?? ''}`} className={styles.page} data-transition={look.transition}>
              <Suspense fallback={<PageSpinner />}>
                <Outlet />
              </Suspense>
            </div>
          </main>
          {look.footer === 'hidden' ? null : (
            <footer className={styles.footer} data-type={look.footer}>
              {t('shell.copyright', { year: String(clock.date().getFullYear()) })}
            </footer>
          )}
        </div>
      </div>

      {MenuDrawer ? <MenuDrawer opened={drawer && !wide} onClose={drawerActions.close} /> : null}
      <Corner bar={bar} onMenu={openMenu} onLook={lookActions.open} />
      <Suspense fallback={<Coming />}>
        {lookOpen ? <LookDrawer onClose={lookActions.close} /> : null}
        {paletteUsed ? <CommandPalette opened={paletteUsed} onLook={lookActions.open} /> : null}
        {user?.deadline_message ? <DeadlineWarning html={user.deadline_message} /> : null}
        <Pieces place="overlays" />
      </Suspense>
    </div>
  );
}

/** Bottom right: back to the top, and what a hidden bar would have offered. */
function Corner({ bar, onMenu, onLook }: { bar: boolean; onMenu: (() => void) | undefined; onLook: () => void }) {
  const t = useMessages();
  const [scroll, scrollTo] = useWindowScroll();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const top = () => (still ? window.scrollTo(0, 0) : scrollTo({ y: 0 }));
  return (
    <div className={styles.corner}>
      <Transition mounted={scroll.y > 300} transition="pop" duration={still ? 0 : 120}>
        {(style) => (
          <ActionIcon style={style} size={38} radius="xl" aria-label={t('shell.to_top')} onClick={top}>
            <IconArrowUp size={18} />
          </ActionIcon>
        )}
      </Transition>
      {!bar && onMenu ? (
        <ActionIcon size={38} radius="xl" variant="default" aria-label={t('shell.open_menu')} onClick={onMenu}>
          <IconMenu2 size={18} />
        </ActionIcon>
      ) : null}
      {bar ? null : (
        <ActionIcon size={38} radius="xl" variant="default" aria-label={t('shell.look.title')} onClick={onLook}>
          <IconAdjustments size={18} />
        </ActionIcon>
      )}
    </div>
  );
}

function OfflineBanner() {
  const t = useMessages();
  const { online } = useNetwork();
  const own = useMatches({ select: (matches) => matches.at(-1)?.staticData.offline });
  if (online) return null;
  return (
    <div role="alert" className={styles.offline}>
      {t(own ?? 'common.offline')}
    </div>
  );
}
