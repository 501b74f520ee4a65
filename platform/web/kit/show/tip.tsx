import { type ComponentType, type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

const load = () => import('./tip-shown.tsx');
/** Milliseconds: who only passes over something asks for nothing; and a finger leaves what it points at. */
const before = 300;
const afterTouch = 1500;

export interface Tip {
  label: string;
  position?: 'top' | 'right';
  /** may take several lines of this width */
  multiline?: boolean;
  maw?: number;
}

/**
 * Words beside what the pointer or the focus is on: `near` goes to that element, `tip` stands after it. What draws them
 * comes with the first pointer that stays; where it does not come there is no tip.
 */
export function useTip(tip: Tip) {
  const [shown, setShown] = useState<{ of: HTMLElement; TipShown: ComponentType<Tip & { of: HTMLElement }> } | null>(
    null,
  );
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hide = (wait: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(setShown, wait, null);
  };
  const show = (of: HTMLElement) => {
    const part = load();
    // Whoever only passes over it need not know.
    part.catch(console.debug);
    clearTimeout(timer.current);
    const mine = window.setTimeout(() => {
      part.then(({ default: TipShown }) => timer.current === mine && setShown({ of, TipShown }));
    }, before);
    timer.current = mine;
  };
  return {
    near: {
      onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => show(currentTarget),
      onPointerLeave: ({ pointerType }: PointerEvent) => hide(pointerType === 'touch' ? afterTouch : 0),
      onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) =>
        target.matches(':focus-visible') ? show(currentTarget) : undefined,
      onBlur: () => hide(0),
    },
    tip: shown ? <shown.TipShown of={shown.of} {...tip} /> : null,
  };
}
