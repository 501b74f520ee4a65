import { type FocusEvent, lazy, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Coming } from '../../later.tsx';

const load = () => import('./tip-shown.tsx');
const TipShown = lazy(load);
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
 * comes with the first pointer that stays.
 */
export function useTip(tip: Tip) {
  const [of, setOf] = useState<HTMLElement | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (element: HTMLElement | null, wait: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOf(element), wait);
  };
  return {
    near: {
      onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => {
        void load();
        later(currentTarget, before);
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => later(null, pointerType === 'touch' ? afterTouch : 0),
      onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) =>
        target.matches(':focus-visible') ? later(currentTarget, before) : undefined,
      onBlur: () => later(null, 0),
    },
    tip: of ? (
      <Suspense fallback={<Coming />}>
        <TipShown of={of} {...tip} />
      </Suspense>
    ) : null,
  };
}
