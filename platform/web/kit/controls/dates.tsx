import { Input, Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { type MessageId, type ShownLocale, useShownLocale } from '../../i18n.tsx';
import '@mantine/dates/styles.css';
import { IconCalendar } from '@tabler/icons-react';
import 'dayjs/locale/ru.js';
import 'dayjs/locale/en-gb.js';
import 'dayjs/locale/uz.js';
import 'dayjs/locale/uz-latn.js';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import { Popup } from '../show/popup.tsx';
import { showDate } from '../show/values.ts';
import { clockToInstant, dateToMillis, instantToClock, isDay, millisToDate, parseClock, parseDate } from './rules.ts';
import { useTyped } from './typed.ts';

// Its plain Uzbek is the Cyrillic one.
const calendars: Record<ShownLocale, string> = { uz: 'uz-latn', 'uz-Cyrl': 'uz', ru: 'ru', en: 'en-gb' };
export const useCalendarLocale = (): string => calendars[useShownLocale()];

export interface DateFieldProps extends FieldProps<string | null> {
  /** earliest and latest day, `YYYY-MM-DD` */
  min?: string | undefined;
  max?: string | undefined;
}

function useCalendar({ min, max }: DateFieldProps) {
  const intl = useIntl();
  return {
    locale: useCalendarLocale(),
    firstDayOfWeek: 1 as const,
    // Half a date of the other end of a range bounds nothing.
    ...(min !== undefined && isDay(min) ? { minDate: min } : {}),
    ...(max !== undefined && isDay(max) ? { maxDate: max } : {}),
    ariaLabels: {
      nextMonth: intl.formatMessage({ id: 'kit.date.nextMonth' }),
      previousMonth: intl.formatMessage({ id: 'kit.date.previousMonth' }),
      nextYear: intl.formatMessage({ id: 'kit.date.nextYear' }),
      previousYear: intl.formatMessage({ id: 'kit.date.previousYear' }),
      nextDecade: intl.formatMessage({ id: 'kit.date.nextDecade' }),
      previousDecade: intl.formatMessage({ id: 'kit.date.previousDecade' }),
    },
  };
}

/** A calendar that stands open: the day that is chosen is told at once. */
export function DayPicker({
  value,
  max,
  onChange,
}: {
  value: string | null;
  max: string;
  onChange: (day: string) => void;
}) {
  const calendar = useCalendar({ max });
  return <DatePicker {...calendar} value={value} onChange={(day) => day && onChange(day)} defaultDate={value ?? max} />;
}

interface Kind {
  /** texts: how it is written, and what is said of what is not */
  format: MessageId;
  fault: MessageId;
  /** the value of a text, or null where there is none */
  parse: (text: string) => string | null;
  show: (value: string) => string;
  dayOf: (value: string) => string | null;
  /** the value when a day is chosen in the calendar */
  take: (day: string, before: string | null) => string;
}

const day: Kind = {
  format: 'kit.date.format',
  fault: 'kit.error.notDate',
  parse: parseDate,
  show: showDate,
  dayOf: (value) => (isDay(value) ? value : null),
  take: (chosen) => chosen,
};

const isInstant = (value: string) => /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
const instant: Kind = {
  format: 'kit.date.formatTime',
  fault: 'kit.error.notDateTime',
  parse: (text) => {
    const clock = parseClock(text);
    return clock && clockToInstant(clock);
  },
  show: (value) => {
    if (!isInstant(value)) return value;
    const clock = instantToClock(value);
    return `${showDate(clock)} ${clock.slice(11, 16)}`;
  },
  dayOf: (value) => (isInstant(value) ? instantToClock(value).slice(0, 10) : null),
  take: (chosen, before) =>
    clockToInstant(`${chosen} ${before && isInstant(before) ? instantToClock(before).slice(11, 16) : '00:00'}`),
};

/** Typed or chosen in a calendar. What is typed and is no such value becomes the value as it stands: every schema refuses it. */
function DateBox({ kind, ...props }: DateFieldProps & { kind: Kind }) {
  const intl = useIntl();
  const calendar = useCalendar(props);
  const field = useField<string | null>(props, null);
  const { value, onChange, required, disabled, input } = field;
  const [opened, setOpened] = useState(false);
  const typed = useTyped(field, {
    show: (stored) => (stored ? kind.show(stored) : ''),
    read: (text) => (text.trim() === '' ? null : (kind.parse(text) ?? text.trim())),
  });
  const chosen = value ? kind.dayOf(value) : null;
  const [month, setMonth] = useState(chosen);
  // The calendar follows what is typed; its arrows lead away from it until the next day is chosen.
  const [followed, setFollowed] = useState(chosen);
  if (chosen !== followed) {
    setFollowed(chosen);
    setMonth(chosen);
  }
  const error = !value || (typed.inside && !input.error) ? undefined : faultOf(value, chosen, kind, calendar);
  return (
    <Popup
      opened={opened && !disabled}
      onChange={setOpened}
      position="bottom-start"
      withRoles={false}
      target={
        <TextInput
          placeholder={intl.formatMessage({ id: kind.format })}
          {...input}
          {...(error ? { error } : {})}
          value={typed.text}
          onChange={(event) => {
            typed.type(event.currentTarget.value);
            setOpened(true);
          }}
          onFocus={() => {
            typed.onFocus();
            setOpened(true);
          }}
          onBlur={() => {
            typed.onBlur();
            setOpened(false);
          }}
          onClick={() => setOpened(true)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && opened) event.stopPropagation();
            if (event.key === 'Escape' || event.key === 'Enter') setOpened(false);
          }}
          autoComplete="off"
          inputMode="numeric"
          maxLength={40}
          leftSection={<IconCalendar size={16} aria-hidden />}
          leftSectionPointerEvents="none"
          rightSection={
            value && !required && !disabled ? (
              <Input.ClearButton aria-label={intl.formatMessage({ id: 'kit.clear' })} onClick={() => onChange(null)} />
            ) : null
          }
        />
      }
    >
      {/* A press in the calendar leaves the box where it is. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()} data-dates-dropdown>
        <DatePicker
          highlightToday
          hideOutsideDates
          {...calendar}
          value={chosen}
          {...(month ? { date: month } : {})}
          onDateChange={setMonth}
          onChange={(picked) => {
            if (picked) onChange(kind.take(picked, value));
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popup>
  );
}

function faultOf(
  value: string,
  chosen: string | null,
  kind: Kind,
  { minDate: min, maxDate: max }: ReturnType<typeof useCalendar>,
) {
  const say = (id: MessageId, text: string) => <FormattedMessage id={id} values={{ text }} />;
  if (chosen === null) return say(kind.fault, value);
  if (min !== undefined && chosen < min) return say('kit.error.dateEarly', showDate(min));
  if (max !== undefined && chosen > max) return say('kit.error.dateLate', showDate(max));
  return undefined;
}

/** A day, chosen or typed (31.12.2026). Value: `YYYY-MM-DD`, never through an instant. */
export const DateField = (props: DateFieldProps) => <DateBox {...props} kind={day} />;

/** A day and a time as clocks in Tashkent show it. Value: ISO instant in UTC. */
export const DateTimeField = (props: DateFieldProps) => <DateBox {...props} kind={instant} />;

/** For what asks or goes somewhere at once, such as a filter: only a day, or none, is passed on; anything else waits in the box. */
export function DateFilter({ value = null, onChange, ...props }: Omit<DateFieldProps, 'name'>) {
  const [unread, setUnread] = useState<string | null>(null);
  return (
    <DateField
      {...props}
      value={unread ?? value}
      onChange={(text) => {
        const readable = text === null || isDay(text);
        setUnread(readable ? null : text);
        if (readable) onChange?.(text);
      }}
    />
  );
}

/** The same day as milliseconds since the epoch: the beginning of that day in Tashkent. */
export const DateMillisField = ({
  value,
  onChange,
  ...props
}: Omit<DateFieldProps, 'name' | 'value' | 'onChange'> & {
  value: number | null;
  onChange: (value: number | null) => void;
}) => (
  <DateFilter
    {...props}
    value={value === null ? null : millisToDate(value)}
    onChange={(chosen) => onChange(chosen === null ? null : dateToMillis(chosen))}
  />
);
