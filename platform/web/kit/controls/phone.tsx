import { Anchor, Input } from '@mantine/core';
import { useId, useState } from 'react';
import { IMaskInput } from 'react-imask';
import { FormattedMessage } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import type { PhoneMask } from './rules.ts';
import { isForeignPhone, maskedFromPhone, phoneFromMasked, preparePhone } from './rules.ts';

const masks = { short: '(00) 000-00-00', full: '+{998}(00) 000 00 00', international: '+000000000000000' } as const;

export interface PhoneFieldProps extends FieldProps<string> {
  /** `short` (99) 999-99-99, `full` +998(XX) XXX XX XX */
  mask?: 'short' | 'full' | undefined;
  /** offers a box for foreign numbers */
  foreign?: boolean | undefined;
}

/** Phone number. Value: digits with the country code, `998901234567`; '' while empty. */
export function PhoneField({ mask = 'short', foreign = true, ...props }: PhoneFieldProps) {
  const id = useId();
  const { value, onChange, onBlur, input, disabled, required, error } = useField<string>(props, '');
  const [abroad, setAbroad] = useState(false);
  const shown: PhoneMask = abroad || isForeignPhone(value) ? 'international' : mask;
  return (
    <div style={input.style}>
      <Input.Wrapper id={id} label={input.label} description={input.description} error={error} required={required}>
        <Input
          key={shown}
          component={IMaskInput}
          id={id}
          mask={masks[shown]}
          unmask
          prepare={(typed: string, masked: { value: string }) => preparePhone(typed, shown, masked.value === '')}
          value={maskedFromPhone(value, shown)}
          onAccept={(typed: string) => {
            const next = phoneFromMasked(typed, shown);
            if (next !== value) onChange(next);
          }}
          onBlur={onBlur}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder={shown === 'short' ? '(90) 123-45-67' : shown === 'full' ? '+998(90) 123 45 67' : '+'}
          disabled={disabled}
          required={required}
          error={Boolean(error)}
          data-path={props.name}
          {...(shown === 'short'
            ? {
                leftSection: <span style={{ fontSize: 'var(--mantine-font-size-sm)' }}>+998</span>,
                leftSectionWidth: 54,
              }
            : {})}
          {...(props['aria-label'] === undefined ? {} : { 'aria-label': props['aria-label'] })}
        />
      </Input.Wrapper>
      {foreign && !disabled && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          mt={4}
          onClick={() => {
            onChange('');
            setAbroad(shown !== 'international');
          }}
        >
          <FormattedMessage id={shown === 'international' ? 'kit.phone.local' : 'kit.phone.foreign'} />
        </Anchor>
      )}
    </div>
  );
}
