import { Group, Progress, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconDiscount2, IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { saveBase } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import {
  choices,
  codeId,
  monthInShort,
  type NameIn,
  silent,
  useAbility,
  useLocale,
  useMessages,
} from '#platform/web/index.ts';
import {
  Bars,
  CountedAt,
  DateText,
  FileList,
  FormDrawer,
  MoneyText,
  ResourcePage,
  Section,
  SmallTable,
  showMoney,
  showNumber,
  untilCounted,
} from '#platform/web/kit/index.ts';
import { debitKinds } from '../../shapes.ts';
import { debitSave, debitStates, detailSave } from '../../shapes-money.ts';
import { api, type Debit, loadContracts, loadCourses, loadStudents, openFile, refresh } from '../api.ts';
import { Grown } from '../components/fine.tsx';
import { MyMoney } from '../components/my-money.tsx';
import { State } from '../components/status.tsx';

const schema = z.object({ ...saveBase, ...debitSave });
const adjustment = detailSave.pick({ amount: true, reason: true }).extend({
  files: z
    .array(z.object({ id: z.number() }).loose())
    .max(10)
    .optional(),
});
const fresh = { kind: 'OTHER' };
const icon = 16;
const million = 1_000_000;

/** What students owe: by month, by course, and every debit by itself. */
export default function Debits() {
  return useAbility().scope('debit.read') === 'institution' ? <Office /> : <MyMoney />;
}

function Office() {
  const t = useMessages();
  const may = useAbility();
  const [adjusted, setAdjusted] = useState<Debit>();
  const field = <N extends NameIn<'accounting.field'>>(name: N) => ({
    name,
    label: t(codeId('accounting.field', name)),
  });
  const invoice = (row: Debit) => api.debit.invoice.call({ student_id: row.student_id }, silent).then(openFile);
  return (
    <Stack gap="lg">
      <ResourcePage
        of={api.debit}
        messages="accounting.debits"
        manage={may.can('debit.manage')}
        schema={schema}
        fresh={fresh}
        addressed="student_id"
        rowLabel={(row) => row.student.name}
        reasoned={(row) =>
          [showMoney(row.total), t(`accounting.debit_kind.${row.kind}`), row.contract?.title, row.student.name]
            .filter(Boolean)
            .join(' · ')
        }
        onChanged={refresh}
        columns={[
          { key: 'student', title: t('accounting.field.student_id'), render: (row) => row.student.name },
          {
            key: 'student_no',
            made: true,
            title: t('accounting.contract.student_no'),
            render: (row) => row.student.student_no,
            defaultHidden: true,
          },
          { key: 'course', title: t('accounting.field.course_id'), render: (row) => row.course?.title ?? '—' },
          { key: 'kind', title: t('accounting.field.kind'), render: (row) => t(`accounting.debit_kind.${row.kind}`) },
          {
            key: 'due_on',
            title: t('accounting.field.due_on'),
            sortable: true,
            phone: 'line',
            render: (row) => <DateText value={row.due_on} />,
          },
          {
            key: 'amount',
            title: `${t('accounting.field.total')}, ${t('kit.som')}`,
            sortable: true,
            align: 'right',
            render: (row) => <MoneyText value={row.total} currency={false} />,
          },
          {
            key: 'paid',
            title: t('accounting.field.paid'),
            align: 'right',
            render: (row) => <MoneyText value={row.paid} currency={false} />,
          },
          {
            key: 'left',
            title: t('accounting.contract.left'),
            align: 'right',
            phone: 'end',
            render: (row) => <MoneyText value={row.left} currency={false} />,
          },
          {
            key: 'fine',
            title: t('accounting.field.fine'),
            align: 'right',
            render: (row) => <Grown fine={row.fine} rested={row.fine_rested} />,
          },
          {
            key: 'state',
            title: t('accounting.field.status'),
            phone: 'aside',
            render: (row) => <State value={row.state} />,
          },
          {
            key: 'contract',
            title: t('accounting.field.contract_id'),
            render: (row) => row.contract?.title ?? '—',
            defaultHidden: true,
          },
        ]}
        filters={[
          {
            key: 'state',
            label: t('accounting.field.status'),
            control: 'select',
            options: choices(t, 'accounting.status', debitStates),
          },
          {
            key: 'kind',
            label: t('accounting.field.kind'),
            control: 'multi',
            options: choices(t, 'accounting.debit_kind', debitKinds),
          },
          { key: 'course_id', label: t('accounting.field.course_id'), control: 'async', load: loadCourses },
          {
            key: 'level',
            label: t('accounting.field.level'),
            control: 'multi',
            options: choices(t, 'accounting.level', studyLevels),
          },
          { key: 'from', label: t('accounting.from'), control: 'date' },
          { key: 'until', label: t('accounting.until'), control: 'date' },
        ]}
        actions={(row) => [
          ...(row.can?.adjust
            ? [
                {
                  key: 'adjust',
                  label: t('accounting.debits.adjust'),
                  icon: <IconDiscount2 size={icon} aria-hidden />,
                  run: () => setAdjusted(row),
                },
              ]
            : []),
          ...(may.can('invoice.create')
            ? [
                {
                  key: 'invoice',
                  label: t('accounting.invoice'),
                  icon: <IconFileInvoice size={icon} aria-hidden />,
                  run: () => invoice(row),
                },
              ]
            : []),
        ]}
        fields={[
          { control: 'async', ...field('student_id'), load: loadStudents, required: true },
          { control: 'async', ...field('contract_id'), load: loadContracts },
          { control: 'select', ...field('kind'), options: choices(t, 'accounting.debit_kind', debitKinds) },
          { control: 'date', ...field('due_on'), required: true },
          { control: 'money', ...field('amount'), required: true },
          { control: 'textarea', ...field('note'), wide: true },
        ]}
      />
      <Overview />
      <FormDrawer
        as="modal"
        opened={adjusted !== undefined}
        onClose={() => setAdjusted(undefined)}
        title={t('accounting.debits.adjust')}
        schema={adjustment}
        record={null}
        intro={
          <>
            {adjusted && (
              <Text size="sm" fw={600}>
                {[showMoney(adjusted.total), adjusted.contract?.title, adjusted.student.name]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {t('accounting.debits.adjust_about')}
            </Text>
            {adjusted?.details.map((one) => (
              <div key={one.id}>
                <Text size="sm">{[showMoney(one.amount), one.reason, one.made_by].filter(Boolean).join(' · ')}</Text>
                {one.files.length > 0 && <FileList files={one.files} />}
              </div>
            ))}
          </>
        }
        fields={[
          { control: 'text', ...field('amount'), required: true, inputMode: 'decimal' },
          { control: 'textarea', ...field('reason'), required: true, wide: true },
          { control: 'files', ...field('files'), upload, description: t('accounting.debits.decision'), wide: true },
        ]}
        save={({ files: chosen = [], ...rest }: z.input<typeof adjustment>) =>
          api.debit.detail.call({ ...rest, file_ids: chosen.map(({ id }) => id), debit_id: adjusted!.id }, silent)
        }
        onSaved={() => {
          void refresh();
        }}
      />
    </Stack>
  );
}

/** As many as have their numbers beside each other. */
const monthsShown = 12;

function Overview() {
  const t = useMessages();
  const { locale } = useLocale();
  const asked = useQuery(api.debit.overview.queryOptions({ input: {}, ...untilCounted }));
  if (asked.isPending) return <Skeleton h={240} />;
  const data = asked.data;
  if (!data || data.courses.length === 0) return null;
  /** What is not paid of it. */
  const lefts = <R extends { total: string; paid: string }>(rows: R[], nameOf: (row: R) => string) =>
    rows.map((row) => ({ name: nameOf(row), count: Math.round((Number(row.total) - Number(row.paid)) / million) }));
  const bars = (of: 'due' | 'paid') =>
    data.months
      .slice(-monthsShown)
      .map((row) => ({ name: monthInShort(row.month, locale), count: Math.round(Number(row[of]) / million) }));
  return (
    <Stack>
      <CountedAt counted_at={data.counted_at} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {(
          [
            ['total', showMoney(data.total)],
            ['paid', showMoney(data.paid)],
            ['overdue', showMoney(data.overdue)],
            ['debtors', showNumber(data.debtors, locale)],
          ] as const
        ).map(([key, value]) => (
          <div key={key} className="surface" style={{ padding: 14 }}>
            <Text size="xs" c="dimmed">
              {t(`accounting.debits.sum.${key}`)}
            </Text>
            <Text size="lg" fw={640} className="tabular">
              {value}
            </Text>
            <Text size="xs" c="dimmed">
              {t(`accounting.debits.sum_counts.${key}`)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Section title={t('accounting.debits.months')} description={t('accounting.debits.millions')}>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Bars title={t('accounting.debits.due')} counts={t('accounting.debits.due_counts')} data={bars('due')} />
          <Bars title={t('accounting.field.paid')} counts={t('accounting.debits.paid_counts')} data={bars('paid')} />
        </SimpleGrid>
      </Section>
      <Section title={t('accounting.debits.groups')} description={t('accounting.debits.groups_about')}>
        <SimpleGrid cols={{ base: 1, md: 3 }}>
          <Bars
            lying
            title={t('accounting.debits.by_faculty')}
            counts={t('accounting.debits.left_counts')}
            data={lefts(data.faculties, (row) => row.title || t('accounting.debits.no_faculty'))}
          />
          <Bars
            lying
            title={t('accounting.debits.by_year')}
            counts={t('accounting.debits.left_counts')}
            data={lefts(data.years, (row) => row.key)}
          />
          <Bars
            lying
            title={t('accounting.debits.by_kind')}
            counts={t('accounting.debits.left_counts')}
            data={lefts(data.kinds, (row) => t(`accounting.debit_kind.${row.key}`))}
          />
        </SimpleGrid>
      </Section>
      <Section title={t('accounting.debits.courses')}>
        <SmallTable
          minWidth={680}
          rows={data.courses}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'course',
              title: t('accounting.field.course_id'),
              render: (row) => row.title || t('accounting.debits.no_course'),
            },
            {
              key: 'students',
              title: t('accounting.debits.students'),
              figure: true,
              render: (row) => showNumber(row.students, locale),
            },
            {
              key: 'debtors',
              title: t('accounting.debits.sum.debtors'),
              figure: true,
              render: (row) => showNumber(row.debtors, locale),
            },
            {
              key: 'total',
              title: t('accounting.field.total'),
              figure: true,
              render: (row) => <MoneyText value={row.total} />,
            },
            {
              key: 'paid',
              title: t('accounting.field.paid'),
              width: 150,
              render: (row) => {
                const share = Number(row.total) ? (Number(row.paid) * 100) / Number(row.total) : 0;
                return (
                  <Group gap={6} wrap="nowrap">
                    <Progress
                      value={share}
                      size={6}
                      style={{ flex: 1 }}
                      aria-label={row.title || t('accounting.debits.no_course')}
                    />
                    <Text size="xs" className="tabular" w={42} ta="right">
                      {Math.round(share)}&nbsp;%
                    </Text>
                  </Group>
                );
              },
            },
            {
              key: 'overdue',
              title: t('accounting.debits.sum.overdue'),
              figure: true,
              render: (row) => <MoneyText value={row.overdue} />,
            },
          ]}
        />
      </Section>
    </Stack>
  );
}
