import { Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { AsyncSelect } from '../controls/async-select.tsx';
import { DateFilter } from '../controls/dates.tsx';
import type { Option } from '../controls/options.ts';
import { idOf, toOption } from '../controls/options.ts';
import { SelectField } from '../controls/selects.tsx';
import { showDate } from '../show/values.ts';
import type { FilterValue } from './search-state.ts';
import type { AnyFilter } from './types.ts';

const list = (value: FilterValue | undefined): string[] =>
  Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? [value] : [];
const one = (value: FilterValue | undefined): string | null => list(value)[0] || null;
const none = async () => [];

export interface FilterInputProps {
  filter: AnyFilter;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
}

/** One filter's control; its values are texts, as they stand in the address. */
export function FilterInput({ filter, value, onChange }: FilterInputProps) {
  const intl = useIntl();
  const { label, options = [], load = none } = filter;
  switch (filter.control) {
    case 'select':
      return (
        <SelectField
          label={label}
          required={false}
          clearable
          options={options}
          value={known(options, one(value))}
          onChange={(id) => onChange(id === null ? undefined : String(id))}
        />
      );
    case 'multi':
      return (
        <SelectField
          label={label}
          multiple
          options={options}
          value={list(value).map((key) => idOf(options.map(toOption), key))}
          onChange={(ids) => onChange(ids.map(String))}
        />
      );
    case 'async':
      return (
        <AsyncSelect
          label={label}
          load={load}
          value={one(value) === null ? null : idOf([], one(value) ?? '')}
          onChange={(id) => onChange(id === null ? undefined : String(id))}
        />
      );
    case 'asyncMulti':
      return (
        <AsyncSelect
          label={label}
          load={load}
          multiple
          value={list(value).map((key) => idOf([], key))}
          onChange={(ids) => onChange(ids.map(String))}
        />
      );
    case 'boolean':
      return (
        <SelectField
          label={label}
          clearable
          options={[
            { id: 'true', title: intl.formatMessage({ id: 'kit.yes' }) },
            { id: 'false', title: intl.formatMessage({ id: 'kit.no' }) },
          ]}
          value={value === undefined ? null : String(value)}
          onChange={(id) => onChange(id === null ? undefined : id === 'true')}
        />
      );
    case 'date':
      return <DateFilter label={label} value={one(value)} onChange={(day) => onChange(day ?? undefined)} />;
    case 'dateRange': {
      const [from = '', to = ''] = Array.isArray(value) ? value : [];
      return (
        <Group grow gap="xs" align="flex-end">
          <DateFilter
            label={label}
            aria-label={intl.formatMessage({ id: 'kit.date.from' })}
            value={from || null}
            max={to || undefined}
            onChange={(day) => onChange([day ?? '', to])}
          />
          <DateFilter
            label="–"
            aria-label={intl.formatMessage({ id: 'kit.date.to' })}
            value={to || null}
            min={from || undefined}
            onChange={(day) => onChange([from, day ?? ''])}
          />
        </Group>
      );
    }
    default:
      return <TextFilter label={label} value={one(value) ?? ''} onChange={onChange} />;
  }
}

const known = (options: NonNullable<AnyFilter['options']>, key: string | null) =>
  key === null ? null : idOf(options.map(toOption), key);

function TextFilter({
  label,
  value,
  onChange,
}: {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const ask = useDebouncedCallback(onChange, 300);
  return (
    <TextInput
      label={label}
      value={typed}
      maxLength={200}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        ask(event.currentTarget.value.trim());
      }}
    />
  );
}

/** What a chip says of its filter's value: titles, not ids. */
export function FilterChipText({ filter, value }: { filter: AnyFilter; value: FilterValue | undefined }) {
  const [loaded, setLoaded] = useState<Option[]>([]);
  const load = useRef(filter.load);
  load.current = filter.load;
  const remote = filter.control === 'async' || filter.control === 'asyncMulti';
  const wanted = remote ? list(value).join() : '';
  useEffect(() => {
    if (wanted === '') return;
    let late = false;
    load
      .current?.(
        '',
        wanted.split(',').map((key) => idOf([], key)),
      )
      .then(
        (options) => {
          if (!late) setLoaded(options.map(toOption));
        },
        () => undefined,
      );
    return () => {
      late = true;
    };
  }, [wanted]);
  if (typeof value === 'boolean') return <FormattedMessage id={value ? 'kit.yes' : 'kit.no'} />;
  if (filter.control === 'date') return showDate(one(value) ?? '');
  if (filter.control === 'dateRange') {
    const [from = '', to = ''] = Array.isArray(value) ? value : [];
    return `${from ? showDate(from) : '…'} – ${to ? showDate(to) : '…'}`;
  }
  const options = remote ? loaded : (filter.options ?? []).map(toOption);
  return list(value)
    .map((key) => options.find((option) => String(option.id) === key)?.title ?? (remote ? '…' : key))
    .join(', ');
}
