import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { NumberField, useField } from '#platform/web/kit/index.ts';
import type { RefundStep } from '../../refund.ts';
import { api } from '../api.ts';

/** What is given back to who gives a place up, line by line, and that later nothing is. */
export function RefundRule({ steps }: { steps: readonly RefundStep[] }) {
  const t = useMessages();
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t(steps.length > 0 ? 'short-courses.refund.title' : 'short-courses.refund.never')}
      </Text>
      {steps.map((step) => (
        <Text key={step.days} size="xs" c="dimmed">
          {step.days === 0
            ? t('short-courses.refund.until_start', { percent: step.percent })
            : t('short-courses.refund.step', { days: step.days, percent: step.percent })}
        </Text>
      ))}
      {(steps.at(-1)?.days ?? 0) > 0 && (
        <Text size="xs" c="dimmed">
          {t('short-courses.refund.later')}
        </Text>
      )}
    </div>
  );
}

interface Typed {
  days: number | null;
  percent: number | null;
}

/** The steps as they are typed; `usual` says what holds where a course has none of its own. */
export function RefundSteps({ name, usual }: { name: string; usual?: readonly RefundStep[] | undefined }) {
  const t = useMessages();
  const { value, onChange, disabled, error } = useField<Typed[] | null>(
    { name, label: t('short-courses.field.refund_steps') },
    null,
  );
  const change = (at: number, more: Partial<Typed>) =>
    onChange((value ?? []).map((step, other) => (other === at ? { ...step, ...more } : step)));
  return (
    <Stack gap="xs" style={{ gridColumn: '1 / -1' }} data-path={name}>
      <Text size="sm" fw={500}>
        {t('short-courses.field.refund_steps')}
      </Text>
      {value === null && usual && <RefundRule steps={usual} />}
      {(value ?? []).map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name
        <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
          <NumberField
            label={at === 0 ? t('short-courses.refund.days') : undefined}
            aria-label={t('short-courses.refund.days_of', { at: at + 1 })}
            value={step.days}
            onChange={(days) => change(at, { days })}
            min={0}
            max={365}
            disabled={disabled}
          />
          <NumberField
            label={at === 0 ? t('short-courses.refund.percent') : undefined}
            aria-label={t('short-courses.refund.percent_of', { at: at + 1 })}
            value={step.percent}
            onChange={(percent) => change(at, { percent })}
            min={1}
            max={100}
            suffix=" %"
            disabled={disabled}
          />
          {!disabled && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('short-courses.refund.drop', { at: at + 1 })}
              onClick={() => onChange((value ?? []).filter((_, other) => other !== at))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {value !== null && value.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('short-courses.refund.never')}
        </Text>
      )}
      {!disabled && (
        <Group gap="xs">
          {value === null ? (
            <Button size="xs" variant="default" onClick={() => onChange([...(usual ?? [])])}>
              {t('short-courses.refund.own')}
            </Button>
          ) : (
            value.length < 10 && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => onChange([...value, { days: null, percent: null }])}
              >
                {t('short-courses.refund.add')}
              </Button>
            )
          )}
          {value !== null && usual && (
            <Button size="xs" variant="subtle" onClick={() => onChange(null)}>
              {t('short-courses.refund.usual')}
            </Button>
          )}
        </Group>
      )}
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}

/** The same in the form of a course, with what the institution says. */
export function CourseRefund() {
  const { data } = useQuery(api.rule.get.queryOptions(silent));
  return <RefundSteps name="refund_steps" usual={data?.refund_steps ?? []} />;
}
