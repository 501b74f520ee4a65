import { ActionIcon, Button, Group, Paper, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { choices, type NameIn, useMessages } from '#platform/web/index.ts';
import { type EntryPart, languageLevels } from '../../shapes-cv.ts';

/** The parts of a CV that are lists: what was done where and when, one card each. */

type Value = string | null;
type EntryOf = { ref: string } & Record<string, Value | undefined>;
interface FieldOf {
  name: NameIn<'careers.entry'>;
  kind?: 'long' | 'month' | 'level';
  needed?: boolean;
}
const fields: Record<EntryPart, readonly FieldOf[]> = {
  work_experiences: [
    { name: 'position', needed: true },
    { name: 'employer', needed: true },
    { name: 'from', kind: 'month' },
    { name: 'to', kind: 'month' },
    { name: 'city' },
    { name: 'text', kind: 'long' },
  ],
  schools: [
    { name: 'name', needed: true },
    { name: 'degree' },
    { name: 'from', kind: 'month' },
    { name: 'to', kind: 'month' },
    { name: 'city' },
    { name: 'note', kind: 'long' },
  ],
  language_skills: [
    { name: 'language', needed: true },
    { name: 'level', kind: 'level', needed: true },
  ],
  certificates: [{ name: 'title', needed: true }, { name: 'issuer' }, { name: 'at', kind: 'month' }, { name: 'link' }],
  awards: [{ name: 'title', needed: true }, { name: 'issuer' }, { name: 'at', kind: 'month' }],
  articles: [
    { name: 'title', needed: true },
    { name: 'published_in' },
    { name: 'at', kind: 'month' },
    { name: 'link' },
  ],
};

/** Of a new entry; it names the entry from then on, whatever stands before it. */
const newRef = () => crypto.randomUUID().slice(0, 13);

interface EntriesProps {
  part: EntryPart;
  value: readonly EntryOf[];
  onChange: (value: EntryOf[]) => void;
  faults: Record<string, string>;
  disabled: boolean;
  /** What was said of an entry. */
  remark: (entry: string) => ReactNode;
}

export function Entries({ part, value, onChange, faults, disabled, remark }: EntriesProps) {
  const t = useMessages();
  const change = (at: number, name: string, next: Value) =>
    onChange(value.map((one, index) => (index === at ? { ...one, [name]: next } : one)));
  const move = (at: number, by: number) => {
    const next = [...value];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    onChange(next);
  };
  const add = () => {
    const blank: EntryOf = { ref: newRef() };
    for (const { name, kind } of fields[part])
      blank[name] = kind === 'month' || name === 'link' ? null : kind === 'level' ? 'B2' : '';
    onChange([...value, blank]);
  };
  return (
    <Stack gap="sm">
      {value.map((entry, at) => (
        <Paper key={entry.ref} withBorder p="sm">
          <Stack gap="xs">
            {remark(entry.ref)}
            <SimpleGrid type="container" cols={{ base: 1, '460px': 2 }} spacing="sm" verticalSpacing="xs">
              {fields[part].map((one) => (
                <EntryField
                  key={one.name}
                  of={one}
                  value={entry[one.name] ?? null}
                  error={faults[`${part}.${at}.${one.name}`]}
                  disabled={disabled}
                  onChange={(next) => change(at, one.name, next)}
                />
              ))}
            </SimpleGrid>
            <Group gap={4} justify="flex-end">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('careers.entry.up')}
                disabled={disabled || at === 0}
                onClick={() => move(at, -1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('careers.entry.down')}
                disabled={disabled || at === value.length - 1}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('careers.entry.remove')}
                disabled={disabled}
                onClick={() => onChange(value.filter((_, index) => index !== at))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </Stack>
        </Paper>
      ))}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        disabled={disabled}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={add}
      >
        {t(`careers.add.${part}`)}
      </Button>
      {faults[part] && (
        <Text size="xs" c="red">
          {faults[part]}
        </Text>
      )}
    </Stack>
  );
}

function EntryField({
  of: { name, kind, needed = false },
  value,
  error,
  disabled,
  onChange,
}: {
  of: FieldOf;
  value: Value;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: Value) => void;
}) {
  const t = useMessages();
  const shared = { label: t(`careers.entry.${name}`), error, disabled, withAsterisk: needed };
  switch (kind) {
    case 'long':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={2}
          maxLength={1500}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
          style={{ gridColumn: '1 / -1' }}
        />
      );
    case 'month':
      return <MonthField {...shared} value={value} onChange={onChange} hint={name === 'to'} />;
    case 'level':
      return (
        <Select
          {...shared}
          data={choices(t, 'careers.level', languageLevels).map(({ id, title }) => ({
            value: String(id),
            label: title,
          }))}
          value={value}
          allowDeselect={false}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          maxLength={name === 'link' ? 500 : 200}
          {...(name === 'link' ? { placeholder: 'https://', type: 'url' } : {})}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

const shown = (value: Value) => (value ? `${value.slice(5, 7)}.${value.slice(0, 4)}` : '');
const read = (text: string): string | null | undefined => {
  if (text.trim() === '') return null;
  const [, month, year] = /^(\d{1,2})[./\-\s](\d{4})$/.exec(text.trim()) ?? [];
  return month && year && Number(month) >= 1 && Number(month) <= 12 ? `${year}-${month.padStart(2, '0')}` : undefined;
};

/** A month as people write it, 09.2024. */
function MonthField({
  value,
  onChange,
  hint,
  error,
  ...props
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  hint: boolean;
  error: string | undefined;
  disabled: boolean;
  withAsterisk: boolean;
}) {
  const t = useMessages();
  const [text, setText] = useState(shown(value));
  const [left, setLeft] = useState(false);
  const wrong = left && read(text) === undefined;
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      placeholder={hint ? t('careers.entry.to_hint') : t('careers.entry.month_hint')}
      value={text}
      error={wrong ? t('careers.entry.month_fault') : error}
      onBlur={() => setLeft(true)}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const month = read(next);
        if (month !== undefined && month !== value) onChange(month);
      }}
    />
  );
}
