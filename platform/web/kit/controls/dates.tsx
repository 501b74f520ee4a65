import { DateInput, DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { IconCalendar } from '@tabler/icons-react';
import 'dayjs/locale/ru.js';
import 'dayjs/locale/en-gb.js';
import 'dayjs/locale/uz-latn.js';
import { useIntl } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import { showDate } from '../show/values.ts';
import { clockToInstant, dateToMillis, instantToClock, millisToDate, parseDate } from './rules.ts';

const calendars: Record<string, string> = { uz: 'uz-latn', ru: 'ru', en: 'en-gb' };
export const useCalendarLocale = (): string => calendars[useIntl().locale.slice(0, 2)] ?? 'uz-latn';

export interface DateFieldProps extends FieldProps<string | null> {
  /** earliest and latest day, `YYYY-MM-DD` */
  min?: string | undefined;
  max?: string | undefined;
}

function useCalendar(props: DateFieldProps) {
  const intl = useIntl();
  return {
    locale: useCalendarLocale(),
    firstDayOfWeek: 1 as const,
    ...(props.min === undefined ? {} : { minDate: props.min }),
    ...(props.max === undefined ? {} : { maxDate: props.max }),
    leftSection: <IconCalendar size={16} aria-hidden />,
    leftSectionPointerEvents: 'none' as const,
    clearButtonProps: { 'aria-label': intl.formatMessage({ id: 'kit.clear' }) },
    ariaLabels: {
      nextMonth: intl.formatMessage({ id: 'kit.date.nextMonth' }),
      previousMonth: intl.formatMessage({ id: 'kit.date.previousMonth' }),
      nextYear: intl.formatMessage({ id: 'kit.date.nextYear' }),
      previousYear: intl.formatMessage({ id: 'kit.date.previousYear' }),
      nextDecade: intl.formatMessage({ id: 'kit.date.nextDecade' }),
      previousDecade: intl.formatMessage({ id: 'kit.date.previousDecade' }),
      monthLevelControl: intl.formatMessage({ id: 'kit.date.chooseMonth' }),
      yearLevelControl: intl.formatMessage({ id: 'kit.date.chooseYear' }),
    },
  };
}

/** A day, chosen or typed (31.12.2026). Value: `YYYY-MM-DD`, never through an instant. */
export function DateField(props: DateFieldProps) {
  const intl = useIntl();
  const calendar = useCalendar(props);
  const { value, onChange, input, required } = useField<string | null>(props, null);
  return (
    <DateInput
      {...calendar}
      value={value || null}
      onChange={onChange}
      valueFormat={(day: string) => showDate(day)}
      dateParser={parseDate}
      clearable={!required}
      placeholder={intl.formatMessage({ id: 'kit.date.format' })}
      inputMode="numeric"
      {...input}
    />
  );
}

/** The same day as milliseconds since the epoch: the beginning of that day in Tashkent. */
export function DateMillisField({
  value,
  onChange,
  ...props
}: Omit<DateFieldProps, 'name' | 'value' | 'onChange'> & {
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  return (
    <DateField
      {...props}
      value={value === null ? null : millisToDate(value)}
      onChange={(day) => onChange(day === null ? null : dateToMillis(day))}
    />
  );
}

/** A day and a time as clocks in Tashkent show it. Value: ISO instant in UTC. */
export function DateTimeField(props: DateFieldProps) {
  const intl = useIntl();
  const calendar = useCalendar(props);
  const { value, onChange, input, required } = useField<string | null>(props, null);
  return (
    <DateTimePicker
      {...calendar}
      value={value ? instantToClock(value) : null}
      onChange={(clock) => onChange(clock === null ? null : clockToInstant(clock))}
      valueFormat="DD.MM.YYYY HH:mm"
      clearable={!required}
      placeholder={intl.formatMessage({ id: 'kit.date.formatTime' })}
      submitButtonProps={{ 'aria-label': intl.formatMessage({ id: 'kit.ok' }) }}
      {...input}
    />
  );
}
