import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconChecks, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { choices, messageOf, silent, useAbility } from '#platform/web/index.ts';
import { DateText, Empty, ListPage, PageHeader, Person, useRowsDialog } from '#platform/web/kit/index.ts';
import { bulkMost } from '../../shapes.ts';
import { recordStates } from '../../workflow.ts';
import {
  type Achievement,
  api,
  exportRecords,
  loadDepartments,
  loadTypes,
  recordList,
  refresh,
  useFields,
} from '../api.ts';
import { BulkVerify } from '../components/bulk-verify.tsx';
import { RecordCards } from '../components/record-cards.tsx';
import { RecordForm } from '../components/record-form.tsx';
import { TotalsSection } from '../components/totals.tsx';
import { Points, StateBadge } from '../shown.tsx';

/** A student's own achievements, or those that the office works on. */
export default function Achievements() {
  const { scope } = useAbility();
  return scope('achievement.read') === 'own' ? <Own /> : <All />;
}

/** `?open=new` opens the form, so that it can be linked to. */
function useNew() {
  const navigate = useNavigate();
  const { open } = useSearch({ strict: false }) as { open?: unknown };
  return {
    opened: open === 'new',
    begin: () => void navigate({ to: '.', search: (old: object) => ({ ...old, open: 'new' }), resetScroll: false }),
    close: () =>
      void navigate({
        to: '.',
        search: ({ open: _, ...rest }: Record<string, unknown>) => rest,
        resetScroll: false,
      }),
    show: (id: number) => void navigate({ to: `/achievement-records/${id}` }),
  };
}

function Own() {
  const { t } = useFields();
  const { can } = useAbility();
  const form = useNew();
  const query = useQuery(api.record.own.queryOptions({ ...silent }));
  const add = can('achievement.submit') ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={form.begin}>
      {t('achievements.form.add')}
    </Button>
  ) : undefined;
  return (
    <Stack gap="md" maw={860}>
      <PageHeader
        title={t('achievements.list.own')}
        description={t('achievements.list.own_about')}
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              component={Link}
              to="/achievement-records/info"
              leftSection={<IconInfoCircle size={16} aria-hidden />}
            >
              {t('achievements.info.title')}
            </Button>
            {add}
          </Group>
        }
      />
      {query.isPending && <Skeleton h={280} />}
      {query.isError && (
        <Empty
          title={messageOf(query.error)}
          action={
            <Button variant="default" onClick={() => void query.refetch()}>
              {t('common.retry')}
            </Button>
          }
        />
      )}
      {query.data && (
        <>
          {query.data.count > 0 && <TotalsSection totals={query.data} own />}
          {query.data.records.length === 0 ? (
            <Empty title={t('achievements.list.none')} text={t('achievements.list.none_about')} action={add} />
          ) : (
            <RecordCards records={query.data.records} />
          )}
        </>
      )}
      <RecordForm opened={form.opened} onClose={form.close} others={false} onSaved={({ id }) => form.show(id)} />
    </Stack>
  );
}

function All() {
  const { t, column, label } = useFields();
  const { can, scope } = useAbility();
  const form = useNew();
  const bulk = useRowsDialog<Achievement>();
  const files = scope('achievement.submit') === 'institution';
  const named = scope('achievement.read') === undefined;
  const filters = useMemo(
    () => [
      {
        key: 'status' as const,
        label: label('status'),
        control: 'multi' as const,
        options: choices(
          t,
          'achievements.state',
          recordStates.filter((state) => state !== 'DRAFT'),
        ),
      },
      ...(named
        ? []
        : [
            { key: 'type_id' as const, label: label('type_id'), control: 'async' as const, load: loadTypes },
            {
              key: 'department_id' as const,
              label: label('department_id'),
              control: 'async' as const,
              load: loadDepartments,
            },
          ]),
      { key: 'achieved' as const, label: label('achieved_on'), control: 'dateRange' as const },
      { key: 'mine' as const, label: t('achievements.filter.mine'), control: 'boolean' as const },
    ],
    [t, label, named],
  );
  return (
    <>
      <ListPage
        title={t('achievements.list.title')}
        description={t('achievements.list.about')}
        name="achievements"
        of={api.record.list}
        place={recordList}
        rowHref={(row) => `/achievement-records/${row.id}`}
        rowLabel={(row) => `${row.number} · ${row.title}`}
        columns={[
          {
            key: 'student',
            title: label('student'),
            render: (row) => <Person person={row.student} note={`${row.number} · ${row.student.student_no}`} />,
          },
          { ...column('status'), render: (row) => <StateBadge state={row.status} /> },
          { ...column('title') },
          {
            key: 'type',
            title: label('type_id'),
            render: (row) => (
              <>
                <Text size="sm">{row.type.title}</Text>
                <Text size="xs" c="dimmed">
                  {row.grade.title}
                </Text>
              </>
            ),
          },
          { ...column('achieved_on'), sortable: true, render: (row) => <DateText value={row.achieved_on} /> },
          { ...column('points'), sortable: true, align: 'right', render: (row) => <Points of={row} /> },
          { ...column('submitted_at'), sortable: true, render: (row) => <DateText value={row.submitted_at} /> },
          { key: 'file_count', title: label('file_ids'), align: 'right', defaultHidden: true },
          { ...column('validator'), defaultHidden: true },
        ]}
        filters={filters}
        defaults={{ size: 20, sort: 'submitted_at,desc' }}
        {...(can('achievement.verify')
          ? {
              bulkActions: [
                {
                  key: 'verify',
                  label: t('achievements.act.VERIFIED'),
                  icon: <IconChecks size={16} aria-hidden />,
                  run: (rows: Achievement[], _all: boolean, _input: unknown, clear: () => void) =>
                    bulk.open(rows.slice(0, bulkMost), clear),
                },
              ],
            }
          : {})}
        {...(named ? {} : { exportFn: exportRecords })}
        {...(files
          ? {
              primaryAction: (
                <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={form.begin}>
                  {t('achievements.form.add')}
                </Button>
              ),
              restore: async (row: Achievement) => {
                await api.record.restore.call({ id: row.id }, silent);
                await refresh();
              },
            }
          : {})}
        {...(can('achievement.verify')
          ? {
              toolbar: (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  component={Link}
                  to="/achievement-records/together"
                  leftSection={<IconChecks size={16} aria-hidden />}
                >
                  {t('achievements.batch.title')}
                </Button>
              ),
            }
          : {})}
        empty={{ text: t('achievements.list.empty') }}
      />
      {bulk.rows && <BulkVerify rows={bulk.rows} onClose={bulk.onClose} onDone={bulk.onDone} />}
      {files && <RecordForm opened={form.opened} onClose={form.close} others onSaved={({ id }) => form.show(id)} />}
    </>
  );
}
