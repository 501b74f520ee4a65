import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, type OptionId, TagsField } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { useRecipients } from '../recipients.ts';
import { JobView } from './job-view.tsx';

interface SendDialogProps {
  template: { id: number };
  name: string;
  onClose: () => void;
}
const address = z.email();

/** Chooses to whom a letter goes, says how many that are before it goes, and then how far it is. */
export function SendDialog({ template, name, onClose }: SendDialogProps) {
  const t = useMessages();
  const offered = useRecipients();
  const [people, setPeople] = useState<{ student: OptionId[]; account: OptionId[] }>({ student: [], account: [] });
  const [emails, setEmails] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState<number>();
  const wrong = emails.filter((email) => !address.safeParse(email).success);
  const chosen = {
    ...(people.student.length ? { student_ids: people.student.map(Number) } : {}),
    ...(people.account.length ? { account_ids: people.account.map(Number) } : {}),
    ...(emails.length ? { emails } : {}),
  };
  const [asked] = useDebouncedValue(chosen, 300);
  const some = Object.keys(chosen).length > 0;
  const { data: count } = useQuery({
    ...api.email_template.recipients.queryOptions({ input: asked, context: { silent: true } }),
    enabled: Object.keys(asked).length > 0 && wrong.length === 0,
    placeholderData: keepPreviousData,
  });
  const reachable = some && wrong.length === 0 ? (count?.reachable ?? 0) : 0;
  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await api.email_template.send.call({ template_id: template.id, ...chosen }, silent);
      setJob(answer.job.id);
      await refresh('job');
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('messaging.templates.send')}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack>
        <Text fw={600}>{name}</Text>
        {job === undefined ? (
          <>
            {offered.map(({ kind, load }) => (
              <AsyncSelect
                key={kind}
                multiple
                label={t(`messaging.send.${kind}s`)}
                load={load}
                value={people[kind]}
                onChange={(ids) => setPeople({ ...people, [kind]: ids })}
              />
            ))}
            <TagsField
              label={t('messaging.send.emails')}
              description={t('messaging.templates.send_about')}
              value={emails}
              onChange={setEmails}
              error={wrong.length ? t('messaging.send.wrong', { emails: wrong.join(', ') }) : undefined}
            />
            {some && count && count.without_email_count > 0 && (
              <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
                {t('messaging.send.without', {
                  count: count.without_email_count,
                  names: count.without_email.join(', '),
                })}
              </Alert>
            )}
            {some && count && count.without_account > 0 && (
              <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
                {t('messaging.send.without_account', { count: count.without_account })}
              </Alert>
            )}
            {problem && (
              <Text c="red" size="sm" role="alert">
                {problem}
              </Text>
            )}
            <Group justify="space-between">
              <Text size="sm" c="dimmed" aria-live="polite">
                {some ? t('messaging.send.count', { count: reachable }) : t('messaging.send.nobody')}
              </Text>
              <Button
                loading={busy}
                disabled={reachable === 0}
                leftSection={<IconSend size={16} aria-hidden />}
                onClick={() => void send()}
              >
                {t('messaging.templates.send')}
              </Button>
            </Group>
          </>
        ) : (
          <>
            <JobView id={job} done={t('messaging.send.sent')} />
            <Group justify="flex-end">
              <Button onClick={onClose}>{t('kit.close')}</Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}
