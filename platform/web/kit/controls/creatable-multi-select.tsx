import {
  ActionIcon,
  Checkbox,
  CloseButton,
  Combobox,
  Group,
  Pill,
  PillsInput,
  Text,
  Tooltip,
  useCombobox,
} from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';
import type { AnyOption, OptionId } from './options.ts';
import { idOf, toOption } from './options.ts';

const all = '\u0000all';
const create = '\u0000create';

export interface CreatableMultiSelectProps extends FieldProps<OptionId[]> {
  options: readonly AnyOption[];
  /** makes a new option and answers its id; without it the title itself is the value */
  onCreate?: ((title: string) => Promise<OptionId> | OptionId) | undefined;
  /** offers a remove button at every option for which it is given */
  onDelete?: ((id: OptionId) => Promise<unknown> | unknown) | undefined;
  isDeletable?: ((id: OptionId) => boolean) | undefined;
}

/** Chooses several, makes new ones while typing, deletes old ones. Past three chosen the box shows three and lists all in a tooltip. */
export function CreatableMultiSelect({
  options: given,
  onCreate,
  onDelete,
  isDeletable,
  ...props
}: CreatableMultiSelectProps) {
  const intl = useIntl();
  const { value, onChange, onBlur, input, disabled } = useField<OptionId[]>(props, []);
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState(false);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const options = given.map(toOption);
  const keys = value.map(String);
  const titleOf = (key: string) => options.find((option) => String(option.id) === key)?.title ?? key;
  const word = search.trim().toLowerCase();
  const shown = options.filter((option) => option.title.toLowerCase().includes(word));
  const exact = options.some((option) => option.title.toLowerCase() === word);
  const everything = options.length > 0 && options.every((option) => keys.includes(String(option.id)));

  const submit = async (key: string) => {
    if (key === all) return onChange(everything ? [] : options.map((option) => option.id));
    if (key === create) {
      const title = search.trim();
      setBusy(true);
      try {
        const id = onCreate ? await onCreate(title) : title;
        onChange([...value, id]);
        setSearch('');
      } finally {
        setBusy(false);
      }
      return;
    }
    onChange(keys.includes(key) ? value.filter((id) => String(id) !== key) : [...value, idOf(options, key)]);
    setSearch('');
  };

  const pills = keys.slice(0, 3).map((key) => (
    <Pill
      key={key}
      withRemoveButton={!disabled}
      onRemove={() => void submit(key)}
      removeButtonProps={{ 'aria-label': intl.formatMessage({ id: 'kit.remove' }, { name: titleOf(key) }) }}
    >
      {titleOf(key)}
    </Pill>
  ));
  const box = (
    <PillsInput {...input} onClick={() => combobox.openDropdown()}>
      <Pill.Group>
        {pills}
        {keys.length > 3 && (
          <Tooltip
            multiline
            maw={320}
            label={
              <ul style={{ margin: 0, paddingInlineStart: 16 }}>
                {keys.map((key) => (
                  <li key={key}>{titleOf(key)}</li>
                ))}
              </ul>
            }
          >
            <Pill>+{keys.length - 3}</Pill>
          </Tooltip>
        )}
        <Combobox.EventsTarget>
          <PillsInput.Field
            value={search}
            disabled={disabled || busy}
            placeholder={keys.length > 0 ? '' : intl.formatMessage({ id: 'kit.creatable.hint' })}
            aria-label={typeof input.label === 'string' ? input.label : props['aria-label']}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => {
              combobox.closeDropdown();
              onBlur();
            }}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              combobox.openDropdown();
              combobox.updateSelectedOptionIndex();
            }}
            onKeyDown={(event) => {
              const last = value.at(-1);
              if (event.key === 'Backspace' && search === '' && last !== undefined) onChange(value.slice(0, -1));
            }}
          />
        </Combobox.EventsTarget>
      </Pill.Group>
    </PillsInput>
  );
  return (
    <Combobox store={combobox} onOptionSubmit={(key) => void submit(key)} disabled={disabled}>
      <Combobox.DropdownTarget>{box}</Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
          {options.length > 1 && word === '' && (
            <Combobox.Option value={all} active={everything}>
              <Group gap="sm" wrap="nowrap">
                <Checkbox
                  checked={everything}
                  readOnly
                  tabIndex={-1}
                  aria-hidden
                  size="xs"
                  style={{ pointerEvents: 'none' }}
                />
                <FormattedMessage id="kit.selectAllOptions" />
              </Group>
            </Combobox.Option>
          )}
          {shown.map((option) => {
            const key = String(option.id);
            return (
              <Combobox.Option key={key} value={key} active={keys.includes(key)}>
                <Group gap="sm" wrap="nowrap" justify="space-between">
                  <Group gap="sm" wrap="nowrap">
                    <Checkbox
                      checked={keys.includes(key)}
                      readOnly
                      tabIndex={-1}
                      aria-hidden
                      size="xs"
                      style={{ pointerEvents: 'none' }}
                    />
                    <span>{option.title}</span>
                  </Group>
                  {onDelete && (isDeletable?.(option.id) ?? true) && (
                    <CloseButton
                      size="sm"
                      aria-label={intl.formatMessage({ id: 'kit.deleteOption' }, { name: option.title })}
                      onMouseDown={(event) => event.preventDefault()}
                      onClick={(event) => {
                        event.stopPropagation();
                        onChange(value.filter((id) => id !== option.id));
                        void onDelete(option.id);
                      }}
                    />
                  )}
                </Group>
              </Combobox.Option>
            );
          })}
          {word !== '' && !exact && (
            <Combobox.Option value={create}>
              <Group gap="sm" wrap="nowrap">
                <ActionIcon component="span" variant="transparent" size="xs" aria-hidden>
                  <IconPlus size={14} />
                </ActionIcon>
                <FormattedMessage id="kit.create" values={{ name: search.trim() }} />
              </Group>
            </Combobox.Option>
          )}
          {shown.length === 0 && word === '' && (
            <Combobox.Empty>
              <Text size="sm" c="dimmed">
                <FormattedMessage id="kit.nothingFound" />
              </Text>
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
