import { Alert, Button, Group, Modal, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconMailForward } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Locale,
  localeNames,
  locales,
  messageOf,
  toast,
  useAbility,
  useLocale,
  useMessages,
  useSession,
} from '#platform/web/index.ts';
import { AsyncSelect, type Multilingual, type OptionId } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { useRecipients } from '../recipients.ts';
import { Letter } from './letter.tsx';

export interface Written {
  /** left out while the letter is not saved: it can be looked at, not sent */
  id?: number | undefined;
  subject: Multilingual;
  body: Multilingual;
}

/** How a letter reads to somebody who would get it, in each language; sends one to the reader's own address. */
export function PreviewDialog({ letter, onClose }: { letter: Written; onClose: () => void }) {
  const t = useMessages();
  const { can } = useAbility();
  const offered = useRecipients();
  const { user } = useSession();
  const { locale } = useLocale();
  const [reader, setReader] = useState<{ kind: 'student' | 'account'; id: OptionId }>();
  const [chosen, setChosen] = useState<Locale>();
  const [busy, setBusy] = useState(false);
  const send = can('email_template.send');
  const { data, error } = useQuery({
    ...api.email_template.preview.queryOptions({
      input: {
        subject: letter.subject,
        body: letter.body,
        ...(reader ? { [`${reader.kind}_id` as const]: Number(reader.id) } : {}),
      },
      context: { silent: true },
    }),
    placeholderData: keepPreviousData,
  });
  const language = chosen ?? (reader ? data?.to?.locale : undefined) ?? locale;
  const test = async () => {
    if (!letter.id || !user) return;
    setBusy(true);
    try {
      await api.email_template.send.call({ template_id: letter.id, account_ids: [user.id] });
      toast.success(t('messaging.preview.test_sent', { email: user.email ?? '' }));
      await refresh('job');
    } catch {
      // Told by the call itself.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('messaging.preview.title')}
      size="xl"
      centered
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack>
        {send && offered.length > 0 && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {offered.map(({ kind, load }) => (
              <AsyncSelect
                key={kind}
                label={t(`messaging.preview.${kind}`)}
                placeholder={t('messaging.preview.myself')}
                load={load}
                value={reader?.kind === kind ? reader.id : null}
                onChange={(id) => setReader(id ? { kind, id } : undefined)}
              />
            ))}
          </SimpleGrid>
        )}
        {error && (
          <Text c="red" size="sm" role="alert">
            {messageOf(error)}
          </Text>
        )}
        {data && (
          <>
            {data.unknown.length > 0 && (
              <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} role="status">
                {t('messaging.preview.unknown', { blanks: data.unknown.map((name) => `{${name}}`).join(', ') })}
              </Alert>
            )}
            <Group justify="space-between" align="flex-end">
              <div style={{ flex: '1 1 220px' }}>
                <Text size="xs" c="dimmed">
                  {data.to
                    ? t('messaging.preview.to', { name: data.to.name, email: data.to.email ?? t('messaging.no_email') })
                    : t('messaging.field.subject')}
                </Text>
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {data.subject[language] || data.subject.uz || '—'}
                </Text>
              </div>
              <SegmentedControl
                aria-label={t('messaging.preview.language')}
                value={language}
                onChange={(next) => setChosen(next as Locale)}
                data={locales.map((value) => ({ value, label: localeNames[value] }))}
              />
            </Group>
            <Letter html={data.body[language] || data.body.uz} title={t('messaging.preview.title')} />
          </>
        )}
        {send && letter.id && (
          <Group justify="flex-end">
            <Button
              variant="default"
              loading={busy}
              disabled={!user?.email}
              leftSection={<IconMailForward size={16} aria-hidden />}
              onClick={() => void test()}
            >
              {t('messaging.preview.test')}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
