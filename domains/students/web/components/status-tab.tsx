import { Badge, Button, Group, Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { codeId, messageOf, type NameIn, PageSpinner, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { DateText, DateTimeText, Empty, ForcedBadge, FormDrawer, Section } from '#platform/web/kit/index.ts';
import { statusCorrection } from '../../shapes.ts';
import type { StudentStatus } from '../../workflow.ts';
import { api, type Profile, refresh } from '../api.ts';
import { StudentBadge } from './badge.tsx';
import { LifeHistory } from './life-history.tsx';
import { OpenRequest } from './request-row.tsx';

type Entry = Awaited<ReturnType<typeof api.status.history.call>>[number];

const schema = statusCorrection.extend({ reason: z.string().trim().min(1).max(1000) });

/** What happened to the student, the newest first, with orders; a proposal that waits stands above. */
export function StatusHistory({ student }: { student: Profile }) {
  const t = useMessages();
  const correct = useAbility().can('student.confirm_status');
  const [entry, setEntry] = useState<Entry>();
  const { data, error, refetch } = useQuery(
    api.status.history.queryOptions({ input: { student_id: student.id }, context: { silent: true } }),
  );
  if (error)
    return (
      <Empty
        title={messageOf(error)}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  if (!data) return <PageSpinner />;
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  return (
    <Stack gap="md">
      {student.open_request_id !== null && <OpenRequest student={student} />}
      <LifeHistory student={student} />
      <Section title={t('students.life.earlier')}>
        {data.length === 0 && <Empty title={t('students.status.none')} />}
        <Timeline bulletSize={14} lineWidth={2} active={-1}>
          {data.map((one) => (
            <Timeline.Item
              key={one.id}
              title={
                <Group gap="xs">
                  <StudentBadge status={one.to_status as StudentStatus} />
                  {one.forced && <ForcedBadge />}
                  {one.corrects !== null && (
                    <Badge variant="default" tt="none">
                      {t('students.status.correction')}
                    </Badge>
                  )}
                  {one.corrected_by !== null && (
                    <Badge variant="default" tt="none">
                      {t('students.status.corrected')}
                    </Badge>
                  )}
                </Group>
              }
            >
              <Text size="sm" mt={4}>
                {one.effective_from ? (
                  <>
                    {t('students.status.from')} <DateText value={one.effective_from} />
                    {one.effective_to && (
                      <>
                        {' '}
                        – <DateText value={one.effective_to} />
                      </>
                    )}
                  </>
                ) : null}
              </Text>
              {one.order_number && (
                <Text size="sm">
                  {t('students.status.order', { number: one.order_number })}
                  {one.order_date && (
                    <>
                      {' '}
                      · <DateText value={one.order_date} />
                    </>
                  )}
                </Text>
              )}
              {one.reason && (
                <Text size="sm" fs="italic">
                  {one.reason}
                </Text>
              )}
              <Text size="xs" c="dimmed">
                {one.by ?? t('students.history.system')} · <DateTimeText value={one.at} />
              </Text>
              {correct && one.corrected_by === null && one.from_status !== null && (
                <Button size="compact-xs" variant="subtle" ml={-6} onClick={() => setEntry(one)}>
                  {t('students.status.correct')}
                </Button>
              )}
            </Timeline.Item>
          ))}
        </Timeline>
      </Section>
      <FormDrawer
        opened={entry !== undefined}
        onClose={() => setEntry(undefined)}
        title={t('students.status.correct')}
        schema={schema}
        defaults={
          entry
            ? {
                id: entry.id,
                order_number: entry.order_number,
                order_date: entry.order_date,
                effective_from: entry.effective_from,
                effective_to: entry.effective_to,
              }
            : {}
        }
        draftKey={false}
        fields={[
          { control: 'text', ...field('order_number') },
          { control: 'date', ...field('order_date') },
          { control: 'date', ...field('effective_from') },
          { control: 'date', ...field('effective_to') },
          { control: 'textarea', ...field('reason'), label: t('students.status.correct_why'), wide: true },
        ]}
        save={(payload) => api.status.correct.call(payload, silent)}
        onSaved={() => void refresh()}
      >
        <Text size="sm" c="dimmed">
          {t('students.status.correct_about')}
        </Text>
      </FormDrawer>
    </Stack>
  );
}
