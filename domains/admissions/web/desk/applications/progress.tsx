import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { requiredText } from '#platform/contract/index.ts';
import { choices, codeId, download, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { Facts, FormDrawer, History, Section, SmallTable, StatusBadge, showDate } from '#platform/web/kit/index.ts';
import { scoreSources } from '../../../shapes.ts';
import { type Application, api, refresh } from '../../api.ts';
import { StateBadge } from '../../state.tsx';

/** What came of it so far: the seat in the exam, points, the decision, every step. */
export function Progress({ application }: { application: Application }) {
  const academic = application.flavour === 'plain' || application.flavour === 'general';
  return (
    <>
      {academic && <Exam application={application} />}
      {application.decision && <Decision application={application} />}
      <Steps application={application} />
    </>
  );
}

function Exam({ application }: { application: Application }) {
  const t = useMessages();
  const { can } = useAbility();
  const [adding, setAdding] = useState(false);
  const { seat, scores = [] } = application;
  const total = scores.length > 1 && application.score !== null;
  return (
    <Section
      title={t('admissions.record.exam')}
      actions={
        <>
          {seat && can('exam.read') && (
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                void download(`/admission/exam_card/${application.id}`, `${application.number}.pdf`).catch(
                  () => undefined,
                )
              }
            >
              {t('admissions.record.card')}
            </Button>
          )}
          {can('exam.score') && scorable.includes(application.status) && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t('admissions.record.add_points')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="sm">
        {seat ? (
          <Facts
            items={[
              { label: t('admissions.field.day'), value: `${showDate(seat.day)}, ${seat.starts_at}–${seat.ends_at}` },
              { label: t('admissions.field.place_id'), value: [seat.place, seat.address].filter(Boolean).join(', ') },
              {
                label: t('admissions.field.seat_no'),
                value: (
                  <Group gap={6}>
                    {seat.seat_no}
                    <StatusBadge
                      status={seat.state}
                      color={seatTones[seat.state]}
                      label={t(`admissions.seat_state.${seat.state}`)}
                    />
                  </Group>
                ),
              },
            ]}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('admissions.record.no_seat')}
          </Text>
        )}
        {scores.length > 0 && (
          <SmallTable
            minWidth={300}
            rows={scores}
            rowKey={(score) => `${score.subject} ${score.source}`}
            columns={[
              { key: 'subject', title: t('admissions.field.subject'), render: (score) => score.subject },
              {
                key: 'source',
                title: t('admissions.field.source'),
                render: (score) => t(`admissions.score_source.${score.source}`),
              },
              { key: 'points', title: t('admissions.field.points'), figure: true, render: (score) => score.points },
            ]}
            foot={total ? { subject: t('admissions.record.total'), points: application.score } : undefined}
          />
        )}
      </Stack>
      <FormDrawer
        opened={adding}
        onClose={() => setAdding(false)}
        as="modal"
        title={t('admissions.record.add_points')}
        schema={points}
        draftKey={false}
        defaults={{ source: 'EXAM' }}
        fields={[
          { control: 'text', name: 'subject', label: t('admissions.field.subject') },
          { control: 'number', name: 'points', label: t('admissions.field.points') },
          {
            control: 'select',
            name: 'source',
            label: t('admissions.field.source'),
            options: choices(t, 'admissions.score_source', scoreSources),
          },
        ]}
        save={(payload) =>
          api.exam.score.save.call({ application_id: application.id, ...(payload as z.output<typeof points>) }, silent)
        }
        onSaved={() => void refresh()}
      />
    </Section>
  );
}

export const seatTones: Record<string, string> = { ASSIGNED: 'blue', CHECKED_IN: 'teal', ABSENT: 'orange' };
const scorable = ['DOCUMENTS_CHECK', 'CREDITS_COMPARED', 'VERIFIED', 'EXAM_ASSIGNED', 'EXAM_TAKEN'];
const points = z.object({
  subject: requiredText(100),
  points: z.number().min(0).max(1000),
  source: z.enum(scoreSources),
});

function Decision({ application: { decision, deadline_on } }: { application: Application }) {
  const t = useMessages();
  if (!decision) return null;
  return (
    <Section
      title={t('admissions.record.decision')}
      description={decision.published ? undefined : t('admissions.record.decision_hidden')}
    >
      <Facts
        columns={4}
        items={[
          { label: t('admissions.field.decision'), value: <StateBadge state={decision.status} /> },
          { label: t('admissions.field.rank'), value: decision.rank },
          {
            label: t('admissions.field.tuition'),
            value: decision.tuition && t(`admissions.tuition.${decision.tuition}`),
          },
          { label: t('admissions.field.tie'), value: decision.tie && t(codeId('admissions.tie', decision.tie)) },
          ...(deadline_on ? [{ label: t('admissions.field.deadline_on'), value: showDate(deadline_on) }] : []),
        ]}
      />
    </Section>
  );
}

function Steps({ application }: { application: Application }) {
  const t = useMessages();
  const entries = (application.history ?? []).toReversed().map((step, at) => ({
    id: at,
    at: step.at,
    actor: t(codeId('admissions.state', step.to)),
    action: step.from ? (
      <Text span size="sm" c="dimmed">
        {t('admissions.record.after', { state: t(codeId('admissions.state', step.from)) })}
      </Text>
    ) : (
      <span />
    ),
    reason: step.reason,
  }));
  return (
    <Section title={t('admissions.record.history')}>
      <History entries={entries} />
    </Section>
  );
}
