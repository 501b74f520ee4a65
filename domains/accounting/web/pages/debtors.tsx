import { Badge, Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconBell, IconCoins, IconFileText, IconList, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { studyLevels } from '#platform/contract/levels.ts';
import { choices, silent, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import {
  DateText,
  FormDrawer,
  ListPage,
  MoneyText,
  notify,
  showDate,
  showMoney,
  showNumber,
} from '#platform/web/kit/index.ts';
import { lateness, promiseAsk, promiseStates } from '../../contract/debtors.ts';
import { api, type Debtor, loadCourses, refresh } from '../api.ts';
import { Holds, LetThrough } from '../components/holds.tsx';
import { Promises, promiseColors } from '../components/promises.tsx';
import { Reminders } from '../components/reminders.tsx';

const promiseSchema = promiseAsk.omit({ student_id: true });
const icon = 16;

/** Who is late, the oldest debt first: since when, what was promised, when they were reminded. */
export default function Debtors() {
  const t = useMessages();
  const may = useAbility();
  const [asked, setAsked] = useState<Debtor>();
  const [promises, setPromises] = useState<Debtor>();
  const [through, setThrough] = useState<Debtor>();
  const [holding, setHolding] = useState(false);
  const [reminding, setReminding] = useState(false);
  const manage = may.can('debit.manage');
  return (
    <>
      <ListPage
        name="debtors"
        title={t('accounting.debtors.title')}
        description={t('accounting.debtors.about')}
        of={api.debtor.list}
        empty={{ text: t('accounting.debtors.empty') }}
        rowLabel={(row) => row.name}
        primaryAction={
          manage && (
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconLock size={icon} aria-hidden />}
                onClick={() => setHolding(true)}
              >
                {t('accounting.holds.title')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconBell size={icon} aria-hidden />}
                onClick={() => setReminding(true)}
              >
                {t('accounting.reminders.title')}
              </Button>
            </Group>
          )
        }
        above={<Buckets />}
        columns={[
          { key: 'name', title: t('accounting.field.student_id'), phone: 'title', render: (row) => row.name },
          {
            key: 'student_no',
            title: t('accounting.contract.student_no'),
            render: (row) => row.student_no,
            defaultHidden: true,
          },
          { key: 'course', title: t('accounting.field.course_id'), render: (row) => row.course?.title ?? '—' },
          {
            key: 'overdue',
            title: `${t('accounting.contract.overdue')}, ${t('kit.som')}`,
            sortable: true,
            align: 'right',
            phone: 'end',
            render: (row) => <MoneyText value={row.overdue} currency={false} />,
          },
          {
            key: 'since',
            title: t('accounting.debtors.since'),
            sortable: true,
            phone: 'line',
            render: (row) => (
              <Stack gap={0}>
                <DateText value={row.since} />
                <Text size="xs" c={row.late === 'UP_TO_30' ? 'dimmed' : 'red'}>
                  {t('accounting.debtors.days', { count: row.days_late })}
                </Text>
              </Stack>
            ),
          },
          {
            key: 'promise',
            title: t('accounting.debtors.promise'),
            phone: 'aside',
            render: (row) =>
              row.promise ? (
                <Stack gap={2} align="flex-start">
                  <Badge variant="light" color={promiseColors[row.promise.state]}>
                    {t(`accounting.promise_state.${row.promise.state}`)}
                  </Badge>
                  <Text size="xs" c="dimmed">
                    {t('accounting.debtors.promised', {
                      sum: showMoney(row.promise.amount),
                      day: showDate(row.promise.due_on),
                    })}
                  </Text>
                </Stack>
              ) : (
                '—'
              ),
          },
          {
            key: 'holds',
            title: t('accounting.holds.column'),
            made: true,
            render: (row) =>
              row.holds.length ? (
                <Group gap={4}>
                  {row.holds.map(({ act }) => (
                    <Badge key={act} variant="light" color="orange">
                      {t(`accounting.held_act.${act}`)}
                    </Badge>
                  ))}
                </Group>
              ) : (
                '—'
              ),
          },
          {
            key: 'reminded_on',
            title: t('accounting.debtors.reminded'),
            render: (row) => <DateText value={row.reminded_on} />,
          },
        ]}
        filters={[
          {
            key: 'late',
            label: t('accounting.debtors.late'),
            control: 'multi',
            options: choices(t, 'accounting.lateness', lateness),
          },
          {
            key: 'promise',
            label: t('accounting.debtors.promise'),
            control: 'select',
            options: choices(t, 'accounting.promise_state', promiseStates),
          },
          { key: 'course_id', label: t('accounting.field.course_id'), control: 'async', load: loadCourses },
          {
            key: 'level',
            label: t('accounting.field.level'),
            control: 'multi',
            options: choices(t, 'accounting.level', studyLevels),
          },
        ]}
        actions={(row) => [
          ...(row.can.promise
            ? [
                {
                  key: 'promise',
                  label: t('accounting.debtors.write_promise'),
                  icon: <IconCoins size={icon} aria-hidden />,
                  run: () => setAsked(row),
                },
              ]
            : []),
          ...(row.promise
            ? [
                {
                  key: 'promises',
                  label: t('accounting.debtors.promises'),
                  icon: <IconList size={icon} aria-hidden />,
                  run: () => setPromises(row),
                },
              ]
            : []),
          ...(row.can.release && row.holds.length
            ? [
                {
                  key: 'release',
                  label: t('accounting.holds.let_through'),
                  icon: <IconLockOpen size={icon} aria-hidden />,
                  run: () => setThrough(row),
                },
              ]
            : []),
          {
            key: 'debits',
            label: t('accounting.debits.title'),
            icon: <IconFileText size={icon} aria-hidden />,
            href: `/debit?student_id=${row.id}`,
          },
        ]}
      />
      <FormDrawer
        as="modal"
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('accounting.debtors.write_promise')}
        schema={promiseSchema}
        record={null}
        draftKey={false}
        defaults={asked ? { amount: asked.overdue } : {}}
        intro={
          asked && (
            <Text size="sm" fw={600}>
              {[asked.name, showMoney(asked.overdue)].join(' · ')}
            </Text>
          )
        }
        fields={[
          { control: 'money', name: 'amount', label: t('accounting.field.amount'), required: true },
          { control: 'date', name: 'due_on', label: t('accounting.debtors.promise_day'), required: true },
          { control: 'textarea', name: 'note', label: t('accounting.field.note'), wide: true },
        ]}
        save={(payload) =>
          api.debtor.promise.call({ ...(payload as { amount: string; due_on: string }), student_id: asked!.id }, silent)
        }
        onSaved={() => {
          notify.success();
          void refresh();
        }}
      />
      <LetThrough of={through} onClose={() => setThrough(undefined)} />
      {manage && <Holds opened={holding} onClose={() => setHolding(false)} />}
      <Promises of={promises} onClose={() => setPromises(undefined)} />
      {manage && <Reminders opened={reminding} onClose={() => setReminding(false)} />}
    </>
  );
}

/** How many are late by how much; a press filters the list. */
function Buckets() {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const asked = useQuery(api.debtor.summary.queryOptions({ input: undefined, ...silent }));
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" w="100%">
      {lateness.map((late) => {
        const one = asked.data?.find((row) => row.late === late);
        return (
          <UnstyledButton
            key={late}
            className="surface"
            p={12}
            onClick={() =>
              void navigate({ to: '.', search: (all: Record<string, unknown>) => ({ ...all, late, page: undefined }) })
            }
          >
            <Text size="xs" c="dimmed">
              {t(`accounting.lateness.${late}`)}
            </Text>
            <Group gap={6} align="baseline">
              <Text fw={640} className="tabular">
                {one ? showNumber(one.people, locale) : '…'}
              </Text>
              <Text size="xs" c="dimmed" className="tabular">
                {one ? showMoney(one.overdue) : ''}
              </Text>
            </Group>
          </UnstyledButton>
        );
      })}
    </SimpleGrid>
  );
}
