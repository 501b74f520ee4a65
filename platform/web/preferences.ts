import { read, readJson, write, writeJson } from './session/storage.ts';
import { store } from './store.ts';

export const skins = ['light', 'dark', 'bordered', 'semi-dark'] as const;
export const layouts = ['vertical', 'horizontal'] as const;
export const navbars = ['floating', 'sticky', 'static', 'hidden'] as const;
export const footers = ['static', 'sticky', 'hidden'] as const;
export const widths = ['full', 'boxed'] as const;
/** How high the rows of lists are. */
export const rowHeights = ['dense', 'roomy'] as const;
export const transitions = ['fade', 'fade-left', 'zoom', 'none'] as const;

interface Look {
  layout: (typeof layouts)[number];
  navbar: (typeof navbars)[number];
  footer: (typeof footers)[number];
  width: (typeof widths)[number];
  transition: (typeof transitions)[number];
  rows: (typeof rowHeights)[number];
}
export interface Preferences extends Look {
  skin: (typeof skins)[number];
  menuCollapsed: boolean;
  menuHidden: boolean;
}

const usual: Look = {
  layout: 'vertical',
  navbar: 'floating',
  footer: 'static',
  width: 'full',
  transition: 'fade',
  rows: 'dense',
};
const known = <T extends string>(values: readonly T[], value: unknown, otherwise: T): T =>
  values.includes(value as T) ? (value as T) : otherwise;

function stored(): Preferences {
  const look = readJson<Partial<Look>>('look') ?? {};
  return {
    skin: known(skins, read('skin'), 'light'),
    menuCollapsed: read('menuCollapsed') === 'true',
    menuHidden: read('menuHidden') === 'true',
    layout: known(layouts, look.layout, usual.layout),
    navbar: known(navbars, look.navbar, usual.navbar),
    footer: known(footers, look.footer, usual.footer),
    width: known(widths, look.width, usual.width),
    transition: known(transitions, look.transition, usual.transition),
    rows: known(rowHeights, look.rows, usual.rows),
  };
}

const current = store<Preferences>(stored());

function change(part: Partial<Preferences>) {
  const next = { ...current.get(), ...part };
  if (part.skin) write('skin', part.skin);
  if (part.menuCollapsed !== undefined) write('menuCollapsed', String(part.menuCollapsed));
  if (part.menuHidden !== undefined) write('menuHidden', String(part.menuHidden));
  const { layout, navbar, footer, width, transition, rows } = next;
  const look: Look = { layout, navbar, footer, width, transition, rows };
  const unusual = Object.entries(look).filter(([key, value]) => usual[key as keyof Look] !== value);
  writeJson('look', unusual.length ? Object.fromEntries(unusual) : null);
  current.set(next);
}

/** How this person wants the application to look on this device: `const [look, change] = usePreferences()`. */
export const usePreferences = (): [Preferences, (part: Partial<Preferences>) => void] => [current.use(), change];
