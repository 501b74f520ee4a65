import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { IconDownload, IconGavel, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import type { z } from 'zod';
import { codeId, download, messageOf, silent, today, useAbility, useTitle } from '#platform/web/index.ts';
import {
  AsyncSelect,
  Chart,
  Empty,
  Facts,
  ListPage,
  notify,
  PageHeader,
  RecordFormView,
  Section,
  SelectField,
  StatusBadge,
  showDate,
  showNumber,
  useRecordForm,
} from '#platform/web/kit/index.ts';
import { boardInput, boardRoles } from '../../shapes-release.ts';
import { api, loadBoardPeople, loadCourses, refresh } from '../api.ts';
import { ModuleName, useYearFilter } from '../components/module-list.tsx';
import { ModulesToMark } from '../components/modules-to-mark.tsx';
import { useFields } from '../use-fields.ts';
import { usePhone } from '../use-phone.ts';

type Board = Awaited<ReturnType<typeof api.release.board.get.call>>;
type Role = Board['members'][number]['role'];
/** A seat, until somebody was chosen for it. */
interface Member {
  staff_id: number | null;
  role: Role;
}
type Ready = Awaited<ReturnType<typeof api.release.board.ready.call>>;

const minutesOf = (id: number) => download(`/assessment/board/${id}/minutes`);

/** The board: it confirms the marks of a whole module at once, or looks at what earlier ones confirmed. */
export default function BoardPage() {
  const search = useSearch({ strict: false }) as { course_module_id?: unknown };
  const module = /^\d{1,9}$/.test(String(search.course_module_id)) ? Number(search.course_module_id) : undefined;
  return module ? <OneModule key={module} module={module} /> : <Boards />;
}

/** Modules whose marks wait for a board, and the boards that were held. */
function Boards() {
  const { t } = useFields();
  const navigate = useNavigate();
  const waiting = (useSearch({ strict: false }) as { view?: unknown }).view === 'waiting';
  const views = (
    <SegmentedControl
      aria-label={t('assessment.entry.view')}
      value={waiting ? 'waiting' : 'held'}
      onChange={(view) => void navigate({ to: '.', search: view === 'waiting' ? { view } : {} })}
      data={['held', 'waiting'].map((value) => ({ value, label: t(codeId('assessment.board.view', value)) }))}
    />
  );
  if (!waiting) return <Held views={views} />;
  return (
    <ModulesToMark
      list={{
        title: t('assessment.board.title'),
        description: t('assessment.board.waiting_about'),
        toolbar: views,
        fixed: { board: true },
        empty: { title: t('assessment.board.nothing'), text: t('assessment.board.nothing_text') },
      }}
      onChoose={(id) => void navigate({ to: '.', search: { course_module_id: String(id) } })}
    />
  );
}

function Held({ views }: { views: ReactNode }) {
  const { t, label, column } = useFields();
  const byYear = useYearFilter();
  const phone = usePhone();
  return (
    <ListPage
      title={t('assessment.board.title')}
      description={t('assessment.board.about')}
      of={api.release.board.list}
      rowLabel={(row) => row.number}
      toolbar={views}
      rowHref={(row) => `/mark-board?course_module_id=${row.course_module_id}`}
      columns={[
        {
          key: 'module',
          made: true,
          title: label('course_module_id'),
          render: (row) => (
            <ModuleName
              module={row.course_module}
              below={phone && `${label('minutes')} ${row.number} · ${showDate(row.held_on)}`}
            />
          ),
        },
        ...(phone
          ? []
          : [
              { key: 'number' as const, title: label('minutes'), render: (row: Board) => row.number },
              { ...column('held_on'), render: (row: Board) => showDate(row.held_on) },
              { ...column('confirmed'), align: 'right' as const },
            ]),
        { ...column('by') },
      ]}
      filters={[{ key: 'course_id', label: label('course'), control: 'async', load: loadCourses }, byYear]}
      actions={(row) => [
        {
          key: 'minutes',
          label: t('assessment.board.minutes'),
          icon: <IconDownload size={16} aria-hidden />,
          run: () => minutesOf(row.id),
        },
      ]}
      empty={{ title: t('assessment.board.none'), text: t('assessment.board.none_text') }}
    />
  );
}

function OneModule({ module }: { module: number }) {
  const { t } = useFields();
  const intl = useIntl();
  const query = useQuery(
    api.release.board.ready.queryOptions({ input: { course_module_id: module }, ...silent, staleTime: 0 }),
  );
  const held = useQuery(
    api.release.board.list.queryOptions({ input: { course_module_id: module, size: 10 }, ...silent }),
  );
  const may = useAbility().can('mark.confirm');
  const ready = query.data;
  useTitle(ready?.course_module.title ?? '');
  if (query.isError) return <Empty title={t('assessment.board.missing')} text={messageOf(query.error)} />;
  if (!ready || held.isPending) return <Skeleton h={420} />;
  // A module that a board has closed waits for nothing, unless somebody's retake has come since.
  const confirmed = !ready.ready && ready.gaps === 0 && (held.data?.content.length ?? 0) > 0;
  return (
    <Stack gap="md">
      <PageHeader
        back={`/mark-entry?course_module_id=${module}`}
        title={ready.course_module.title}
        description={t('assessment.board.about')}
        badge={
          confirmed ? (
            <StatusBadge status="CONFIRMED" label={t('assessment.status.CONFIRMED')} />
          ) : (
            <StatusBadge
              status={ready.ready ? 'READY' : 'PENDING'}
              label={t(ready.ready ? 'assessment.board.ready' : 'assessment.board.not_ready')}
            />
          )
        }
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title={t('assessment.board.standing')}>
          <Facts
            items={[
              { label: t('assessment.board.students'), value: ready.students },
              { label: t('assessment.passed'), value: ready.passed },
              { label: t('assessment.failed'), value: ready.failed },
              {
                label: t('assessment.board.average'),
                value: ready.average === null ? null : showNumber(ready.average, intl.locale),
              },
              { label: t('assessment.status.PUBLISHED'), value: ready.published },
              { label: t('assessment.status.WITHHELD'), value: ready.withheld },
              { label: t('assessment.board.gaps'), value: ready.gaps },
            ]}
          />
        </Section>
        <Section>
          <Distribution rows={ready.distribution} title={t('assessment.board.distribution')} />
        </Section>
      </SimpleGrid>
      {ready.notes.length > 0 && (
        <Section title={t('assessment.board.notes')}>
          <Facts
            items={[...Map.groupBy(ready.notes, ({ student }) => student.id).values()].map((notes) => ({
              label: `${notes[0]?.student.name}, ${notes[0]?.student.student_no}`,
              value: notes
                .map(({ code, component }) =>
                  [component, t(codeId('assessment.board.note', code))].filter(Boolean).join(': '),
                )
                .join('; '),
            }))}
          />
        </Section>
      )}
      {held.data?.content.map((board) => (
        <Alert key={board.id} color="teal" icon={<IconGavel size={18} aria-hidden />}>
          <Group justify="space-between">
            <Text size="sm">
              {t('assessment.board.held', {
                number: board.number,
                day: showDate(board.held_on),
                count: board.confirmed,
              })}
              {board.document && (
                <>
                  {' '}
                  <Anchor size="sm" component={Link} to={`/check/${board.document.check_code}`}>
                    {t('assessment.board.document', {
                      number: board.document.number,
                      code: board.document.check_code,
                    })}
                  </Anchor>
                </>
              )}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => void minutesOf(board.id)}
            >
              {t('assessment.board.minutes')}
            </Button>
          </Group>
        </Alert>
      ))}
      {may && ready.ready && <Confirm module={Number(module)} ready={ready} />}
      {!ready.ready && !confirmed && (
        <Alert color="yellow">
          <Stack gap="xs" align="flex-start">
            {t('assessment.board.wait')}
            <Waiting rows={ready.waiting} />
            <Button
              size="compact-sm"
              variant="default"
              component={Link}
              {...({ to: '/mark-entry', search: { course_module_id: module } } as object)}
            >
              {t('assessment.entry.title')}
            </Button>
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

/** Totals in steps of ten. */
function Distribution({ rows, title }: { rows: Ready['distribution']; title: string }) {
  const { t } = useFields();
  return (
    <Chart
      kind="bar"
      title={title}
      counts={t('assessment.board.distribution_counts')}
      height={200}
      data={(rows.some(({ count }) => count > 0) ? rows : []).map(({ from, count }) => ({
        name: from >= 90 ? '90–100' : `${from}–${from + 9}`,
        count,
      }))}
      series={[{ key: 'count', label: t('assessment.board.students') }]}
    />
  );
}

/** What the board waits for: by component, how many marks stand where. */
function Waiting({ rows }: { rows: Ready['waiting'] }) {
  const { t } = useFields();
  return [...Map.groupBy(rows, (row) => row.component_id).values()].map((those) => (
    <Text size="sm" key={those[0]?.component_id}>
      {those[0]?.title}: {those.map(({ status, count }) => `${t(`assessment.status.${status}`)} ${count}`).join(', ')}
    </Text>
  ));
}

function Confirm({ module, ready }: { module: number; ready: Ready }) {
  const { t, label, field } = useFields();
  const navigate = useNavigate();
  const [start] = useState(() => ({
    course_module_id: module,
    held_on: today(),
    members: [
      { staff_id: null, role: 'CHAIR' as Role },
      { staff_id: null, role: 'SECRETARY' as Role },
    ],
  }));
  const form = {
    schema: boardInput,
    defaults: start,
    notice: false as const,
    save: (payload: z.input<typeof boardInput>) => api.release.board.confirm.call(payload, silent),
    onSaved: () => {
      notify.success(t('assessment.board.done', { count: ready.published }));
      void refresh();
      void navigate({ to: '.', search: { course_module_id: module } });
    },
  };
  const state = useRecordForm(form);
  const members = (state.values.members ?? []) as Member[];
  const write = (list: Member[]) => state.binding.set('members', list);
  return (
    <Section title={t('assessment.board.confirm')} description={t('assessment.board.confirm_about')}>
      <RecordFormView
        {...form}
        state={state}
        submitLabel={t('assessment.board.confirm_all', { count: ready.published })}
        fields={[
          { control: 'text', ...field('number') },
          { control: 'date', ...field('held_on') },
          { control: 'textarea', ...field('note'), wide: true },
        ]}
      >
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {label('members')}
          </Text>
          {members.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: members have no other identity
            <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
              <div style={{ flex: 1 }}>
                <AsyncSelect
                  name={`members.${at}.staff_id`}
                  load={loadBoardPeople}
                  aria-label={t('assessment.board.member', { number: at + 1 })}
                />
              </div>
              <div style={{ flex: 1 }}>
                <SelectField
                  name={`members.${at}.role`}
                  aria-label={t('assessment.board.member_role', { number: at + 1 })}
                  options={boardRoles.map((role) => ({ id: role, title: t(`assessment.board.role.${role}`) }))}
                  clearable={false}
                />
              </div>
              <ActionIcon
                mt={4}
                variant="subtle"
                color="gray"
                disabled={members.length <= 2}
                aria-label={t('assessment.plan.remove', { name: t('assessment.board.member', { number: at + 1 }) })}
                onClick={() => write(members.filter((__, index) => index !== at))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <Button
            w="fit-content"
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => write([...members, { staff_id: null, role: 'MEMBER' }])}
          >
            {t('assessment.board.add_member')}
          </Button>
        </Stack>
      </RecordFormView>
    </Section>
  );
}
