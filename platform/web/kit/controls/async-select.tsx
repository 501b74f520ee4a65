import { Loader, MultiSelect, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import type { AnyOption, Option, OptionId } from './options.ts';
import { idOf, onlyChoice, toData, toOption } from './options.ts';

/** Finds options by a word, or the options of known ids (to show what is chosen already). */
export type LoadOptions = (search: string, ids?: OptionId[]) => Promise<readonly AnyOption[]>;

interface SharedProps {
  load: LoadOptions;
  /** options that are known without asking, e.g. of the record's own reference */
  known?: readonly AnyOption[] | undefined;
  /** asks again when this changes: the parent of a dependent selector */
  dependsOn?: unknown;
}
export type AsyncSelectProps =
  | (SharedProps & { multiple?: false | undefined } & FieldProps<OptionId | null>)
  | (SharedProps & { multiple: true } & FieldProps<OptionId[]>);

/** Searchable select whose options stand on the server. Value: the option's id (or ids). */
export function AsyncSelect(props: AsyncSelectProps) {
  const intl = useIntl();
  const { load, known, multiple, dependsOn } = props;
  const { value, onChange, input, required, disabled } = useField<OptionId | null | OptionId[]>(
    props as FieldProps<OptionId | null | OptionId[]>,
    multiple ? [] : null,
  );
  const ids = (Array.isArray(value) ? value : value === null || value === '' ? [] : [value]).map(String);
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 250);
  const [opened, setOpened] = useState(false);
  const [found, setFound] = useState<Option[]>([]);
  const [chosen, setChosen] = useState<Option[]>(() => (known ?? []).map(toOption));
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [again, setAgain] = useState(0);
  const loader = useRef(load);
  loader.current = load;

  // A required selector looks once even when closed: one option alone is chosen by itself.
  const look = opened || (required && ids.length === 0);
  // What is chosen stands in the box as its own title; searching for that would hide every other option.
  const word = chosen.some((option) => option.title === asked && ids.includes(String(option.id))) ? '' : asked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: dependsOn and again ask for the same thing once more
  useEffect(() => {
    if (!look || disabled) return;
    let late = false;
    setState('loading');
    loader.current(word).then(
      (options) => {
        if (late) return;
        setFound(options.map(toOption));
        setState('idle');
      },
      () => {
        if (!late) setState('failed');
      },
    );
    return () => {
      late = true;
    };
  }, [look, word, dependsOn, disabled, again]);

  const unknown = ids.filter((id) => ![...chosen, ...found].some((option) => String(option.id) === id));
  const wanted = unknown.join();
  useEffect(() => {
    if (wanted === '') return;
    let late = false;
    loader
      .current(
        '',
        wanted.split(',').map((id) => idOf([], id)),
      )
      .then(
        (options) => {
          if (!late) setChosen((before) => [...before, ...options.map(toOption)]);
        },
        () => undefined,
      );
    return () => {
      late = true;
    };
  }, [wanted]);

  const only = search === '' && state === 'idle' ? onlyChoice(found, required, ids.length === 0) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: onChange is made anew by every render
  useEffect(() => {
    if (only && !disabled) choose([String(only.id)]);
  }, [only, disabled]);

  const options = [
    ...found,
    ...chosen.filter((option) => ids.includes(String(option.id)) && !found.some(({ id }) => id === option.id)),
  ];
  const choose = (keys: string[]) => {
    const picked = options.filter((option) => keys.includes(String(option.id)));
    setChosen((before) => [...before.filter(({ id }) => !picked.some((option) => option.id === id)), ...picked]);
    onChange(multiple ? keys.map((key) => idOf(options, key)) : keys[0] === undefined ? null : idOf(options, keys[0]));
  };

  const nothing = state === 'loading' ? 'kit.loading' : state === 'failed' ? 'kit.failed' : 'kit.nothingFound';
  const { placeholder = intl.formatMessage({ id: 'kit.search' }), ...rest } = input;
  const shared = {
    ...rest,
    data: toData(options),
    searchable: true,
    searchValue: search,
    onSearchChange: setSearch,
    // The server has searched already; its answer may match by a field that is not shown.
    filter: ({ options: all }: { options: unknown[] }) => all as never,
    onDropdownOpen: () => {
      setOpened(true);
      if (state === 'failed') setAgain(again + 1);
    },
    onDropdownClose: () => setOpened(false),
    nothingFoundMessage: <FormattedMessage id={nothing} />,
    clearButtonProps: { 'aria-label': intl.formatMessage({ id: 'kit.clear' }) },
    ...(state === 'loading'
      ? { rightSection: <Loader size="xs" role="status" aria-label={intl.formatMessage({ id: 'kit.loading' })} /> }
      : {}),
    renderOption: ({ option }: { option: { value: string; label: string } }) => {
      const note = options.find(({ id }) => String(id) === option.value)?.note;
      return (
        <div>
          <Text size="sm">{option.label}</Text>
          {note !== undefined && (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </div>
      );
    },
  };
  return multiple ? (
    <MultiSelect
      {...shared}
      placeholder={ids.length > 0 ? '' : placeholder}
      value={ids}
      onChange={choose}
      clearable
      hidePickedOptions
    />
  ) : (
    <Select
      {...shared}
      placeholder={placeholder}
      value={ids[0] ?? null}
      onChange={(key) => choose(key === null ? [] : [key])}
      clearable={!required}
      allowDeselect={!required}
    />
  );
}
