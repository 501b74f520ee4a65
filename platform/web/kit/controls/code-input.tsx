import { Group, Input } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import { codeDigits } from './rules.ts';

export interface CodeInputProps extends FieldProps<string> {
  /** boxes, default 6 */
  length?: number | undefined;
  onComplete?: ((code: string) => void) | undefined;
}

/** Six boxes, one digit each; pasting fills them in order. Value: the digits that are there, in order. */
export function CodeInput({ length = 6, onComplete, ...props }: CodeInputProps) {
  const intl = useIntl();
  const id = useId();
  const { value, onChange, onBlur, input, disabled, required, error } = useField<string>(props, '');
  // The value is a text and cannot say which box in the middle is empty; the boxes can.
  const [kept, setKept] = useState<string[]>([]);
  const own = kept.join('') === value ? kept : [...codeDigits(value, length)];
  const boxes = Array.from({ length }, (_, index) => own[index] ?? '');
  const root = useRef<HTMLDivElement>(null);
  const focus = (index: number) =>
    root.current?.querySelectorAll('input')[Math.max(0, Math.min(index, length - 1))]?.focus();

  const put = (next: string[]) => {
    setKept(next);
    const code = next.join('');
    onChange(code);
    if (code.length === length && code !== value) onComplete?.(code);
  };
  const fill = (from: number, text: string) => {
    const digits = codeDigits(text, length - from);
    if (digits === '') return;
    put(boxes.map((digit, index) => digits[index - from] ?? digit));
    focus(from + digits.length);
  };
  const keys = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Backspace') {
      event.preventDefault();
      const at = boxes[index] === '' ? index - 1 : index;
      put(boxes.map((digit, other) => (other === at ? '' : digit)));
      focus(index - 1);
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault();
      focus(index + (event.key === 'ArrowLeft' ? -1 : 1));
    }
  };
  return (
    <Input.Wrapper
      id={id}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      label={input.label}
      description={input.description}
      error={error}
      required={required}
      style={input.style}
    >
      <Group
        ref={root}
        role="group"
        aria-labelledby={`${id}-label`}
        gap="xs"
        mt={4}
        wrap="nowrap"
        data-path={props.name}
      >
        {boxes.map((digit, index) => (
          <Input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={index}
            w={40}
            styles={{ input: { textAlign: 'center', paddingInline: 0 } }}
            inputMode="numeric"
            // The phone offers the code of the message at the first box, and fills all from it.
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={intl.formatMessage({ id: 'kit.code.box' }, { number: index + 1, length })}
            aria-required={required}
            value={digit}
            disabled={disabled}
            error={Boolean(error)}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={(event) => {
              if (!root.current?.contains(event.relatedTarget)) onBlur();
            }}
            onKeyDown={(event) => keys(event, index)}
            onChange={(event) => {
              const typed = codeDigits(event.currentTarget.value, length + 1);
              // A second digit in a full box goes to the next one.
              if (digit !== '' && typed.length === 2 && typed.startsWith(digit))
                fill(Math.min(index + 1, length - 1), typed.slice(1));
              else fill(index, typed);
            }}
            onPaste={(event) => {
              event.preventDefault();
              fill(0, event.clipboardData.getData('text'));
            }}
          />
        ))}
      </Group>
    </Input.Wrapper>
  );
}
