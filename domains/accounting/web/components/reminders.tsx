import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choices, messageOf, PageSpinner, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  DateFilter,
  notify,
  RecordForm,
  Section,
  SmallTable,
  showDate,
  showMoney,
  showNumber,
} from '#platform/web/kit/index.ts';
import { reminderChannels, reminderSettings } from '../../contract/debtors.ts';
import { api, refresh } from '../api.ts';
import { RulesDrawer } from './rules-drawer.tsx';

const days = [-30, -14, -7, -3, -1, 0, 1, 3, 7, 14, 30, 60, 90];

/** On which days and how students are reminded, and who would be reminded of what tomorrow. */
export function Reminders({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  return (
    <RulesDrawer opened={opened} onClose={onClose} title={t('accounting.reminders.title')}>
      <Settings />
      <Plan />
    </RulesDrawer>
  );
}

const dayTitle = (t: ReturnType<typeof useMessages>, day: number): string =>
  day === 0
    ? t('accounting.reminders.same_day')
    : day < 0
      ? t('accounting.reminders.before', { count: -day })
      : t('accounting.reminders.after', { count: day });

function Settings() {
  const t = useMessages();
  const asked = useQuery(api.reminder.settings.queryOptions({ input: undefined }));
  if (asked.isError) return <Alert color="red">{messageOf(asked.error)}</Alert>;
  if (!asked.data) return <PageSpinner />;
  return (
    <RecordForm
      schema={reminderSettings}
      record={null}
      draftKey={false}
      defaults={asked.data}
      intro={
        <Text size="sm" c="dimmed">
          {t('accounting.reminders.about')}
        </Text>
      }
      fields={[
        { control: 'switch', name: 'active', label: t('accounting.reminders.active'), wide: true },
        {
          control: 'select',
          name: 'days',
          label: t('accounting.reminders.days'),
          multiple: true,
          options: days.map((day) => ({ id: day, title: dayTitle(t, day) })),
          wide: true,
        },
        {
          control: 'select',
          name: 'channels',
          label: t('accounting.reminders.channels'),
          multiple: true,
          options: choices(t, 'accounting.reminder_channel', reminderChannels),
        },
        { control: 'money', name: 'least', label: t('accounting.reminders.least') },
        { control: 'number', name: 'from_hour', label: t('accounting.field.from_hour') },
        { control: 'number', name: 'until_hour', label: t('accounting.field.until_hour') },
      ]}
      save={(payload) => api.reminder.save.call(payload as typeof asked.data, silent)}
      onSaved={() => {
        notify.success();
        void refresh();
      }}
    />
  );
}

function Plan() {
  const t = useMessages();
  const { locale } = useLocale();
  const [day, setDay] = useState<string>();
  const asked = useQuery(api.reminder.plan.queryOptions({ input: day ? { day } : {} }));
  const { data } = asked;
  return (
    <Section
      title={t('accounting.reminders.plan')}
      {...(data && !data.rests
        ? { description: t('accounting.reminders.count', { count: data.count, day: showDate(data.day) }) }
        : {})}
    >
      <Stack>
        <DateFilter
          label={t('accounting.reminders.day')}
          value={day ?? data?.day ?? ''}
          onChange={(next) => setDay(next || undefined)}
        />
        {asked.isError && <Alert color="red">{messageOf(asked.error)}</Alert>}
        {asked.isPending && <PageSpinner />}
        {data?.rests && <Alert color="gray">{t('accounting.reminders.rests', { day: showDate(data.day) })}</Alert>}
        {data && data.people.length > 0 && (
          <SmallTable
            minWidth={520}
            maxHeight={420}
            rows={data.people}
            rowKey={(row) => row.student_id}
            columns={[
              {
                key: 'name',
                title: t('accounting.field.student_id'),
                names: true,
                render: (row) => `${row.name} · ${row.student_no}`,
              },
              { key: 'sum', title: t('accounting.field.amount'), figure: true, render: (row) => showMoney(row.sum) },
              {
                key: 'due_on',
                title: t('accounting.field.due_on'),
                render: (row) =>
                  `${showDate(row.due_on)} (${row.broken ? t('accounting.reminders.broken') : dayTitle(t, row.days)})`,
              },
              {
                key: 'channels',
                title: t('accounting.reminders.channels'),
                render: (row) =>
                  row.channels.length ? (
                    <Group gap={4}>
                      {row.channels.map((channel) => (
                        <Badge key={channel} variant="light" size="sm">
                          {t(`accounting.reminder_channel.${channel}`)}
                        </Badge>
                      ))}
                    </Group>
                  ) : (
                    t('accounting.reminders.nothing')
                  ),
              },
            ]}
          />
        )}
        {data && data.count > data.people.length && (
          <Text size="sm" c="dimmed">
            {t('accounting.assign.more', { count: showNumber(data.count - data.people.length, locale) })}
          </Text>
        )}
      </Stack>
    </Section>
  );
}
