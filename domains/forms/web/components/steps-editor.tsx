import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { keyFrom } from '#domains/questions/web/index.ts';
import { type Role, roles, title } from '#platform/contract/index.ts';
import { choices, codeId, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, FormDrawer, type OptionId, plainValue, Section, SelectField } from '#platform/web/kit/index.ts';
import { actionTypes, type ChainStep, changeKinds, chosenFrom, recordChanges } from '../../shapes.ts';
import { loadRoles, type Version } from '../api.ts';

const iconSize = 16;
const kinds = changeKinds;
const schema = z.object({
  title,
  action: z.enum(actionTypes),
  roles: z.array(z.string()).min(1),
  days: z.coerce.number().int().min(0).max(60),
  change: z.enum(kinds).nullish(),
  with: z.record(z.string(), z.string().nullable()).optional(),
});
type Values = z.output<typeof schema>;
const isRole = (name: string): name is Role => roles.some((role) => role === name);
const spoken = (role: string): string => role.toLowerCase().replaceAll('_', ' ');
const loadCodes = async (search: string, ids?: OptionId[]) =>
  roles
    .filter((name) => (ids ? ids.includes(name) : spoken(name).includes(search.toLowerCase())))
    .map((name) => ({ id: name, title: spoken(name) }));

/** The chain: who does what, in which time, and what comes of it. */
export function StepsEditor({
  form,
  draft,
  save,
}: {
  form: Version;
  draft: boolean;
  save: (steps: ChainStep[]) => Promise<unknown>;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  const [open, setOpen] = useState<number>();
  const [busy, setBusy] = useState(false);
  const { steps } = form;
  // Their names stand with the rights of the institution, which not everybody who builds forms may read.
  const named = useAbility().can(['role.read', 'account.read']);
  const names = useQuery({ queryKey: ['forms', 'roles'], queryFn: () => loadRoles(''), enabled: named }).data;
  const roleName = (role: string) => names?.find(({ id }) => id === role)?.title ?? spoken(role);
  const fields = form.sections.flatMap((section) => section.fields);
  const put = async (next: ChainStep[]) => {
    setBusy(true);
    try {
      await save(next);
    } finally {
      setBusy(false);
    }
  };
  const move = (at: number, by: 1 | -1) => {
    const next = [...steps];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    return put(next);
  };
  const button = (label: string, icon: ReactNode, run: () => unknown, disabled = false) => (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={disabled || busy}
        onClick={() => void run()}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
  const opened = open === undefined ? undefined : (steps[open] ?? null);
  return (
    <Section
      title={t('forms.field.steps')}
      description={t('forms.builder.steps_about')}
      actions={
        draft && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setOpen(steps.length)}
          >
            {t('forms.builder.add_step')}
          </Button>
        )
      }
    >
      <Stack gap={0}>
        {steps.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('forms.builder.no_steps')}
          </Text>
        )}
        {steps.map((step, at) => {
          const name = plainValue(step.title, locale);
          return (
            <Group
              key={step.key}
              justify="space-between"
              wrap="nowrap"
              py={6}
              style={{ borderTop: at ? '1px solid var(--line)' : 'none' }}
            >
              <div style={{ minWidth: 0 }}>
                <Text size="sm" fw={500}>
                  {at + 1}. {name}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(`forms.action.${step.action}`)} · {t('forms.days', { days: step.days })} ·{' '}
                  {step.roles.map(roleName).join(', ')}
                </Text>
              </div>
              {draft && (
                <Group gap={2} wrap="nowrap">
                  {button(
                    t('questions.up', { name }),
                    <IconArrowUp size={iconSize} aria-hidden />,
                    () => move(at, -1),
                    at === 0,
                  )}
                  {button(
                    t('questions.down', { name }),
                    <IconArrowDown size={iconSize} aria-hidden />,
                    () => move(at, 1),
                    at === steps.length - 1,
                  )}
                  {button(t('questions.edit', { name }), <IconPencil size={iconSize} aria-hidden />, () => setOpen(at))}
                  {button(t('questions.remove', { name }), <IconTrash size={iconSize} aria-hidden />, () =>
                    put(steps.filter((_, index) => index !== at)),
                  )}
                </Group>
              )}
            </Group>
          );
        })}
      </Stack>
      <FormDrawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t('forms.field.step')}
        schema={schema}
        record={opened ? { ...opened, change: opened.change?.kind ?? null, with: opened.change?.with ?? {} } : null}
        defaults={{ action: 'CHECK', days: 1, with: {} }}
        draftKey={false}
        fields={[
          { control: 'multilingual', name: 'title', label: t('forms.field.title'), wide: true },
          {
            control: 'select',
            name: 'action',
            label: t('forms.field.action'),
            options: choices(t, 'forms.action', actionTypes),
          },
          { control: 'number', name: 'days', label: t('forms.field.days') },
        ]}
        save={(payload) => {
          const { change, with: told = {}, ...values } = payload as Values;
          const taken = new Set(steps.map(({ key }) => key));
          const next = [...steps];
          next[open ?? steps.length] = {
            ...values,
            roles: values.roles.filter(isRole),
            key: opened?.key ?? keyFrom(values.title.en || values.title.uz, taken),
            change:
              values.action === 'CHANGE' && change
                ? {
                    kind: change,
                    with: Object.fromEntries(
                      recordChanges[change].flatMap((name) => (told[name] ? [[name, told[name]]] : [])),
                    ),
                  }
                : null,
          };
          return put(next);
        }}
      >
        {(state) => {
          const kind = kinds.find((one) => one === state.values.change);
          return (
            <Stack>
              <AsyncSelect
                name="roles"
                label={t('forms.field.roles')}
                multiple
                load={named ? loadRoles : loadCodes}
                required
              />
              {state.values.action === 'CHANGE' && (
                <SelectField
                  name="change"
                  label={t('forms.field.change')}
                  required
                  options={choices(t, 'forms.changes', kinds)}
                />
              )}
              {state.values.action === 'CHANGE' &&
                kind &&
                recordChanges[kind].map((name) => (
                  <SelectField
                    key={name}
                    name={`with.${name}`}
                    label={t(codeId('forms.told', name))}
                    clearable
                    required={false}
                    options={fields
                      .filter(({ source }) => chosenFrom[name] === undefined || source === chosenFrom[name])
                      .map((field) => ({ id: field.key, title: plainValue(field.title, locale) }))}
                  />
                ))}
            </Stack>
          );
        }}
      </FormDrawer>
    </Section>
  );
}
