import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconSignature, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  codeId,
  messageOf,
  openPaper,
  silent,
  titleIn,
  useAbility,
  useLocale,
  useMessages,
  useTitle,
} from '#platform/web/index.ts';
import {
  askReason,
  Empty,
  Facts,
  notify,
  PageHeader,
  Section,
  SmallTable,
  StatusBadge,
  showDate,
  showNumber,
} from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { Decide } from './decide.tsx';
import { Faults } from './faults.tsx';
import { Members } from './members.tsx';
import { Papers } from './papers.tsx';
import { type Board, tones } from './tones.ts';

type Candidate = Board['candidates'][number];

/** One award board on one page: who sits, who stands before it, what is decided, and what comes next. */
export default function AwardBoardPage() {
  const t = useMessages();
  const params = useParams({ strict: false }) as { id?: string };
  const { data: board, error } = useQuery(
    api.award.board.get.queryOptions({ input: { id: Number(params.id) }, ...silent }),
  );
  useTitle(board?.course.title ?? '');
  if (error) return <Empty title={t('assessment.board.missing')} text={messageOf(error)} />;
  if (!board) return <Skeleton h={420} />;
  const run = async (act: Promise<unknown>) => {
    try {
      await act;
    } catch (refused) {
      notify.error(refused);
    }
    await refresh();
  };
  const of = { id: board.id, version: board.version };
  const step = ({ to, reason }: Board['can']['steps'][number]) =>
    reason
      ? void askReason({
          title: t(codeId('assessment.award.do', to)),
          name: board.course.title,
          text: t('assessment.award.why'),
          yes: t(codeId('assessment.award.do', to)),
          run: async (why) => {
            await api.award.board.step.call({ ...of, status: to, reason: why }, silent);
            await refresh();
          },
        })
      : void run(api.award.board.step.call({ ...of, status: to }, silent));
  return (
    <Stack gap="md">
      <PageHeader
        back="/award-board"
        title={board.course.title}
        description={t('assessment.award.of_year', { year: board.academic_year.title })}
        badge={
          <StatusBadge
            status={board.status}
            color={tones[board.status]}
            label={t(`assessment.award.state.${board.status}`)}
          />
        }
      />
      <Group gap="xs">
        {board.can.sign && (
          <Button
            leftSection={<IconSignature size={16} aria-hidden />}
            onClick={() => void run(api.award.board.sign.call({ id: board.id }, silent))}
          >
            {t('assessment.award.sign')}
          </Button>
        )}
        {board.can.steps.map((one) => (
          <Button key={one.to} variant={one.reason ? 'default' : 'filled'} onClick={() => step(one)}>
            {t(codeId('assessment.award.do', one.to))}
          </Button>
        ))}
        {board.document && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void openPaper(`/award/board/${board.id}/minutes`, `${board.document?.number}.pdf`)}
          >
            {t('assessment.board.minutes')} {board.document.number}
          </Button>
        )}
      </Group>
      <Section>
        <Facts
          items={[
            { label: t('assessment.field.held_on'), value: board.held_on ? showDate(board.held_on) : null },
            { label: t('assessment.award.quorum'), value: board.quorum },
            { label: t('assessment.award.prepared_by'), value: board.prepared_by },
            { label: t('assessment.award.confirmed_by'), value: board.confirmed_by },
            { label: t('assessment.award.counts'), value: t('assessment.award.count', board.counts) },
          ]}
        />
      </Section>
      <Section title={t('assessment.award.members')}>
        <Members board={board} />
      </Section>
      <Section title={t('assessment.award.list')}>
        <Stack gap="sm">
          {board.can.edit && (
            <Button
              w="fit-content"
              variant="default"
              leftSection={<IconUsersPlus size={16} aria-hidden />}
              onClick={() => void run(api.award.board.candidates.call({ ...of, due: true }, silent))}
            >
              {t('assessment.award.add_due')}
            </Button>
          )}
          <Agenda
            board={board}
            onRemove={(id) => void run(api.award.board.candidates.call({ ...of, remove: [id] }, silent))}
          />
        </Stack>
      </Section>
    </Stack>
  );
}

function Agenda({ board, onRemove }: { board: Board; onRemove: (student: number) => void }) {
  const t = useMessages();
  const { locale } = useLocale();
  const issues = useAbility().can('diploma.issue');
  const named = (one: { title: { uz: string; ru: string; en: string } }) => titleIn(one.title, locale);
  const number = (value: number | null) => (value === null ? '—' : showNumber(value, locale));
  if (board.candidates.length === 0) return <Alert color="gray">{t('assessment.award.nobody')}</Alert>;
  return (
    <SmallTable<Candidate>
      minWidth={760}
      rows={board.candidates}
      rowKey={(row) => row.student.id}
      columns={[
        {
          key: 'student',
          names: true,
          title: t('assessment.amendment.student'),
          render: (row) => (
            <>
              {row.student.name}
              <Text size="xs" c="dimmed">
                {row.student.student_no} · {row.entry_year}
              </Text>
            </>
          ),
        },
        { key: 'average', figure: true, title: t('assessment.board.average'), render: (row) => number(row.average) },
        {
          key: 'earned',
          figure: true,
          title: t('assessment.award.credits'),
          render: (row) => `${number(row.earned)} / ${number(row.required)}`,
        },
        {
          key: 'rules',
          title: t('assessment.award.by_rules'),
          render: (row) => (
            <Stack gap={4} align="flex-start">
              {row.class ? named(row.class) : '—'}
              {row.near && (
                <StatusBadge
                  status="PENDING"
                  color="yellow"
                  label={t('assessment.award.near', { class: named(row.near) })}
                />
              )}
              {row.faults.length > 0 && <Faults faults={row.faults} />}
            </Stack>
          ),
        },
        {
          key: 'decision',
          title: t('assessment.award.decision'),
          width: 220,
          render: (row) => (
            <Stack gap={4} align="flex-start">
              {row.decision && (
                <>
                  <Text size="sm" fw={500}>
                    {t(`assessment.award.decided.${row.decision}`)}
                    {row.awarded ? ` · ${named(row.awarded)}` : ''}
                  </Text>
                  {row.reason && (
                    <Text size="xs" c="dimmed">
                      {row.reason}
                    </Text>
                  )}
                </>
              )}
              {row.graduated && row.decision !== 'DEFER' && issues && <Papers student={row.student} />}
              {board.can.decide && <Decide board={board} candidate={row} />}
              {board.can.edit && (
                <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onRemove(row.student.id)}>
                  {t('assessment.award.take_off')}
                </Button>
              )}
            </Stack>
          ),
        },
      ]}
    />
  );
}
