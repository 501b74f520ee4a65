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
 * comes with the first of them.
 */
export function useTip(tip: Tip) {
  const [shown, setShown] = useState<{ of: HTMLElement; TipShown: ComponentType<Tip & { of: HTMLElement }> } | null>(
    null,
  );
  const timer = useRef(0);
  const wanted = useRef<HTMLElement | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const after = (wait: number, act: () => void) => {
    clearTimeout(timer.current);
    if (wait === 0) act();
    else timer.current = window.setTimeout(act, wait);
  };
  const show = (of: HTMLElement, wait = before) => {
    wanted.current = of;
    // Where it does not come there is no tip.
    const part = load().catch(console.debug);
    after(wait, async () => {
      const TipShown = (await part)?.default;
      if (TipShown && wanted.current === of) setShown({ of, TipShown });
    });
  };
  const hide = (wait = 0) =>
    after(wait, () => {
      wanted.current = null;
      setShown(null);
    });
  return {
    near: {
      onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) =>
        show(currentTarget, pointerType === 'touch' ? 0 : before),
      onPointerLeave: ({ pointerType }: PointerEvent) => hide(pointerType === 'touch' ? afterTouch : 0),
      onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) =>
        target.matches(':focus-visible') ? show(currentTarget) : undefined,
      onBlur: () => hide(),
    },
    tip: shown ? <shown.TipShown of={shown.of} {...tip} /> : null,
  };
}
