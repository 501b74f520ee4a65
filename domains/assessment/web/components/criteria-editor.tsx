import { ActionIcon, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { silent, titleIn, useLocale } from '#platform/web/index.ts';
import {
  confirmDelete,
  FormDrawer,
  NumberField,
  type RecordFormState,
  Section,
  SmallTable,
  showPercent,
  TextAreaField,
  TextField,
} from '#platform/web/kit/index.ts';
import { criteriaSave } from '../../shapes.ts';
import { api, type Criterion, refresh } from '../api.ts';
import { useFields } from '../use-fields.ts';

const schema = z.object({ ...saveBase, ...criteriaSave });
const fresh = { weight: 100, levels: [] };
interface Level {
  title: string;
  points: number | null;
  description: string;
}

/** What a marker looks at, each with its weight and the levels of its rubric. */
export function CriteriaEditor({ component_id, disabled }: { component_id: number; disabled: boolean }) {
  const { t, label, field } = useFields();
  const { locale } = useLocale();
  const [open, setOpen] = useState<Criterion | 'new'>();
  const query = useQuery(api.criteria.list.queryOptions({ input: { component_id, size: 100 } }));
  const rows = query.data?.content ?? [];
  const sum = Math.round(rows.reduce((all, one) => all + one.weight * 100, 0)) / 100;
  const named = (row: Criterion) => titleIn(row.title, locale);
  return (
    <Section
      title={t('assessment.criteria.title')}
      description={t('assessment.criteria.about')}
      actions={
        !disabled && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setOpen('new')}
          >
            {t('assessment.criteria.add')}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('assessment.criteria.none')}
        </Text>
      ) : (
        <SmallTable
          rows={rows}
          rowKey={(row) => row.id}
          minWidth={320}
          columns={[
            { key: 'title', title: label('title'), names: true, render: named },
            { key: 'weight', title: label('weight'), figure: true, render: (row) => showPercent(row.weight, locale) },
            { key: 'levels', title: label('levels'), figure: true, render: (row) => row.levels.length },
            ...(disabled
              ? []
              : [
                  {
                    key: 'actions',
                    title: <VisuallyHidden>{t('kit.list.actions')}</VisuallyHidden>,
                    render: (row: Criterion) => (
                      <Group gap={2} justify="flex-end" wrap="nowrap">
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={t('assessment.plan.open', { name: named(row) })}
                          onClick={() => setOpen(row)}
                        >
                          <IconPencil size={16} aria-hidden />
                        </ActionIcon>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={t('assessment.plan.remove', { name: named(row) })}
                          onClick={() =>
                            void confirmDelete(
                              () => api.criteria.remove.call({ id: row.id }, silent).then(refresh),
                              named(row),
                            )
                          }
                        >
                          <IconTrash size={16} aria-hidden />
                        </ActionIcon>
                      </Group>
                    ),
                  },
                ]),
          ]}
        />
      )}
      {rows.length > 0 && sum !== 100 && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          {t('assessment.criteria.sum', { sum })}
        </Text>
      )}
      <FormDrawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t(open === 'new' ? 'assessment.criteria.add' : 'assessment.criteria.edit')}
        schema={schema}
        record={open === 'new' ? null : (open ?? null)}
        defaults={{ ...fresh, weight: Math.max(0, 100 - sum), component_id }}
        save={(payload) => api.criteria.save.call(payload, silent)}
        onSaved={() => void refresh()}
        fields={[
          { control: 'multilingual', ...field('title'), wide: true },
          { control: 'number', ...field('weight'), decimals: 2, suffix: ' %' },
        ]}
      >
        {(state: RecordFormState) => <Levels state={state} />}
      </FormDrawer>
    </Section>
  );
}

function Levels({ state }: { state: RecordFormState }) {
  const { t, label } = useFields();
  const levels = (state.values.levels ?? []) as Level[];
  return (
    <Section
      title={label('levels')}
      description={t('assessment.criteria.levels_about')}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => state.binding.set('levels', [...levels, { title: '', points: null, description: '' }])}
        >
          {t('assessment.criteria.add_level')}
        </Button>
      }
    >
      <Stack gap="md">
        {levels.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other identity
          <Stack key={at} gap="xs">
            <Group gap="xs" align="flex-start" wrap="nowrap">
              <div style={{ flex: 1 }}>
                <TextField name={`levels.${at}.title`} label={t('assessment.criteria.level', { number: at + 1 })} />
              </div>
              <div style={{ width: 96 }}>
                <NumberField name={`levels.${at}.points`} label={label('points')} min={0} max={100} decimals={1} />
              </div>
              <ActionIcon
                mt={26}
                variant="subtle"
                color="gray"
                aria-label={t('assessment.plan.remove', { name: t('assessment.criteria.level', { number: at + 1 }) })}
                onClick={() =>
                  state.binding.set(
                    'levels',
                    levels.filter((__, index) => index !== at),
                  )
                }
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
            <TextAreaField name={`levels.${at}.description`} label={label('description')} />
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}
