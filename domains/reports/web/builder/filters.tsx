import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { AsyncSelect, DateField, type OptionId, SelectField, TextField } from '#platform/web/kit/index.ts';
import type { ReportFilter } from '../../definition.ts';
import { api, type SubjectOffered } from '../api.ts';

type Op = ReportFilter['op'];
type FieldOffered = SubjectOffered['fields'][number];

/** What can be asked of a field. */
const opsOf = (kind: FieldOffered['kind']): readonly Op[] => {
  if (kind === 'text') return ['contains', 'is', 'not', 'empty', 'filled'];
  if (kind === 'number' || kind === 'money' || kind === 'date') return ['from', 'until', 'is', 'empty', 'filled'];
  return kind === 'flag' ? ['is', 'empty'] : ['is', 'not', 'empty', 'filled'];
};
export const isComplete = ({ op, values }: ReportFilter): boolean =>
  op === 'empty' || op === 'filled' || values.some((value) => value !== '');

/** Which records a report is about: one line for each condition, all of which must hold. */
export function Filters({
  subject,
  filters,
  onChange,
}: {
  subject: SubjectOffered;
  filters: ReportFilter[];
  onChange: (filters: ReportFilter[]) => void;
}) {
  const t = useMessages();
  const [first] = subject.fields;
  if (!first || subject.counts_only) return null;
  const put = (at: number, filter: ReportFilter) =>
    onChange(filters.map((one, index) => (index === at ? filter : one)));
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t('reports.filters')}
      </Text>
      {filters.map((filter, at) => {
        const field = subject.fields.find(({ id }) => id === filter.field) ?? first;
        return (
          <Stack
            // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be alike; with the field in it none takes over what another chose
            key={`${filter.field}-${at}`}
            gap={6}
            p="xs"
            style={{ border: '1px solid var(--mantine-color-default-border)', borderRadius: 6 }}
          >
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <div style={{ flex: 1, minWidth: 0 }}>
                <SelectField
                  aria-label={t('reports.filter.field')}
                  required
                  options={subject.fields}
                  value={filter.field}
                  onChange={(name) => {
                    const next = subject.fields.find(({ id }) => id === name);
                    if (next) put(at, { field: next.id, op: opsOf(next.kind)[0] ?? 'is', values: [] });
                  }}
                />
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('reports.filter.remove')}
                onClick={() => onChange(filters.filter((_, index) => index !== at))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
            <SelectField
              aria-label={t('reports.filter.op')}
              required
              options={opsOf(field.kind).map((op) => ({ id: op, title: t(`reports.op.${op}`) }))}
              value={filter.op}
              onChange={(chosen) => {
                const op = opsOf(field.kind).find((one) => one === chosen);
                if (op) put(at, { ...filter, op, values: op === 'empty' || op === 'filled' ? [] : filter.values });
              }}
            />
            <Value
              subject={subject.id}
              field={field}
              filter={filter}
              onChange={(values) => put(at, { ...filter, values })}
            />
          </Stack>
        );
      })}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...filters, { field: first.id, op: opsOf(first.kind)[0] ?? 'is', values: [] }])}
        >
          {t('reports.filter.add')}
        </Button>
      </div>
    </Stack>
  );
}

function Value({
  subject,
  field,
  filter,
  onChange,
}: {
  subject: string;
  field: FieldOffered;
  filter: ReportFilter;
  onChange: (values: string[]) => void;
}) {
  const t = useMessages();
  const label = { 'aria-label': t('reports.filter.value') };
  const [value = ''] = filter.values;
  if (filter.op === 'empty' || filter.op === 'filled') return null;
  if (field.kind === 'code' || field.kind === 'reference')
    return (
      <AsyncSelect
        {...label}
        key={field.id}
        multiple
        value={filter.values}
        onChange={(ids) => onChange(ids.map(String))}
        load={(search: string, ids?: OptionId[]) =>
          api.report.filter.call({ subject, field: field.id, ...(ids ? { ids: ids.join(',') } : { search }) })
        }
      />
    );
  if (field.kind === 'date')
    return <DateField {...label} value={value || null} onChange={(day) => onChange(day ? [day] : [])} />;
  if (field.kind === 'flag')
    return (
      <SelectField
        {...label}
        required
        options={['true', 'false'].map((flag) => ({
          id: flag,
          title: t(flag === 'true' ? 'reports.yes' : 'reports.no'),
        }))}
        value={value || null}
        onChange={(flag) => onChange(flag === null ? [] : [String(flag)])}
      />
    );
  return <TextField {...label} value={value} onChange={(text) => onChange(text === '' ? [] : [text])} />;
}
