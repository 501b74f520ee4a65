import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { clock } from '#platform/contract/clock.ts';
import { showCountdown } from '../show/values.ts';

export interface CountdownButtonProps {
  children: ReactNode;
  onClick: () => unknown;
  /** milliseconds until it may be pressed again, default 60000 */
  duration?: number | undefined;
  /** counts from the start: what it sends was sent just now, or so many milliseconds are left of the rest */
  started?: boolean | number | undefined;
  variant?: 'filled' | 'default' | 'light' | 'subtle' | undefined;
}

/** A button that rests after being pressed and says how long: send the code again. */
export function CountdownButton({
  children,
  onClick,
  duration = 60_000,
  started = false,
  variant = 'default',
}: CountdownButtonProps) {
  const [until, setUntil] = useState(() =>
    started === false ? 0 : clock.now() + (started === true ? duration : started),
  );
  const [now, setNow] = useState(() => clock.now());
  const left = Math.max(0, until - now);
  const counting = left > 0;
  useEffect(() => {
    if (!counting) return;
    // The clock is asked each time: a sleeping tab must not stretch the minute.
    const timer = setInterval(() => setNow(clock.now()), 250);
    return () => clearInterval(timer);
  }, [counting]);
  return (
    <Button
      variant={variant}
      disabled={counting}
      onClick={() => {
        const time = clock.now();
        setNow(time);
        setUntil(time + duration);
        void onClick();
      }}
    >
      {counting ? (
        <FormattedMessage id="kit.countdown.wait" values={{ label: children, time: showCountdown(left) }} />
      ) : (
        children
      )}
    </Button>
  );
}
