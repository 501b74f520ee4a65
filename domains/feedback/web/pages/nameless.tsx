import { Alert, Button, Group, Paper, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconEyeOff, IconKey, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, PlainPage } from '#platform/web/index.ts';
import { Copyable, DateText, Empty, SelectField, TextAreaField, TextField } from '#platform/web/kit/index.ts';
import { longest } from '../../shapes.ts';
import { openStates } from '../../workflow.ts';
import { api, type Thread as ThreadOf, useFields } from '../api.ts';
import { StateBadge, Thread } from '../shown.tsx';

/** As by nobody, whoever is signed in here. */
const nameless = { context: { silent: true, nameless: true } } as const;

/** Write without a name, or come back with the code of a thread; nothing of either is kept in this browser. */
export default function Nameless() {
  const { t } = useFields();
  const [tab, setTab] = useState<string | null>('write');
  const [code, setCode] = useState('');
  return (
    <PlainPage title={t('feedback.nameless.title')} about={t('feedback.nameless.about')}>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="write" leftSection={<IconPencil size={16} aria-hidden />}>
            {t('feedback.nameless.write')}
          </Tabs.Tab>
          <Tabs.Tab value="open" leftSection={<IconKey size={16} aria-hidden />}>
            {t('feedback.nameless.open')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="write">
          <Write
            onSee={(made) => {
              setCode(made);
              setTab('open');
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="open">
          <Open code={code} />
        </Tabs.Panel>
      </Tabs>
    </PlainPage>
  );
}

function Write({ onSee }: { onSee: (code: string) => void }) {
  const { t, field, label } = useFields();
  const types = useQuery(api.nameless.types.queryOptions(nameless));
  const [type_id, setType] = useState<number | string | null>(null);
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [code, setCode] = useState('');
  if (types.isPending) return <Skeleton h={320} />;
  if (types.isError) return <Empty title={messageOf(types.error)} />;
  if (types.data.length === 0) return <Empty title={t('feedback.nameless.none')} />;
  if (code)
    return (
      <Paper withBorder p="lg">
        <Stack gap="md">
          <Title order={2} size="h4">
            {t('feedback.nameless.sent')}
          </Title>
          <div>
            <Text size="sm">{t('feedback.nameless.code')}</Text>
            <Text fz="xl" fw={700} ff="monospace" style={{ overflowWrap: 'anywhere' }} data-code>
              <Copyable label={t('feedback.nameless.code')} value={code} />
            </Text>
          </div>
          <Alert color="orange" icon={<IconKey aria-hidden />}>
            {t('feedback.nameless.keep')}
          </Alert>
          <Button w="fit-content" onClick={() => onSee(code)}>
            {t('feedback.nameless.see')}
          </Button>
        </Stack>
      </Paper>
    );
  const ready = type_id !== null && subject.trim() !== '' && text.trim() !== '';
  const send = async () => {
    if (busy || !ready) return;
    setBusy(true);
    setRefusal('');
    try {
      const made = await api.nameless.send.call({ type_id: Number(type_id), subject, text }, nameless);
      setCode(made.passcode);
      setSubject('');
      setText('');
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Alert color="gray" icon={<IconEyeOff aria-hidden />}>
          {t('feedback.nameless.careful')}
        </Alert>
        <SelectField
          {...field('type_id')}
          required
          options={types.data.map(({ id, kind, title }) => ({ id, title: `${t(`feedback.kind.${kind}`)}: ${title}` }))}
          value={type_id}
          onChange={setType}
        />
        <TextField
          label={label('subject')}
          required
          value={subject}
          onChange={setSubject}
          maxLength={longest.subject}
        />
        <TextAreaField
          label={label('text')}
          required
          rows={8}
          value={text}
          onChange={setText}
          maxLength={longest.text}
        />
        {refusal && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        <Button w="fit-content" loading={busy} disabled={!ready} onClick={() => void send()}>
          {t('feedback.nameless.send')}
        </Button>
      </Stack>
    </Paper>
  );
}

function Open({ code: given }: { code: string }) {
  const { t } = useFields();
  const [code, setCode] = useState(given);
  const [thread, setThread] = useState<ThreadOf>();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const ask = async (work: () => Promise<ThreadOf>) => {
    if (busy) return;
    setBusy(true);
    setRefusal('');
    try {
      setThread(await work());
      setText('');
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const refused = refusal && (
    <Alert color="red" role="alert">
      {refusal}
    </Alert>
  );
  if (!thread)
    return (
      <Paper
        withBorder
        p="lg"
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          void ask(() => api.nameless.read.call({ code }, nameless));
        }}
      >
        <Stack gap="md">
          <TextField
            label={t('feedback.nameless.code')}
            value={code}
            onChange={setCode}
            maxLength={60}
            autoComplete="off"
          />
          {refused}
          <Button type="submit" w="fit-content" loading={busy} disabled={code.trim() === ''}>
            {t('feedback.nameless.find')}
          </Button>
        </Stack>
      </Paper>
    );
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <div>
          <Group gap="xs">
            <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
              {thread.subject}
            </Title>
            <StateBadge state={thread.status} own wrap />
          </Group>
          <Text size="sm" c="dimmed" component="div">
            {thread.type} · <DateText value={thread.filed_on} />
            {thread.due_on && openStates.includes(thread.status) && (
              <>
                {' · '}
                {t('feedback.nameless.due')}: <DateText value={thread.due_on} />
              </>
            )}
          </Text>
          <Text size="sm" mt={4}>
            {thread.delivered ? t(`feedback.next.${thread.status}`) : t('feedback.nameless.waits_about')}
          </Text>
        </div>
        <Thread
          said={[
            { key: 'first', who: t('feedback.you'), on: thread.filed_on, text: thread.text, mine: true },
            ...thread.messages.map((one, key) => ({
              key,
              who: t(one.from === 'AUTHOR' ? 'feedback.you' : 'feedback.office'),
              on: one.on,
              text: one.text,
              mine: one.from === 'AUTHOR',
              note: one.delivered ? undefined : t('feedback.nameless.waits'),
            })),
          ]}
        />
        {thread.open ? (
          <>
            <TextAreaField
              label={t('feedback.nameless.answer')}
              rows={4}
              value={text}
              onChange={setText}
              maxLength={longest.text}
            />
            {refused}
            <Group gap="xs">
              <Button
                loading={busy}
                disabled={text.trim() === ''}
                onClick={() => void ask(() => api.nameless.message.call({ code, text }, nameless))}
              >
                {t('feedback.send')}
              </Button>
              <Button
                variant="default"
                onClick={() => {
                  setThread(undefined);
                  setCode('');
                }}
              >
                {t('feedback.nameless.another')}
              </Button>
            </Group>
          </>
        ) : (
          <Text size="sm">{t('feedback.nameless.over')}</Text>
        )}
      </Stack>
    </Paper>
  );
}
