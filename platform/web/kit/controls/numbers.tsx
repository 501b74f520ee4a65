import { ActionIcon, Group, NumberInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import { boundsOf } from '../form/schema.ts';
import { stepNumber } from './rules.ts';

const toNumber = (value: string | number): number | null =>
  value === '' || value === '-' || !Number.isFinite(Number(value)) ? null : Number(value);

export interface NumberFieldProps extends FieldProps<number | null> {
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** places after the comma, default 0 */
  decimals?: number | undefined;
  suffix?: string | undefined;
}

/** A plain number: years, counts, credits. Bounds are those of the form's schema unless given. */
export function NumberField({ min, max, step = 1, decimals = 0, suffix, ...props }: NumberFieldProps) {
  const { value, onChange, input, schema } = useField<number | null>(props, null);
  const bounds = schema && props.name !== undefined ? boundsOf(schema, props.name) : {};
  return (
    <NumberInput
      value={value ?? ''}
      onChange={(next) => onChange(toNumber(next))}
      {...((min ?? bounds.min) === undefined ? {} : { min: min ?? (bounds.min as number) })}
      {...((max ?? bounds.max) === undefined ? {} : { max: max ?? (bounds.max as number) })}
      step={step}
      decimalScale={decimals}
      allowedDecimalSeparators={['.', ',']}
      // What was typed is told to be wrong, not silently changed.
      clampBehavior="none"
      {...(suffix === undefined ? {} : { suffix })}
      {...input}
    />
  );
}

export interface NumberStepperProps extends FieldProps<number | null> {
  /** default 0 */
  min?: number | undefined;
  max?: number | undefined;
  /** default 0.1 */
  step?: number | undefined;
  /** past an end it goes on at the other */
  wrap?: boolean | undefined;
}

/** Number with plus and minus, one decimal, arrow keys up and down. */
export function NumberStepper({ min = 0, max, step = 0.1, wrap = false, ...props }: NumberStepperProps) {
  const intl = useIntl();
  const { value, onChange, input, disabled } = useField<number | null>(props, null);
  const go = (direction: 1 | -1) => onChange(stepNumber(value, direction, { min, max, step, wrap }));
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (!disabled) go(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <NumberInput
      value={value ?? ''}
      onChange={(next) => onChange(toNumber(next))}
      // Whole steps need no ",0" behind them.
      decimalScale={Number.isInteger(step) ? 0 : 1}
      fixedDecimalScale
      allowNegative={min < 0}
      allowedDecimalSeparators={['.', ',']}
      withKeyboardEvents={false}
      clampBehavior="blur"
      min={min}
      {...(max === undefined ? {} : { max })}
      onKeyDown={keys}
      rightSectionWidth={64}
      rightSection={
        <StepButtons
          less={intl.formatMessage({ id: 'kit.less' })}
          more={intl.formatMessage({ id: 'kit.more' })}
          disabled={disabled}
          atMin={!wrap && value !== null && value <= min}
          atMax={!wrap && max !== undefined && value !== null && value >= max}
          go={go}
        />
      }
      {...input}
    />
  );
}

function StepButtons({
  less,
  more,
  disabled,
  atMin,
  atMax,
  go,
}: {
  less: string;
  more: string;
  disabled: boolean;
  atMin: boolean;
  atMax: boolean;
  go: (direction: 1 | -1) => void;
}) {
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={less}
        disabled={disabled || atMin}
        onClick={() => go(-1)}
      >
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={more}
        disabled={disabled || atMax}
        onClick={() => go(1)}
      >
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** So'm as a decimal string (`1500000` or `1500000.50`), shown with thin spaces. */
export function MoneyField({ currency = true, ...props }: FieldProps<string> & { currency?: boolean | undefined }) {
  const { value, onChange, input } = useField<string>(props, '');
  return (
    <NumberInput
      value={value}
      valueIsNumericString
      onValueChange={({ value: next }) => onChange(next)}
      thousandSeparator={'\u2009'}
      decimalSeparator=","
      allowedDecimalSeparators={['.', ',']}
      decimalScale={2}
      allowNegative={false}
      hideControls
      inputMode="decimal"
      maxLength={24}
      rightSectionWidth={currency ? 52 : 0}
      rightSectionPointerEvents="none"
      rightSection={
        currency ? (
          <span style={{ fontSize: 'var(--mantine-font-size-sm)', color: 'var(--mantine-color-dimmed)' }}>
            <FormattedMessage id="kit.som" />
          </span>
        ) : null
      }
      {...input}
    />
  );
}
