import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../i18n.tsx';
import { type DropDownPart, useDropDown } from './drop-down.tsx';
import styles from './menu.module.css';
import { containsEntry, type MenuNode, type MenuSection, menuSections, useMenu } from './menu.ts';
import { MenuLink, waysOf } from './menu-link.tsx';

/** A page by itself, or a drop-down of pages. */
type Tab = MenuNode | MenuSection;
const isPage = (tab: Tab): tab is MenuNode => 'path' in tab && tab.path !== undefined;

/**
 * The menu of the horizontal layout, in one row: one drop-down for each heading, entries without a heading stand by
 * themselves. What does not fit stands under "More".
 */
export function TopMenu() {
  const t = useMessages();
  const { nodes, active } = useMenu();
  const tabs = menuSections(nodes).flatMap((section): Tab[] =>
    section.title
      ? [section]
      : section.nodes.map((node) => (node.path ? node : { title: node.title, nodes: node.children })),
  );
  const row = useRef<HTMLElement>(null);
  const fits = useFits(row, tabs.length);
  const rest = tabs.slice(fits);
  return (
    <div className={styles.row}>
      <nav ref={row} aria-label={t('shell.menu')} className={styles.top}>
        {tabs.map((tab, index) => {
          const below = { 'data-below': index >= fits || undefined };
          return isPage(tab) ? (
            <span key={tab.id} {...below}>
              <MenuLink node={tab} active={tab.id === active} className={styles.tab}>
                <tab.icon size={16} stroke={1.7} />
                {tab.text ?? t(tab.title)}
              </MenuLink>
            </span>
          ) : (
            <span key={tab.nodes[0]?.id} {...below}>
              <DropDown title={t(tab.title ?? 'shell.menu')} sections={[tab]} active={active} />
            </span>
          );
        })}
      </nav>
      {rest.length > 0 && (
        <span className={styles.more}>
          <DropDown title={t('shell.menu.more')} sections={rest} active={active} headed />
        </span>
      )}
    </div>
  );
}

/** How many children of a row stand on its first line. */
function useFits(row: RefObject<HTMLElement | null>, count: number): number {
  const [fits, setFits] = useState(count);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      const children = [...element.children] as HTMLElement[];
      const top = children[0]?.offsetTop ?? 0;
      const below = children.findIndex((child) => child.offsetTop > top + 4);
      setFits(below < 0 ? count : below);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.parentElement ?? element);
    return () => observer.disconnect();
  }, [row, count]);
  return fits;
}

function DropDown({
  title,
  sections,
  active,
  headed = false,
}: {
  title: string;
  sections: Tab[];
  active: string | undefined;
  /** each with its heading */
  headed?: boolean;
}) {
  const t = useMessages();
  const nodesOf = (tab: Tab) => (isPage(tab) ? [tab] : tab.nodes);
  const inside = sections.some((tab) => nodesOf(tab).some((node) => containsEntry(node, active)));
  const parts = () =>
    sections.flatMap((tab): DropDownPart[] => [
      ...(headed && !isPage(tab) ? [{ heading: t(tab.title ?? 'shell.menu') }] : []),
      ...waysOf(nodesOf(tab), active, t, true),
    ]);
  const { opens, menu } = useDropDown(parts, { position: 'bottom-start', offset: 4 });
  return (
    <>
      <UnstyledButton className={styles.tab} data-active={inside || undefined} {...opens}>
        {title}
        <IconChevronDown size={13} aria-hidden />
      </UnstyledButton>
      {menu}
    </>
  );
}
