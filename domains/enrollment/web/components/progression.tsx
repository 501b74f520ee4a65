import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconGavel, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { date, requiredText } from '#platform/contract/index.ts';
import { choices, messageOf, silent, useMessages } from '#platform/web/index.ts';
import {
  Chart,
  type FiltersOf,
  FormDrawer,
  type ListColumn,
  ListPage,
  notify,
  ProgressDialog,
  type RowAction,
  Section,
  StatusBadge,
} from '#platform/web/kit/index.ts';
import { decidable, outcomes } from '../../shapes-turn.ts';
import { api, loadCourses, type Progress, type ProgressRow, progressOf, refresh, useJob } from '../api.ts';
import { Rules } from './progression-rules.tsx';
import { Runs } from './progression-runs.tsx';

const tones: Record<ProgressRow['outcome'], string> = {
  PROMOTED: 'teal',
  CONDITIONAL: 'yellow',
  GRADUATES_NEXT: 'blue',
  REPEATS: 'orange',
  LEAVES: 'red',
  ON_LEAVE: 'grape',
  HELD: 'gray',
};
const orderSchema = z.object({ order_number: requiredText(50), order_date: date });
const exceptionSchema = z.object({ outcome: z.enum(decidable), reason: requiredText(1000) });

/** What becomes of the students of a year: foreseen, decided in exceptions, applied, and taken back. */
export function Progression({ year }: { year: number }) {
  const t = useMessages();
  const query = useQuery(api.turn.progression.queryOptions({ input: { academic_year_id: year }, ...silent }));
  const [applying, setApplying] = useState(false);
  const [running, setRunning] = useState<number>();
  const summary = query.data;
  const leavers = (summary?.counts ?? [])
    .filter((row) => row.applied && row.outcome === 'LEAVES')
    .reduce((sum, row) => sum + row.count, 0);
  const waiting = summary?.counts.filter((row) => !row.applied && row.outcome !== 'HELD') ?? [];
  const count = waiting.reduce((sum, row) => sum + row.count, 0);
  const work = useJob(running);
  if (query.error)
    return (
      <Text c="red" role="alert">
        {messageOf(query.error)}
      </Text>
    );
  if (!summary) return null;
  return (
    <Stack gap="sm">
      <Section
        title={t('enrollment.progress.title', { year: summary.year.title })}
        description={summary.next && t('enrollment.progress.into', { year: summary.next.title })}
        actions={
          summary.can.apply &&
          summary.next && (
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              disabled={count === 0}
              onClick={() => setApplying(true)}
            >
              {t('enrollment.progress.apply', { count })}
            </Button>
          )
        }
      >
        <Counts counts={summary.counts} />
      </Section>
      <Students year={year} />
      <Rules rules={summary.rules} editable={summary.can.rules} />
      {summary.runs.length > 0 && <Runs runs={summary.runs} undo={summary.can.apply} leavers={leavers} />}
      <FormDrawer
        opened={applying}
        onClose={() => setApplying(false)}
        title={t('enrollment.progress.apply', { count })}
        notice={false}
        draftKey={false}
        schema={orderSchema}
        fields={[
          { control: 'text', name: 'order_number', label: t('enrollment.field.order_number') },
          { control: 'date', name: 'order_date', label: t('enrollment.field.order_date') },
        ]}
        intro={
          <Stack gap="xs">
            <Text size="sm">{t('enrollment.progress.apply_about', { year: summary.next?.title ?? '' })}</Text>
            {outcomes.map((outcome) => {
              const some = summary.counts
                .filter((row) => row.outcome === outcome && !row.applied)
                .reduce((sum, row) => sum + row.count, 0);
              return some > 0 ? (
                <Group key={outcome} gap="xs">
                  <StatusBadge
                    status={outcome}
                    color={tones[outcome]}
                    label={t(`enrollment.progress.outcome.${outcome}`)}
                  />
                  <Text size="sm">{t('enrollment.progress.becomes', { outcome, count: some })}</Text>
                </Group>
              ) : null;
            })}
          </Stack>
        }
        submitLabel={t('enrollment.progress.apply', { count })}
        save={(payload) => api.turn.progress.call({ academic_year_id: year, ...payload }, silent)}
        onSaved={({ job }) => {
          setApplying(false);
          if (job) setRunning(job.id);
          void refresh();
        }}
      />
      <ProgressDialog
        opened={running !== undefined}
        title={t('enrollment.progress.running')}
        onClose={() => {
          setRunning(undefined);
          void refresh();
        }}
        {...progressOf(work, count)}
      />
    </Stack>
  );
}

/** How many of whom: a number for each outcome, and courses beside each other. */
function Counts({ counts }: { counts: Progress['counts'] }) {
  const t = useMessages();
  const found = outcomes.filter((outcome) => counts.some((row) => row.outcome === outcome));
  const sum = (rows: Progress['counts']) => rows.reduce((total, row) => total + row.count, 0);
  const byCourse = [...Map.groupBy(counts, (row) => row.course.id).values()];
  if (counts.length === 0) return <Text size="sm">{t('enrollment.progress.nobody')}</Text>;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {found.map((outcome) => (
          <li key={outcome}>
            <Text size="xl" fw={700} className="tabular">
              {sum(counts.filter((row) => row.outcome === outcome))}
            </Text>
            <StatusBadge status={outcome} color={tones[outcome]} label={t(`enrollment.progress.outcome.${outcome}`)} />
          </li>
        ))}
      </SimpleGrid>
      <Chart
        kind="bar"
        stacked
        title={t('enrollment.progress.by_course')}
        counts={t('enrollment.progress.by_course_counts')}
        data={byCourse.map((rows) => ({
          name: rows[0]?.course.title ?? '',
          ...Object.fromEntries(found.map((outcome) => [outcome, sum(rows.filter((row) => row.outcome === outcome))])),
        }))}
        series={found.map((outcome) => ({
          key: outcome,
          label: t(`enrollment.progress.outcome.${outcome}`),
          color: `${tones[outcome]}.6`,
        }))}
      />
    </Stack>
  );
}

