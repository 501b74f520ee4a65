import type { PopoverProps } from '@mantine/core';
import { Popover } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { useEffect, useEffectEvent, useRef } from 'react';

export interface PopupProps extends Pick<PopoverProps, 'position' | 'width' | 'trapFocus' | 'withRoles'> {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** the button; takes a ref */
  target: ReactNode;
  children: ReactNode;
}

/**
 * A panel at a button, closed by a press anywhere else. What is opened from inside of it, such as the options of a select,
 * stands elsewhere in the document but belongs to it: React tells of presses there too. Where nothing moves on the screen
 * a panel that closed on them would take the option away before the press had become a click.
 */
export function Popup({ opened, onChange, target, children, ...place }: PopupProps) {
  const own = useRef<Event | null>(null);
  const mark = (event: SyntheticEvent) => {
    own.current = event.nativeEvent;
  };
  const press = useEffectEvent((event: Event) => {
    if (own.current !== event) onChange(false);
  });
  useEffect(() => {
    if (!opened) return;
    const outside = (event: Event) => press(event);
    document.addEventListener('mousedown', outside);
    document.addEventListener('touchstart', outside);
    return () => {
      document.removeEventListener('mousedown', outside);
      document.removeEventListener('touchstart', outside);
    };
  }, [opened]);
  return (
    <Popover shadow="md" {...place} opened={opened} onChange={onChange} closeOnClickOutside={false}>
      <div style={{ display: 'contents' }} onMouseDownCapture={mark} onTouchStartCapture={mark}>
        <Popover.Target>{target}</Popover.Target>
        {children}
      </div>
    </Popover>
  );
}
