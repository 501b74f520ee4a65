import { Badge, Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { codeId, messageOf, type NameIn, silent, useMessages, useTitle } from '#platform/web/index.ts';
import { Arrow, DateTimeText, Empty, type ListColumn, ListPage, PageHeader } from '#platform/web/kit/index.ts';
import { useMark } from '../amendments/words.ts';
import { api, loadModules } from '../api.ts';
import { admittedIn, reasonIn } from '../components/mark-history.tsx';
import { usePhone } from '../use-phone.ts';
import { exportChain, useVerify } from './verify.tsx';

type Event = Awaited<ReturnType<typeof api.ledger.events.call>>['content'][number];

/** What the system does by itself: taking marks over from elsewhere, and the night's work. */
const byItself = ['IMPORTED', 'LOCKED', 'WITHHELD', 'RELEASED'];
/** Nobody did it, and the system does no such thing: somebody wrote past the application. */
const foreign = (row: Event) => row.actor === null && !byItself.includes(row.kind);

/** Every event of a module's marks, the newest first. */
export function Chain({ module }: { module: number }) {
  const t = useMessages();
  const mark = useMark();
  const phone = usePhone();
  const { verify, busy, outcome } = useVerify();
  const word = (key: NameIn<'assessment.ledger'>, values = {}) => t(`assessment.ledger.${key}`, values);
  const input = { course_module_id: module };
  // Whether the module is the reader's at all, before a list of nothing is shown.
  const first = useQuery(api.ledger.events.queryOptions({ input: { ...input, size: 1 }, ...silent }));
  const name = useQuery({ queryKey: ['assessment', 'module', module], queryFn: () => loadModules('', [module]) });
  const title = String(name.data?.[0]?.title ?? word('title'));
  useTitle(title);
  if (first.isError)
    return (
      <>
        <PageHeader back="/mark-ledger" title={word('title')} />
        <Empty title={word('missing')} text={messageOf(first.error)} />
      </>
    );
  if (first.isPending || name.isPending) return <Skeleton h={420} />;
  const kind = (row: Event) => (
    <Badge variant="light" color={foreign(row) ? 'red' : 'gray'}>
      {t(codeId('assessment.event', row.kind))}
    </Badge>
  );
  const component = (row: Event) =>
    row.attempt > 1
      ? `${row.component.code}, ${t('assessment.entry.attempt', { number: row.attempt })}`
      : row.component.code;
  const change = (row: Event) => {
    const [before, after] = [mark(row.old), mark(row.new)];
    return before === after || row.old.status === null ? (
      after
    ) : (
      <>
        {before} <Arrow /> {after}
      </>
    );
  };
  const actor = (row: Event) =>
    row.actor?.name ?? (
      <Text span inherit c={foreign(row) ? 'red' : 'dimmed'}>
        {t(foreign(row) ? 'assessment.history.nobody' : 'assessment.amendment.system')}
      </Text>
    );
  const student = (row: Event) => (
    <div>
      <Text size="sm">{row.student.name}</Text>
      <Text size="xs" c="dimmed">
        {row.student.student_no}
      </Text>
    </div>
  );
  const columns: ListColumn<Event>[] = phone
    ? [
        {
          key: 'id',
          title: word('events'),
          render: (row) => (
            <Stack gap={4}>
              <Group gap="xs">
                {kind(row)}
                <Text size="xs" c="dimmed">
                  № {row.id} · <DateTimeText value={row.at} />
                </Text>
              </Group>
              {student(row)}
              <Text size="sm">
                {component(row)}: {change(row)}
              </Text>
              <Text size="xs">
                {actor(row)}
                {[row.reason && reasonIn(row.reason, t), admittedIn(row, t)].map((said) => said && ` · ${said}`)}
              </Text>
            </Stack>
          ),
        },
      ]
    : [
        { key: 'id', title: '№', sortable: true, width: 72, align: 'right' },
        { key: 'at', title: word('when'), render: (row) => <DateTimeText value={row.at} /> },
        { key: 'kind', title: word('kind'), render: kind },
        { key: 'student', title: t('assessment.field.student'), render: student },
        { key: 'component', title: t('assessment.amendment.component'), render: component },
        { key: 'change', made: true, title: t('assessment.amendment.change'), render: change },
        { key: 'actor', title: word('actor'), render: actor },
        {
          key: 'reason',
          title: t('assessment.amendment.reason'),
          render: (row) =>
            [row.reason && reasonIn(row.reason, t), admittedIn(row, t)].filter(Boolean).join(' · ') || '—',
        },
        {
          key: 'hash',
          title: word('hash'),
          defaultHidden: true,
          render: (row) => <Code>{row.hash.slice(0, 16)}</Code>,
        },
      ];
  return (
    <Stack gap="md">
      <PageHeader
        back="/mark-ledger"
        title={title}
        description={word('about')}
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void exportChain(module)}
            >
              {word('export')}
            </Button>
            <Button
              loading={busy}
              leftSection={<IconShieldCheck size={16} aria-hidden />}
              onClick={() => void verify(module)}
            >
              {word('verify')}
            </Button>
          </Group>
        }
      />
      <ListPage
        embedded
        local
        name="mark-ledger-events"
        title={word('events')}
        fixed={input}
        of={api.ledger.events}
        rowLabel={(row) => word('event', { module: title, seq: row.id })}
        columns={columns}
        empty={{ text: word('empty') }}
      />
      {outcome}
    </Stack>
  );
}
