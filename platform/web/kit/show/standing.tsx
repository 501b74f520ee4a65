import { type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';

type Listener = (event: Event) => void;
interface Props {
  of: HTMLElement;
  // Given by the target of a menu or panel, as to any child of it.
  ref?: Ref<HTMLElement>;
  onClick?: Listener;
  onMouseEnter?: Listener;
  onMouseLeave?: Listener;
  id?: string;
  'aria-haspopup'?: string;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'data-expanded'?: boolean;
}

/**
 * Stands for a button that is drawn elsewhere, as the target of a menu or panel that came later: the button keeps its place
 * and the focus, and takes from here what opens it and what it says of what it opens.
 */
export function Standing({ of, ref, onClick, onMouseEnter, onMouseLeave, ...says }: Props) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return;
    ref(of);
    return () => {
      ref(null);
    };
  }, [of, ref]);
  const listeners = useRef({ click: onClick, mouseenter: onMouseEnter, mouseleave: onMouseLeave });
  useLayoutEffect(() => {
    listeners.current = { click: onClick, mouseenter: onMouseEnter, mouseleave: onMouseLeave };
    for (const [name, value] of Object.entries(says))
      if (value === undefined) of.removeAttribute(name);
      else of.setAttribute(name, String(value));
  });
  useEffect(() => {
    const told = new AbortController();
    for (const kind of ['click', 'mouseenter', 'mouseleave'] as const)
      of.addEventListener(kind, (event) => listeners.current[kind]?.(event), { signal: told.signal });
    return () => told.abort();
  }, [of]);
  return null;
}

/** Whether what has such a target may open: once that is there, so that it knows where to stand, and where the focus goes back to. */
export function useTargetStands(): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return stands;
}
