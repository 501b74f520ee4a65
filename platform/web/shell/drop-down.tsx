import type { FloatingPosition } from '@mantine/core';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { usePart } from '../later.tsx';

const load = () => import('./drop-down-menu.tsx');
/** Brings what draws menus before one is opened. */
export const prepareMenus = (): void => void load().catch(console.debug);

interface Shown {
  label: ReactNode;
  icon?: ReactNode;
  /** the language of the label, where it is not that of the page */
  lang?: string;
}
/** Does something. */
interface Act extends Shown {
  id: string;
  act: () => void;
}
/** Leads to a page, or out. */
interface Way extends Shown {
  id: string;
  path: string;
  newTab?: boolean | undefined;
  current?: boolean;
  disabled?: boolean | undefined;
}
/** A line of a drop-down. */
export type DropDownPart = Act | Way | { heading: ReactNode } | { words: ReactNode } | 'line';

export interface DropDownPlace {
  position: FloatingPosition;
  offset?: number;
  width?: number;
  /** opens for a pointer that stays, too */
  hover?: boolean;
}

/** A menu of the shell: `opens` goes to its button, `menu` stands after it. What draws menus comes with somebody's first act. */
export function useDropDown(parts: () => readonly DropDownPart[], place: DropDownPlace) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [DropDownMenu, bring] = usePart(load);
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    setButton(currentTarget);
    bring();
  };
  return {
    opens: {
      'aria-haspopup': 'menu' as const,
      // What opens says afterwards whether it is open.
      'aria-expanded': false,
      onClick: open,
      ...(place.hover ? { onPointerEnter: open } : {}),
    },
    menu: button && DropDownMenu ? <DropDownMenu of={button} parts={parts} {...place} /> : null,
  };
}
