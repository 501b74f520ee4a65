import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkTo } from '../address.ts';
import { type Translate, useMessages } from '../i18n.tsx';
import { useSession } from '../session/session.ts';
import type { DropDownPart } from './drop-down.tsx';
import { isOutside, type MenuNode } from './menu.ts';

interface Props {
  node: MenuNode;
  active: boolean;
  className?: string | undefined;
  title?: string | undefined;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

/** An entry of whichever menu: a page, a link that leads out, or something that cannot be opened now. */
export function MenuLink({ node, active, className, title, onClick, children }: Props) {
  const path = node.path ?? '';
  const shared = { className, title, 'data-active': active || undefined, onClick };
  if (node.disabled) {
    return (
      <span className={className} aria-disabled title={title}>
        {children}
      </span>
    );
  }
  if (isOutside(path) || node.newTab) {
    return (
      <a {...shared} href={path} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  return (
    <Link {...shared} {...linkTo(path)} aria-current={active ? 'page' : undefined} activeProps={{}}>
      {children}
    </Link>
  );
}

export function MenuBadge({ node }: { node: MenuNode }) {
  const t = useMessages();
  const { user } = useSession();
  const badge = user ? node.badge?.(user) : undefined;
  if (!badge) return null;
  const warning = badge.tone === 'warning';
  return (
    <Badge
      size="sm"
      circle={badge.text.length < 2}
      variant="filled"
      color={warning ? 'red.8' : 'accent'}
      {...(warning ? { 'aria-label': t('shell.needs_attention') } : {})}
    >
      {badge.text}
    </Badge>
  );
}

/** Entries as lines of a drop-down, each group with its heading. */
export const waysOf = (
  nodes: readonly MenuNode[],
  active: string | undefined,
  t: Translate,
  pictures = false,
): DropDownPart[] =>
  nodes.flatMap((node): DropDownPart[] => {
    const label = node.text ?? t(node.title);
    if (!node.path) return [{ heading: label }, ...waysOf(node.children, active, t, pictures)];
    return [
      {
        id: node.id,
        label,
        path: node.path,
        newTab: node.newTab,
        current: node.id === active,
        disabled: node.disabled,
        icon: pictures ? <node.icon size={16} stroke={1.7} /> : undefined,
      },
    ];
  });
