import { ActionIcon, Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { choices, messageOf, silent, useMessages } from '#platform/web/index.ts';
import {
  confirm,
  FormDrawer,
  Loaded,
  notify,
  RecordForm,
  Section,
  showDate,
  showMoney,
} from '#platform/web/kit/index.ts';
import { type HeldBy, heldActs, holdRule, releaseAsk } from '../../contract/holds.ts';
import { api, type Debtor, refresh } from '../api.ts';
import { RulesDrawer } from './rules-drawer.tsx';

const ruleSchema = holdRule.omit({ act: true });
const releaseSchema = releaseAsk.omit({ student_id: true });

/** From which debt on students are kept from what, and who was let through all the same. */
export function Holds({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  return (
    <RulesDrawer
      opened={opened}
      onClose={onClose}
      title={t('accounting.holds.title')}
      about={t('accounting.holds.about')}
    >
      <Rules />
      <Releases />
    </RulesDrawer>
  );
}

function Rules() {
  const t = useMessages();
  const asked = useQuery(api.hold.rules.queryOptions({ input: undefined, ...silent }));
  return (
    <Loaded query={asked}>
      {(rules) =>
        rules.map(({ act, can, ...rule }) => (
          <Section key={act} title={t(`accounting.held_act.${act}`)} description={t(`accounting.held_about.${act}`)}>
            {can.save ? (
              <RecordForm
                schema={ruleSchema}
                record={null}
                draftKey={false}
                defaults={rule}
                fields={[
                  { control: 'switch', name: 'active', label: t('accounting.holds.active'), wide: true },
                  { control: 'money', name: 'least', label: t('accounting.holds.least'), required: true },
                  { control: 'number', name: 'days', label: t('accounting.holds.days'), required: true },
                ]}
                save={(payload) => api.hold.save.call({ ...(payload as typeof rule), act }, silent)}
                onSaved={() => {
                  notify.success();
                  void refresh();
                }}
              />
            ) : (
              <Text size="sm">
                {rule.active
                  ? t('accounting.holds.set', { sum: showMoney(rule.least), days: rule.days })
                  : t('accounting.holds.off')}
              </Text>
            )}
          </Section>
        ))
      }
    </Loaded>
  );
}

function Releases() {
  const t = useMessages();
  const asked = useQuery(api.hold.list.queryOptions({ input: { size: 50 }, ...silent }));
  if (asked.isError) return <Alert color="red">{messageOf(asked.error)}</Alert>;
  const rows = asked.data?.content ?? [];
  const remove = async (row: (typeof rows)[number]) => {
    const sure = await confirm({
      title: t('accounting.holds.take_back'),
      name: row.student.name,
      text: t('accounting.holds.take_back_text'),
      yes: t('accounting.holds.take_back'),
    });
    if (!sure) return;
    await api.hold.remove
      .call({ id: row.id }, silent)
      .then(() => notify.success())
      .catch((error: unknown) => notify.error(error));
    await refresh();
  };
  return (
    <Section title={t('accounting.holds.releases')}>
      <Stack gap="sm">
        {asked.data && rows.length === 0 && <Text c="dimmed">{t('accounting.holds.no_releases')}</Text>}
        {rows.map((row) => (
          <Group key={row.id} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {`${row.student.name} · ${row.student.student_no}`}
                </Text>
                {row.over && (
                  <Badge variant="light" color="gray">
                    {t('accounting.holds.over')}
                  </Badge>
                )}
              </Group>
              <Text size="sm">
                {t('accounting.holds.until', {
                  acts: row.acts.map((act) => t(`accounting.held_act.${act}`)).join(', '),
                  day: showDate(row.until),
                })}
              </Text>
              <Text size="xs" c="dimmed">
                {[row.made_by, showDate(row.made_on), row.reason].filter(Boolean).join(' · ')}
              </Text>
            </div>
            {row.can.delete && (
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('accounting.holds.take_back')}
                onClick={() => void remove(row)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

/** Lets a debtor through until a day, with the reason. */
export function LetThrough({ of, onClose }: { of: Debtor | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <FormDrawer
      as="modal"
      opened={of !== undefined}
      onClose={onClose}
      title={t('accounting.holds.let_through')}
      schema={releaseSchema}
      record={null}
      draftKey={false}
      defaults={of ? { acts: of.holds.map(({ act }) => act) } : {}}
      intro={
        of && (
          <Text size="sm" fw={600}>
            {of.name}
          </Text>
        )
      }
      fields={[
        {
          control: 'select',
          name: 'acts',
          label: t('accounting.holds.to_what'),
          multiple: true,
          options: choices(t, 'accounting.held_act', heldActs),
          required: true,
        },
        { control: 'date', name: 'until', label: t('accounting.holds.until_day'), required: true },
        { control: 'textarea', name: 'reason', label: t('accounting.field.reason'), required: true, wide: true },
      ]}
      save={(payload) =>
        api.hold.release.call(
          { ...(payload as { acts: HeldBy[]; until: string; reason: string }), student_id: of!.id },
          silent,
        )
      }
      onSaved={() => {
        notify.success();
        void refresh();
      }}
    />
  );
}
