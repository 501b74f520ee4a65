import { type ComboboxParsedItem, Loader, MultiSelect, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { toLatin } from '#platform/contract/script.ts';
import { currentShownLocale } from '../../i18n.tsx';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import type { AnyOption, LoadOptions, Option, OptionId } from './options.ts';
import { idOf, isMarked, matchOf, onlyChoice, toData, toOption } from './options.ts';

/** Where titles that are stored in Latin are read in Cyrillic, a word that finds nothing is looked for as they are stored. */
const inBothScripts =
  (load: LoadOptions): LoadOptions =>
  async (word, ids) => {
    const found = await load(word, ids);
    const stored = currentShownLocale() === 'uz-Cyrl' ? toLatin(word) : word;
    return found.length > 0 || stored === word ? found : load(stored, ids);
  };

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
  /** the word that `found` answers */
  const [answered, setAnswered] = useState('');
  /** Enter was pressed before the answer to what stands in the box had come */
  const taking = useRef(false);
  const [chosen, setChosen] = useState<Option[]>(() => (known ?? []).map(toOption));
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [again, setAgain] = useState(0);
  const loader = useRef(load);
  loader.current = inBothScripts(load);

  // A required selector looks once even when closed: one option alone is chosen by itself.
  const look = opened || (required && ids.length === 0);
  // What is chosen stands in the box as its own title; searching for that would hide every other option.
  const wordOf = (text: string) =>
    chosen.some((option) => option.title === text && ids.includes(String(option.id))) ? '' : text;
  const word = wordOf(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: dependsOn and again ask for the same thing once more
  useEffect(() => {
    if (!look || disabled) return;
    let late = false;
    setState('loading');
    loader.current(word).then(
      (options) => {
        if (late) return;
        setFound(options.map(toOption));
        setAnswered(word);
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

  // Options that answer an older word are not offered: with Enter somebody would take what they never saw.
  const waits = opened && wordOf(search) !== answered;
  const match = search === '' || waits ? undefined : matchOf(search, found);
  const take = (option: Option) => {
    choose(multiple ? [...ids.filter((id) => id !== String(option.id)), String(option.id)] : [String(option.id)]);
    setSearch(multiple ? '' : option.title);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the answer is there
  useEffect(() => {
    if (waits || !taking.current) return;
    taking.current = false;
    if (match) take(match);
  }, [waits, answered]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') {
      taking.current = false;
      return;
    }
    // What is marked in the list is taken by the list itself.
    if (!opened || search === '' || isMarked(event.currentTarget)) return;
    event.preventDefault();
    taking.current = waits;
    if (match && !ids.includes(String(match.id))) take(match);
  };

  const nothing = waits || state === 'loading' ? 'kit.loading' : state === 'failed' ? 'kit.failed' : 'kit.nothingFound';
  const { placeholder = intl.formatMessage({ id: 'kit.search' }), ...rest } = input;
  const shared = {
    ...rest,
    data: toData(options),
    searchable: true,
    searchValue: search,
    onSearchChange: setSearch,
    // The server has searched already; its answer may match by a field that is not shown.
    filter: ({ options: all }: { options: ComboboxParsedItem[] }) => (waits ? [] : all),
    onKeyDown,
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