function Students({ year }: { year: number }) {
  const t = useMessages();
  const [decided, setDecided] = useState<ProgressRow>();
  const columns: ListColumn<ProgressRow>[] = [
    {
      key: 'name',
      made: true,
      title: t('enrollment.field.student_id'),
      sortable: true,
      render: (row) => (
        <div>
          <Anchor component={Link} size="sm" to={`/students/${row.student.id}`}>
            {row.student.name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {row.student.student_no}
          </Text>
        </div>
      ),
    },
    {
      key: 'outcome',
      title: t('enrollment.field.outcome'),
      render: (row) => (
        <Stack gap={2}>
          <StatusBadge
            status={row.outcome}
            color={tones[row.outcome]}
            label={t(`enrollment.progress.outcome.${row.outcome}`)}
          />
          {row.applied && (
            <Text size="xs" c="dimmed">
              {t('enrollment.progress.applied')}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'cause',
      title: t('enrollment.field.cause'),
      render: (row) => (
        <div>
          <Text size="sm">{t(`enrollment.progress.cause.${row.cause}`, { open: row.open })}</Text>
          {row.exception && (
            <Text size="xs" c="dimmed">
              {t('enrollment.progress.exception', {
                proposed: t(`enrollment.progress.outcome.${row.proposed}`),
                reason: row.exception.reason,
                by: row.exception.by ?? '—',
              })}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'earned',
      title: t('enrollment.field.credits'),
      sortable: true,
      render: (row) => t('enrollment.turn.done', { done: row.earned, needed: row.planned }),
    },
    {
      key: 'debts',
      title: t('enrollment.field.debts'),
      sortable: true,
      render: (row) => (row.debts.length ? row.debts.join(', ') : '—'),
    },
    { key: 'course', title: t('enrollment.field.course_id'), render: (row) => row.course.title },
    { key: 'study_year', title: t('enrollment.field.study_year'), render: (row) => row.study_year },
  ];
  const filters: FiltersOf<typeof api.turn.students> = [
    {
      key: 'outcome',
      label: t('enrollment.field.outcome'),
      control: 'multi',
      options: choices(t, 'enrollment.progress.outcome', outcomes),
    },
    { key: 'course_id', label: t('enrollment.field.course_id'), control: 'async', load: loadCourses },
    {
      key: 'study_year',
      label: t('enrollment.field.study_year'),
      control: 'select',
      options: [1, 2, 3, 4, 5, 6].map((n) => ({ id: n, title: String(n) })),
    },
    {
      key: 'exception',
      label: t('enrollment.progress.exceptions'),
      control: 'select',
      options: [{ id: 'yes', title: t('enrollment.progress.exceptions_only') }],
    },
  ];
  const actions = (row: ProgressRow): RowAction<ProgressRow>[] =>
    row.can.decide
      ? [
          {
            key: 'decide',
            label: t('enrollment.progress.decide'),
            icon: <IconGavel size={16} aria-hidden />,
            run: () => setDecided(row),
          },
          ...(row.exception
            ? [
                {
                  key: 'undecide',
                  label: t('enrollment.progress.undecide'),
                  icon: <IconArrowBackUp size={16} aria-hidden />,
                  run: async () => {
                    await api.turn.undecide.call({ enrollment_id: row.id }, silent);
                    notify.success(t('enrollment.progress.undecided'));
                    await refresh();
                  },
                },
              ]
            : []),
        ]
      : [];
  return (
    <>
      <ListPage
        title={t('enrollment.progress.students')}
        name="year-progression"
        embedded
        of={api.turn.students}
        fixed={{ academic_year_id: year }}
        rowLabel={(row) => row.student.name}
        columns={columns}
        filters={filters}
        defaults={{ size: 20 }}
        actions={actions}
        empty={{ title: t('enrollment.progress.nobody'), text: t('enrollment.progress.nobody_about') }}
      />
      <FormDrawer
        opened={decided !== undefined}
        onClose={() => setDecided(undefined)}
        title={t('enrollment.progress.decide_title', { name: decided?.student.name ?? '' })}
        notice={false}
        draftKey={false}
        schema={exceptionSchema}
        defaults={decided?.exception ? { outcome: decided.outcome, reason: decided.exception.reason } : undefined}
        fields={[
          {
            control: 'select',
            name: 'outcome',
            label: t('enrollment.field.outcome'),
            options: choices(
              t,
              'enrollment.progress.outcome',
              decidable.filter((one) => one !== decided?.proposed),
            ),
          },
          { control: 'textarea', name: 'reason', label: t('enrollment.field.reason'), wide: true },
        ]}
        intro={
          decided && (
            <Text size="sm">
              {t('enrollment.progress.proposed', {
                outcome: t(`enrollment.progress.outcome.${decided.proposed}`),
                cause: t(`enrollment.progress.cause.${decided.cause}`, { open: decided.open }),
              })}
            </Text>
          )
        }
        save={(payload) => api.turn.decide.call({ enrollment_id: decided?.id ?? 0, ...payload }, silent)}
        onSaved={() => {
          setDecided(undefined);
          notify.success(t('enrollment.progress.decided'));
          void refresh();
        }}
      />
    </>
  );
}
