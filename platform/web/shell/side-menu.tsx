import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconExternalLink, IconPin, IconPinFilled } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useMessages } from '../i18n.tsx';
import { useTip } from '../kit/show/tip.tsx';
import { useDropDown } from './drop-down.tsx';
import styles from './menu.module.css';
import { containsEntry, isOutside, type MenuNode, menuSections, useMenu } from './menu.ts';
import { MenuBadge, MenuLink, waysOf } from './menu-link.tsx';
import { type OwnPages, useOwnPages } from './own-pages.ts';

interface Props {
  /** Only icons, with their names beside them on hover. */
  collapsed?: boolean;
  onNavigate?: () => void;
}

export function SideMenu({ collapsed = false, onNavigate }: Props) {
  const t = useMessages();
  const { nodes, active } = useMenu();
  const [first, ...sections] = menuSections(nodes);
  const own = useOwnPages(
    nodes,
    active,
    (first?.nodes ?? []).map(({ id }) => id),
  );
  /** Short ways to pages that stand below as well. */
  const ways = collapsed
    ? []
    : [
        { title: 'shell.menu.pinned' as const, nodes: own.pinned, way: true },
        { title: 'shell.menu.recent' as const, nodes: own.recent, way: true },
      ];
  const shown = [first, ...ways, ...sections].flatMap((section) =>
    section && section.nodes.length > 0 ? [{ way: false, ...section }] : [],
  );
  return (
    <nav aria-label={t('shell.menu')} className={styles.side} data-collapsed={collapsed || undefined}>
      {shown.map((section) => (
        <div key={`${section.title} ${section.nodes[0]?.id}`} className={styles.section}>
          {section.title ? <div className={styles.heading}>{t(section.title)}</div> : null}
          <ul className={styles.list}>
            {section.nodes.map((node) => (
              <li key={node.id}>
                {node.path ? (
                  <Leaf
                    node={node}
                    // Said once: where the page stands by itself.
                    active={node.id === active && !section.way}
                    collapsed={collapsed}
                    own={own}
                    onNavigate={onNavigate}
                  />
                ) : collapsed ? (
                  <FlyOut node={node} active={active} />
                ) : (
                  <Group
                    key={String(containsEntry(node, active))}
                    node={node}
                    active={active}
                    own={own}
                    onNavigate={onNavigate}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Leaf({
  node,
  active,
  collapsed,
  inside = false,
  own,
  onNavigate,
}: {
  node: MenuNode;
  active: boolean;
  collapsed?: boolean;
  /** in a group, where the group alone has a picture */
  inside?: boolean;
  own: OwnPages;
  onNavigate: (() => void) | undefined;
}) {
  const t = useMessages();
  // Where there is no hand to hover with, the menu is a drawer.
  const [near, setNear] = useState(false);
  const name = node.text ?? t(node.title);
  const Icon = node.icon;
  const link = (
    <MenuLink node={node} active={active} className={styles.item} onClick={onNavigate}>
      {inside ? null : <Icon size={18} stroke={1.7} />}
      <span className={styles.label}>{name}</span>
      <MenuBadge node={node} />
      {node.path && isOutside(node.path) ? <IconExternalLink size={13} className={styles.mark} /> : null}
    </MenuLink>
  );
  if (!collapsed) {
    const pinned = own.isPinned(node.id);
    const Pin = pinned ? IconPinFilled : IconPin;
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: only shows the button beside the link that has the focus
      <div
        className={styles.leaf}
        onPointerEnter={() => setNear(true)}
        onPointerLeave={() => setNear(false)}
        onFocus={() => setNear(true)}
        onBlur={(event) => setNear(event.currentTarget.contains(event.relatedTarget))}
      >
        {link}
        {node.id === 'main' || !(near || onNavigate) ? null : (
          <ActionIcon
            className={styles.pin}
            variant="transparent"
            color="gray"
            size={24}
            data-pinned={pinned || undefined}
            aria-pressed={pinned}
            aria-label={t('shell.menu.pin', { name })}
            onClick={() => own.togglePin(node.id)}
          >
            <Pin size={14} aria-hidden />
          </ActionIcon>
        )}
      </div>
    );
  }
  return <Named name={name}>{link}</Named>;
}

/** A picture, with its name beside it for whoever comes near. */
function Named({ name, children }: { name: string; children: ReactNode }) {
  const { near, tip } = useTip({ label: name, position: 'right' });
  return (
    <>
      <div {...near}>{children}</div>
      {tip}
    </>
  );
}

function Group({
  node,
  active,
  inside = false,
  own,
  onNavigate,
}: {
  node: MenuNode;
  active: string | undefined;
  inside?: boolean;
  own: OwnPages;
  onNavigate: (() => void) | undefined;
}) {
  const t = useMessages();
  const id = useId();
  const [open, setOpen] = useState(() => containsEntry(node, active));
  const Icon = node.icon;
  return (
    <>
      <UnstyledButton className={styles.item} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {inside ? null : <Icon size={18} stroke={1.7} />}
        <span className={styles.label}>{node.text ?? t(node.title)}</span>
        <MenuBadge node={node} />
        <IconChevronRight size={14} className={styles.chevron} data-open={open || undefined} aria-hidden />
      </UnstyledButton>
      <ul id={id} className={styles.children} hidden={!open}>
        {/* Most groups are closed: all of their links were more than the rest of a page. */}
        {(open ? node.children : []).map((child) => (
          <li key={child.id}>
            {child.path ? (
              <Leaf node={child} active={child.id === active} inside own={own} onNavigate={onNavigate} />
            ) : (
              <Group node={child} active={active} inside own={own} onNavigate={onNavigate} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A group of the collapsed menu opens beside it. */
function FlyOut({ node, active }: { node: MenuNode; active: string | undefined }) {
  const t = useMessages();
  const Icon = node.icon;
  const name = node.text ?? t(node.title);
  const { opens, menu } = useDropDown(() => waysOf([node], active, t), {
    position: 'right-start',
    offset: 8,
    hover: true,
  });
  return (
    <>
      <UnstyledButton
        className={styles.item}
        aria-label={name}
        data-active={containsEntry(node, active) || undefined}
        {...opens}
      >
        <Icon size={18} stroke={1.7} />
      </UnstyledButton>
      {menu}
    </>
  );
}
