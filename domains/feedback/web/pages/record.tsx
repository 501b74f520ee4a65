import { Alert, Anchor, Button, Group, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { IconArrowLeft, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { silent, useTitle } from '#platform/web/index.ts';
import {
  DateText,
  DueText,
  Facts,
  FilesView,
  Loaded,
  Neighbours,
  Section,
  Sides,
  TextAreaField,
  tellError,
} from '#platform/web/kit/index.ts';
import { longest } from '../../shapes.ts';
import { api, type Feedback, feedbackList, refresh, useFields } from '../api.ts';
import { ActBar } from '../components/act-bar.tsx';
import { StateBadge, Thread } from '../shown.tsx';

/** One complaint or suggestion: its thread, and beside it the facts and how it went. */
export default function RecordPage() {
  const { feedback_id = '' } = useParams({ strict: false }) as { feedback_id?: string };
  const query = useQuery(api.feedback.get.queryOptions({ input: { id: feedback_id }, ...silent }));
  return (
    <Loaded query={query} back="/feedback">
      {(data) => <Record key={data.id} of={data} />}
    </Loaded>
  );
}

function Record({ of }: { of: Feedback }) {
  const { t, label } = useFields();
  useTitle(of.number);
  const author = of.own
    ? t('feedback.you')
    : (of.author ?? t(of.mode === 'ANONYMOUS' ? 'feedback.author_none' : 'feedback.author_hidden'));
  const writer = of.own ? t('feedback.you') : (of.author ?? t('feedback.author'));
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Anchor component={Link} to="/feedback" size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t('feedback.title')}
          </Group>
        </Anchor>
        {!of.own && <Neighbours id={of.id} of={feedbackList} href={(id) => `/feedback/${id}`} />}
      </Group>
      <Paper withBorder p="md" component="header">
        <Group justify="space-between" align="flex-start">
          <Stack gap={6} style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
                {of.subject}
              </Title>
              <StateBadge state={of.status} own={of.own} wrap />
            </Group>
            <Text size="sm">
              {[
                of.number,
                t(`feedback.kind.${of.kind}`),
                of.type.title,
                of.stage > 1 && t('feedback.stage', { stage: of.stage }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {of.own && (
              <Text size="sm" c="dimmed">
                {t(`feedback.next.${of.status}`)}
              </Text>
            )}
          </Stack>
          <ActBar of={of} />
        </Group>
        {!of.own && of.mode !== 'NAMED' && (
          <Alert mt="sm" p="xs" color="gray" icon={<IconEyeOff aria-hidden />}>
            {author}
          </Alert>
        )}
      </Paper>
      <Sides
        beside={
          <Stack gap="md">
            <Section title={t('feedback.facts')}>
              <Facts
                columns={2}
                items={[
                  ...(of.own || of.mode !== 'NAMED' ? [] : [{ label: t('feedback.author'), value: author }]),
                  { label: label('mode'), value: t(`feedback.mode.${of.mode}`) },
                  { label: label('filed_on'), value: <DateText value={of.filed_on} /> },
                  { label: label('due_on'), value: <DueText day={of.due_on} late={of.overdue} /> },
                  ...(of.about ? [{ label: label('about'), value: of.about }] : []),
                  ...(of.own
                    ? []
                    : [
                        { label: label('theme'), value: of.theme && t(`feedback.theme.${of.theme}`) },
                        { label: label('handler'), value: of.handler },
                      ]),
                  ...(of.answered_on
                    ? [{ label: label('answered_on'), value: <DateText value={of.answered_on} /> }]
                    : []),
                ]}
              />
            </Section>
            <Steps of={of} />
          </Stack>
        }
      >
        <Stack gap="md">
          <Section title={t('feedback.thread')}>
            <Stack gap="md">
              <Thread
                said={[
                  { key: 'first', who: writer, on: of.filed_on, text: of.text, mine: of.own },
                  ...(of.messages ?? []).map((one) => ({
                    key: one.id,
                    who:
                      one.from === 'AUTHOR'
                        ? writer
                        : one.mine
                          ? t('feedback.you')
                          : (one.name ?? t('feedback.office')),
                    on: one.on,
                    text: one.text,
                    mine: one.mine,
                  })),
                ]}
              />
              {of.can?.write && <Write of={of} />}
            </Stack>
          </Section>
          {of.files && of.files.length > 0 && (
            <Section title={t('feedback.files')}>
              <FilesView files={of.files} none={t('feedback.no_files')} />
            </Section>
          )}
        </Stack>
      </Sides>
    </Stack>
  );
}

function Write({ of }: { of: Feedback }) {
  const { t } = useFields();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (busy || text.trim() === '') return;
    setBusy(true);
    try {
      await api.feedback.message.call({ id: of.id, version: of.version, text }, silent);
      setText('');
    } catch (error) {
      await tellError(error);
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  return (
    <Stack gap="xs">
      <TextAreaField label={t('feedback.write')} value={text} onChange={setText} rows={3} maxLength={longest.text} />
      <Button
        w="fit-content"
        variant="default"
        loading={busy}
        disabled={text.trim() === ''}
        onClick={() => void send()}
      >
        {t('feedback.send')}
      </Button>
    </Stack>
  );
}

function Steps({ of }: { of: Feedback }) {
  const { t } = useFields();
  if (!of.steps?.length) return null;
  return (
    <Section title={t('feedback.steps')}>
      <Timeline bulletSize={14} lineWidth={2} active={-1}>
        {of.steps.map((step, at) => (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: the past does not move
            key={at}
            title={<Text size="sm">{t(`feedback.state.${step.to}`)}</Text>}
          >
            <Text size="xs" c="dimmed" component="div">
              <DateText value={step.on} />
            </Text>
            {step.reason && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {step.reason}
              </Text>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
