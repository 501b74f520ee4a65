import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NameIn } from '../../i18n.tsx';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import { boundsOf } from '../form/schema.ts';
import { groupAmount, isMoney, readMoney, readNumber } from './numerals.ts';
import { stepNumber } from './rules.ts';
import { useTyped } from './typed.ts';

export interface NumberFieldProps extends FieldProps<number | null> {
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** places after the comma, default 0 */
  decimals?: number | undefined;
  suffix?: string | undefined;
}

/** With the reader's comma; thousands apart only where there are many, as years are numbers too. */
const shown = (value: number | null, locale: string, places?: number) =>
  value === null || Number.isNaN(value)
    ? ''
    : value
        .toLocaleString('ru', {
          useGrouping: 'min2',
          minimumFractionDigits: places ?? 0,
          maximumFractionDigits: places ?? 10,
        })
        .replaceAll('\u00a0', '\u2009')
        .replace(',', locale === 'en' ? '.' : ',');

interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
}

/** What number fields share: the text as it was typed, and what is wrong with it. Arrow keys go a step up and down. */
function useNumber(
  props: FieldProps<number | null>,
  { decimals, places, bounds, known = {} }: { decimals: number; places?: number; bounds: Bounds; known?: Bounds },
  go: (value: number | null, direction: 1 | -1) => number,
) {
  const locale = useIntl().locale.slice(0, 2);
  const field = useField<number | null>(props, null);
  const { value, onChange, input, disabled } = field;
  const typed = useTyped(field, {
    show: (number) => shown(number, locale, places),
    read: (text) => within(readNumber(text, decimals), bounds),
  });
  const step = (direction: 1 | -1) => {
    const next = go(Number.isNaN(value) ? null : value, direction);
    onChange(next);
  };
  return {
    value,
    disabled,
    step,
    box: {
      ...input,
      inputMode: decimals > 0 ? ('decimal' as const) : ('numeric' as const),
      className: 'tabular',
      autoComplete: 'off',
      maxLength: 40,
      value: typed.text,
      onChange: (event: { currentTarget: { value: string } }) => typed.type(event.currentTarget.value),
      onFocus: typed.onFocus,
      onBlur: typed.onBlur,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        if (!disabled) step(event.key === 'ArrowUp' ? 1 : -1);
      },
      ...(typed.inside && !input.error ? {} : faultOf(value, typed.text, decimals, bounds, input.error ? {} : known)),
    },
  };
}

/** NaN, which no schema takes, past the ends that the field itself was given. */
const within = (value: number | null, bounds: Bounds) =>
  value === null || (value >= (bounds.min ?? value) && value <= (bounds.max ?? value)) ? value : Number.NaN;

/** Said by the field itself, as it alone knows what was typed; of the bounds in its schema the form has better words. */
function faultOf(value: number | null, text: string, decimals: number, bounds: Bounds, known: Bounds) {
  if (value === null) return {};
  const number = readNumber(text, Number.POSITIVE_INFINITY);
  const say = (id: NameIn<'kit.error'>, values: Record<string, string | number>) => ({
    error: <FormattedMessage id={`kit.error.${id}`} values={values} />,
  });
  if (number === null || Number.isNaN(number)) return Number.isNaN(value) ? say('notNumber', { text }) : {};
  const { min, max } = { ...known, ...bounds };
  if (min !== undefined && number < min) return say('min', { min });
  if (max !== undefined && number > max) return say('max', { max });
  return Number.isNaN(value) ? say('places', { places: decimals }) : {};
}

/** A plain number: years, counts, credits. Bounds are those of the form's schema unless given. */
export function NumberField({ min, max, step = 1, decimals = 0, suffix, ...props }: NumberFieldProps) {
  const form = useField<number | null>(props, null);
  const known = form.schema && props.name !== undefined ? boundsOf(form.schema, props.name) : {};
  const lowest = min ?? known.min;
  const { box } = useNumber(props, { decimals, bounds: { min, max }, known }, (value, direction) =>
    value === null
      ? (lowest ?? 0)
      : stepNumber(value, direction, { min: lowest ?? Number.NEGATIVE_INFINITY, max: max ?? known.max, step }),
  );
  return <TextInput {...box} {...(suffix === undefined ? {} : unit(suffix))} />;
}

const unit = (suffix: string) => ({
  rightSection: (
    <Text component="span" size="sm" c="dimmed">
      {suffix.trim()}
    </Text>
  ),
  rightSectionPointerEvents: 'none' as const,
  rightSectionWidth: 20 + suffix.length * 8,
});

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
  // Whole steps need no ",0" behind them.
  const decimals = Number.isInteger(step) ? 0 : 1;
  const number = useNumber(props, { decimals, places: decimals, bounds: { min, max } }, (value, direction) =>
    stepNumber(value, direction, { min, max, step, wrap }),
  );
  const { value } = number;
  return (
    <TextInput
      {...number.box}
      rightSectionWidth={64}
      rightSection={
        <StepButtons
          less={intl.formatMessage({ id: 'kit.less' })}
          more={intl.formatMessage({ id: 'kit.more' })}
          disabled={number.disabled}
          atMin={!wrap && value !== null && value <= min}
          atMax={!wrap && max !== undefined && value !== null && value >= max}
          go={number.step}
        />
      }
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

/** Characters of an amount but for the spaces between its thousands. */
const weight = (text: string) => text.replaceAll(/\s/g, '').length;

/** So'm as a decimal string (`1500000` or `1500000.50`), shown with thin spaces. What is no amount stays as it was typed. */
export function MoneyField({ currency = true, ...props }: FieldProps<string> & { currency?: boolean | undefined }) {
  const field = useField<string>(props, '');
  const { value, input } = field;
  const box = useRef<HTMLInputElement>(null);
  // Digits before the caret: the spaces that come and go must not move it.
  const caret = useRef<number | null>(null);
  const typed = useTyped(field, {
    show: (amount) => (isMoney(amount) ? groupAmount(amount) : amount),
    read: (text) => (text.trim() === '' ? '' : readMoney(text)),
  });
  useLayoutEffect(() => {
    if (caret.current === null || !box.current) return;
    let at = 0;
    while (at < typed.text.length && weight(typed.text.slice(0, at)) < caret.current) at += 1;
    box.current.setSelectionRange(at, at);
    caret.current = null;
  });
  const wrong = value !== '' && !isMoney(value) && (!typed.inside || Boolean(input.error));
  return (
    <TextInput
      {...input}
      ref={box}
      className="tabular"
      autoComplete="off"
      inputMode="decimal"
      maxLength={40}
      value={typed.text}
      onChange={(event) => {
        const { value: text, selectionStart } = event.currentTarget;
        caret.current = weight(text.slice(0, selectionStart ?? text.length));
        typed.type(groupAmount(text));
      }}
      onFocus={typed.onFocus}
      onBlur={typed.onBlur}
      rightSectionWidth={currency ? 52 : 0}
      rightSectionPointerEvents="none"
      rightSection={
        currency ? (
          <span style={{ fontSize: 'var(--mantine-font-size-sm)', color: 'var(--mantine-color-dimmed)' }}>
            <FormattedMessage id="kit.som" />
          </span>
        ) : null
      }
      {...(wrong ? { error: <FormattedMessage id="kit.error.notAmount" values={{ text: value }} /> } : {})}
    />
  );
}
