import { ActionIcon, Button, Group, Input, Paper, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { z } from 'zod';
import { text, title } from '#platform/contract/index.ts';
import { choices, codeId, useLocale, useMessages } from '#platform/web/index.ts';
import {
  type FieldDefinition,
  FormDrawer,
  MultilingualField,
  plainValue,
  SelectField,
  TextField,
  useField,
  useFormBinding,
} from '#platform/web/kit/index.ts';
import { type FieldType, type FormField, fieldTypes, formField, isWritten } from '../contract.ts';
import { keyFrom } from './keys.ts';

const option = z.object({ value: text(100), title });
const schema = z.object({
  type: z.enum(fieldTypes),
  title,
  hint: title.nullish(),
  required: z.boolean().optional(),
  options: z.array(option).max(300).optional(),
  min: z.number().nullish(),
  max: z.number().nullish(),
  key: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,49}$/, { error: 'code' })
    .or(z.literal(''))
    .nullish(),
  fact: formField.shape.fact,
  source: formField.shape.source,
  formula: formField.shape.formula,
  condition_field: z.string().nullish(),
  condition_in: z.array(z.string()).optional(),
});
type Values = z.output<typeof schema>;

const chosen = (type: FieldType | undefined) => type === 'SELECT' || type === 'MULTISELECT';
const measured: readonly (FieldType | undefined)[] = ['TEXT', 'TEXTAREA', 'NUMBER'];

/** What of a record can be shown in a form, in the reader's words. */
export interface Fact {
  id: string;
  title: string;
}

interface FieldDrawerProps {
  /** undefined closes the drawer, null is a new field */
  field: FormField | null | undefined;
  /** fields that stand before it */
  before: FormField[];
  /** keys of the whole form */
  taken: string[];
  /** what of the record may stand in the form; where there is nothing, no such field can be made */
  facts: readonly Fact[];
  /** from which records one may choose, likewise */
  sources: readonly Fact[];
  onClose: () => void;
  save: (field: FormField) => Promise<unknown>;
}

/** One question: its words in three languages, its kind, when it is asked and what fits. */
export function FieldDrawer({ field, before, taken, facts, sources, onClose, save }: FieldDrawerProps) {
  const t = useMessages();
  const { locale } = useLocale();
  const label = (name: string) => ({ name, label: t(codeId('questions.field', name)) });
  const fields: FieldDefinition[] = [
    { control: 'multilingual', ...label('title'), wide: true },
    {
      control: 'select',
      ...label('type'),
      options: choices(
        t,
        'questions.type',
        fieldTypes.filter((type) => (type !== 'FACT' || facts.length > 0) && (type !== 'RECORD' || sources.length > 0)),
      ),
    },
    { control: 'switch', ...label('required') },
    { control: 'multilingual', ...label('hint'), wide: true },
  ];
  return (
    <FormDrawer
      opened={field !== undefined}
      onClose={onClose}
      title={t(field ? 'questions.edit_field' : 'questions.add_field')}
      schema={schema}
      record={field ? valuesOf(field) : null}
      defaults={{ type: 'TEXT', required: true }}
      draftKey={false}
      fields={fields}
      save={(payload) => save(fieldOf(payload as Values, field, taken))}
    >
      {(state) => {
        const type = state.values.type as FieldType | undefined;
        return (
          <Stack>
            {chosen(type) && <OptionsEditor />}
            {type === 'FACT' && (
              <SelectField
                name="fact"
                label={t('questions.field.fact')}
                description={t('questions.fact_about')}
                required
                options={[...facts]}
              />
            )}
            {type === 'RECORD' && (
              <SelectField
                name="source"
                label={t('questions.field.source')}
                description={t('questions.source_about')}
                required
                options={[...sources]}
              />
            )}
            {type === 'FORMULA' && (
              <TextField
                name="formula"
                label={t('questions.field.formula')}
                description={t('questions.formula_about')}
                required
                maxLength={300}
              />
            )}
            {measured.includes(type) && <Bounds type={type} />}
            <Condition before={before} locale={locale} />
            <KeyField />
          </Stack>
        );
      }}
    </FormDrawer>
  );
}

const valuesOf = ({ condition, ...field }: FormField) => ({
  ...field,
  condition_field: condition?.field ?? null,
  condition_in: condition?.in ?? [],
});

