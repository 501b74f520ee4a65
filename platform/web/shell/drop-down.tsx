import type { FloatingPosition } from '@mantine/core';
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { Coming } from '../later.tsx';

const load = () => import('./drop-down-menu.tsx');
const DropDownMenu = lazy(load);

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

/** A menu of the shell: `opens` goes to its button, `menu` stands after it. What draws menus comes when one is wanted. */
export function useDropDown(parts: () => readonly DropDownPart[], place: DropDownPlace) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => setButton(currentTarget);
  return {
    opens: {
      'aria-haspopup': 'menu' as const,
      // What opens says afterwards whether it is open.
      'aria-expanded': false,
      onClick: open,
      onPointerEnter: place.hover ? open : () => void load(),
    },
    menu: button ? (
      <Suspense fallback={<Coming />}>
        <DropDownMenu of={button} parts={parts} {...place} />
      </Suspense>
    ) : null,
  };
}
