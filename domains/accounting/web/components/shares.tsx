import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { DateField, NumberField, useField } from '#platform/web/kit/index.ts';

interface Part {
  share: number | null;
  due_on: string | null;
}
const sumOf = (parts: readonly Part[]) =>
  Math.round(parts.reduce((sum, part) => sum + (part.share || 0), 0) * 100) / 100;

/** Instalments of an agreement: which share is due on which day. They must make 100 percent. */
export function Shares({ name }: { name: string }) {
  const t = useMessages();
  const { value, onChange, disabled, error } = useField<Part[]>({ name, label: t('accounting.field.instalments') }, []);
  const parts = value ?? [];
  const change = (at: number, more: Partial<Part>) =>
    onChange(parts.map((part, other) => (other === at ? { ...part, ...more } : part)));
  const sum = sumOf(parts);
  return (
    <Stack gap="xs" style={{ gridColumn: '1 / -1' }} data-path={name}>
      <Text size="sm" fw={500}>
        {t('accounting.field.instalments')}
      </Text>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
        <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
          <NumberField
            aria-label={t('accounting.agreements.share', { at: at + 1 })}
            value={part.share}
            onChange={(share) => change(at, { share })}
            decimals={2}
            min={0.01}
            max={100}
            suffix=" %"
            disabled={disabled}
          />
          <DateField
            aria-label={t('accounting.agreements.day', { at: at + 1 })}
            value={part.due_on}
            onChange={(due_on) => change(at, { due_on })}
            disabled={disabled}
          />
          {!disabled && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('accounting.agreements.drop', { at: at + 1 })}
              onClick={() => onChange(parts.filter((_, other) => other !== at))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Group justify="space-between">
        {!disabled && parts.length < 12 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() =>
              onChange([...parts, { share: Math.max(0, Math.round((100 - sum) * 100) / 100) || null, due_on: null }])
            }
          >
            {t('accounting.agreements.part')}
          </Button>
        )}
        <Text size="sm" className="tabular" c={sum === 100 ? 'teal' : 'red'}>
          {t('accounting.agreements.sum', { sum })}
        </Text>
      </Group>
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