/** What the form keeps of what was typed: no options of a text, no bounds of a date, codes where none were given. */
function fieldOf(values: Values, before: FormField | null | undefined, taken: string[]): FormField {
  const {
    condition_field,
    condition_in = [],
    hint,
    options = [],
    min,
    max,
    key,
    fact,
    source,
    formula,
    ...rest
  } = values;
  const used = new Set(taken.filter((one) => one !== before?.key));
  const codes = new Set<string>();
  return {
    ...rest,
    key: key || before?.key || keyFrom(rest.title.en || rest.title.uz, used),
    ...(hint?.uz ? { hint } : {}),
    ...(chosen(rest.type)
      ? {
          options: options.map((one) => {
            const value = one.value?.trim() || keyFrom(one.title.en || one.title.uz, codes);
            codes.add(value);
            return { value, title: one.title };
          }),
        }
      : {}),
    ...(measured.includes(rest.type) ? { min: min ?? null, max: max ?? null } : {}),
    ...(rest.type === 'FACT' ? { fact: fact ?? null } : {}),
    ...(rest.type === 'RECORD' ? { source: source ?? null } : {}),
    ...(rest.type === 'FORMULA' ? { formula: formula ?? null } : {}),
    ...(isWritten(rest.type) ? { required: false } : {}),
    condition: condition_field && condition_in.length ? { field: condition_field, in: condition_in } : null,
  };
}

function Bounds({ type }: { type: FieldType | undefined }) {
  const t = useMessages();
  const kind = type === 'NUMBER' ? 'value' : 'length';
  return (
    <Group grow align="flex-start">
      <NumberBox name="min" label={t(`questions.min_${kind}`)} />
      <NumberBox name="max" label={t(`questions.max_${kind}`)} />
    </Group>
  );
}

function NumberBox({ name, label }: { name: string; label: string }) {
  const { value, onChange, input } = useField<number | null>({ name, label }, null);
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(event) => {
        const typed = event.currentTarget.value.replace(',', '.').trim();
        if (typed === '') onChange(null);
        else if (/^-?\d{1,9}(\.\d{1,2})?$/.test(typed)) onChange(Number(typed));
      }}
    />
  );
}

function KeyField() {
  const t = useMessages();
  const { value, onChange, input } = useField<string | null>(
    { name: 'key', label: t('questions.field.key'), description: t('questions.key_about') },
    null,
  );
  return (
    <TextInput
      {...input}
      maxLength={50}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Asked only where an earlier choice was made so. */
function Condition({ before, locale }: { before: FormField[]; locale: string }) {
  const t = useMessages();
  const form = useFormBinding();
  const deciding = before.filter(({ type }) => chosen(type) || type === 'BOOLEAN');
  const on = form?.get('condition_field') as string | null | undefined;
  const field = deciding.find(({ key }) => key === on);
  if (deciding.length === 0) return null;
  const options =
    field?.type === 'BOOLEAN'
      ? [
          { id: 'true', title: t('kit.yes') },
          { id: 'false', title: t('kit.no') },
        ]
      : (field?.options ?? []).map((one) => ({ id: one.value, title: plainValue(one.title, locale) }));
  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <SelectField
          label={t('questions.condition')}
          description={t('questions.condition_about')}
          clearable
          required={false}
          options={deciding.map((one) => ({ id: one.key, title: plainValue(one.title, locale) }))}
          value={on ?? null}
          onChange={(key) => {
            form?.set('condition_field', key);
            form?.set('condition_in', []);
          }}
        />
        {field && <SelectField name="condition_in" label={t('questions.condition_in')} multiple options={options} />}
      </Stack>
    </Paper>
  );
}

type Option = z.output<typeof option>;

/** What one can choose from, with the words in three languages. */
function OptionsEditor() {
  const t = useMessages();
  const { value, onChange, error } = useField<Option[]>({ name: 'options' }, []);
  const rows = value ?? [];
  return (
    <Input.Wrapper
      label={t('questions.field.options')}
      error={error ?? (rows.length === 0 ? t('questions.options_needed') : undefined)}
      data-path="options"
    >
      <Stack gap="xs" mt={4}>
        {rows.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option that is being written has no other identity
          <Group key={at} wrap="nowrap" align="flex-start" gap="xs">
            <div style={{ flex: 1 }}>
              <MultilingualField
                name={`options.${at}.title`}
                label={t('questions.option', { number: at + 1 })}
                required
              />
            </div>
            <ActionIcon
              mt={24}
              variant="subtle"
              color="gray"
              aria-label={t('questions.remove_option', { number: at + 1 })}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...rows, { value: '', title: { uz: '', ru: '', en: '' } }])}
          >
            {t('questions.add_option')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
