import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { AsyncSelect, NumberField, TextField } from '#platform/web/kit/index.ts';
import type { LifeInput } from '../../contract/life.ts';
import { loadPlanned } from '../api.ts';

type Recognised = NonNullable<LifeInput['recognised']>[number];
/** A module as it is being typed. */
export interface RecognitionRow {
  key: number;
  module_id: number | null;
  source_module: string;
  source_credits: number | null;
  source_grade: string;
  credits: number | null;
  total: number | null;
}

export const emptyRow = (key: number): RecognitionRow => ({
  key,
  module_id: null,
  source_module: '',
  source_credits: null,
  source_grade: '',
  credits: null,
  total: null,
});

/** What is sent; undefined while something is missing. */
export function recognisedOf(rows: readonly RecognitionRow[]): Recognised[] | undefined {
  const whole = rows.flatMap(({ module_id, source_module, source_credits, source_grade, credits, total }) =>
    module_id === null || !source_module.trim() || source_credits === null || credits === null
      ? []
      : [
          {
            module_id,
            source_module: source_module.trim(),
            source_credits,
            credits,
            ...(source_grade.trim() ? { source_grade: source_grade.trim() } : {}),
            ...(total === null ? {} : { total }),
          },
        ],
  );
  return whole.length === rows.length && rows.length > 0 ? whole : undefined;
}

interface RecognitionRowsProps {
  course_id: number | null;
  rows: readonly RecognitionRow[];
  onChange: (rows: RecognitionRow[]) => void;
}

/** Modules that were passed elsewhere, one by one: as the papers have them, and what they are here. */
export function RecognitionRows({ course_id, rows, onChange }: RecognitionRowsProps) {
  const t = useMessages();
  const load = useMemo(() => loadPlanned(course_id), [course_id]);
  const set = (key: number, change: Partial<RecognitionRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h5">
        {t('students.recognition.modules')}
      </Title>
      {rows.map((row, at) => (
        <Paper key={row.key} withBorder p="sm" component="fieldset">
          <legend>
            <Text size="sm" fw={600} component="span">
              {t('students.recognition.module', { number: at + 1 })}
            </Text>
          </legend>
          <Stack gap="sm">
            <TextField
              label={t('students.recognition.source_module')}
              required
              value={row.source_module}
              onChange={(source_module) => set(row.key, { source_module })}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberField
                label={t('students.recognition.source_credits')}
                required
                min={0}
                max={60}
                decimals={1}
                value={row.source_credits}
                onChange={(source_credits) => set(row.key, { source_credits })}
              />
              <TextField
                label={t('students.recognition.source_grade')}
                value={row.source_grade}
                onChange={(source_grade) => set(row.key, { source_grade })}
              />
            </SimpleGrid>
            <AsyncSelect
              label={t('students.recognition.as')}
              required
              load={load}
              value={row.module_id}
              onChange={(id) => set(row.key, { module_id: id === null ? null : Number(id) })}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberField
                label={t('students.recognition.credits')}
                required
                min={0.5}
                max={60}
                decimals={1}
                value={row.credits}
                onChange={(credits) => set(row.key, { credits })}
              />
              <NumberField
                label={t('students.recognition.total')}
                description={t('students.recognition.total_hint')}
                min={0}
                max={100}
                decimals={1}
                value={row.total}
                onChange={(total) => set(row.key, { total })}
              />
            </SimpleGrid>
            {rows.length > 1 && (
              <Group justify="flex-end">
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
                >
                  {t('students.recognition.remove')}
                </Button>
              </Group>
            )}
          </Stack>
        </Paper>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...rows, emptyRow(Math.max(0, ...rows.map(({ key }) => key)) + 1)])}
        >
          {t('students.recognition.add')}
        </Button>
      </Group>
    </Stack>
  );
}
