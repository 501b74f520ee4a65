import { Input, PinInput } from '@mantine/core';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import { codeDigits } from './rules.ts';

/** Six boxes, one digit each; pasting fills them in order. Value: the digits typed so far. */
export function CodeInput({ length = 6, onComplete, ...props }: FieldProps<string> & { length?: number | undefined; onComplete?: ((code: string) => void) | undefined }) {
  const intl = useIntl();
  const id = useId();
  const { value, onChange, onBlur, input, disabled, required, error } = useField<string>(props, '');
  return (
    <Input.Wrapper id={id} labelElement="div" label={input.label} description={input.description} error={error} required={required} data-path={props.name} style={input.style}>
      <PinInput
        length={length}
        type="number"
        inputMode="numeric"
        oneTimeCode
        placeholder=""
        value={value}
        disabled={disabled}
        error={Boolean(error)}
        onChange={onChange}
        onBlur={onBlur}
        onPaste={(event) => {
          // The library takes a paste only when it is clean; people copy "12-34 56" with what stands around it.
          const digits = codeDigits(event.clipboardData.getData('text'), length);
          event.preventDefault();
          event.stopPropagation();
          if (digits === '') return;
          onChange(digits);
          if (digits.length === length) onComplete?.(digits);
        }}
        {...(onComplete ? { onComplete } : {})}
        getInputProps={(index) => ({ 'aria-label': intl.formatMessage({ id: 'kit.code.box' }, { number: index + 1, length }) })}
        mt={4}
      />
    </Input.Wrapper>
  );
}
