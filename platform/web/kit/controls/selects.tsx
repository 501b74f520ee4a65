import { MultiSelect, Select } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useEffect, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import type { AnyOption, OptionId } from './options.ts';
import { idOf, isMarked, matchOf, onlyChoice, toData, toOption } from './options.ts';

type One = OptionId | null;

interface SharedProps {
  options: readonly AnyOption[];
  clearable?: boolean | undefined;
  searchable?: boolean | undefined;
}
export type SelectFieldProps =
  | (SharedProps & { multiple?: false | undefined } & FieldProps<One>)
  | (SharedProps & { multiple: true } & FieldProps<OptionId[]>);

/** Chooses one or several of a short list that is at hand. Value: the option's id (or ids). */
export function SelectField(props: SelectFieldProps) {
  return props.multiple ? <Many {...props} /> : <Single {...props} />;
}

function useOptions(given: readonly AnyOption[]) {
  return useMemo(() => given.map(toOption), [given]);
}

function Single(props: SharedProps & FieldProps<One>) {
  const intl = useIntl();
  const options = useOptions(props.options);
  const { value, onChange, input, required, disabled } = useField<One>(props, null);
  const empty = value === null || value === '';
  const only = onlyChoice(options, required, empty);
  // biome-ignore lint/correctness/useExhaustiveDependencies: onChange is made anew by every render
  useEffect(() => {
    if (only && !disabled) onChange(only.id);
  }, [only, disabled]);
  // Enter takes what the text surely means; what is marked in the list is taken by the list itself.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value.trim();
    if (event.key !== 'Enter' || text === '' || isMarked(event.currentTarget)) return;
    const match = matchOf(
      text,
      options.filter(({ title }) => title.toLocaleLowerCase().includes(text.toLocaleLowerCase())),
    );
    if (!match || String(match.id) === String(value)) return;
    event.preventDefault();
    onChange(match.id);
  };
  return (
    <Select
      onKeyDown={onKeyDown}
      placeholder={intl.formatMessage({ id: 'kit.choose' })}
      data={toData(options)}
      value={empty ? null : String(value)}
      onChange={(key) => onChange(key === null ? null : idOf(options, key))}
      clearable={props.clearable ?? !required}
      allowDeselect={!required}
      searchable={props.searchable ?? options.length > 8}
      nothingFoundMessage={intl.formatMessage({ id: 'kit.nothingFound' })}
      checkIconPosition="right"
      clearButtonProps={{ 'aria-label': intl.formatMessage({ id: 'kit.clear' }) }}
      {...input}
    />
  );
}

function Many(props: SharedProps & FieldProps<OptionId[]>) {
  const intl = useIntl();
  const options = useOptions(props.options);
  const { value, onChange, input, required, disabled } = useField<OptionId[]>(props, []);
  const only = onlyChoice(options, required, value.length === 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: onChange is made anew by every render
  useEffect(() => {
    if (only && !disabled) onChange([only.id]);
  }, [only, disabled]);
  const { placeholder = intl.formatMessage({ id: 'kit.choose' }), ...rest } = input;
  return (
    <MultiSelect
      {...rest}
      placeholder={value.length > 0 ? '' : placeholder}
      data={toData(options)}
      value={value.map(String)}
      onChange={(keys) => onChange(keys.map((key) => idOf(options, key)))}
      clearable={props.clearable ?? true}
      searchable={props.searchable ?? true}
      hidePickedOptions
      nothingFoundMessage={intl.formatMessage({ id: 'kit.nothingFound' })}
      clearButtonProps={{ 'aria-label': intl.formatMessage({ id: 'kit.clear' }) }}
    />
  );
}
