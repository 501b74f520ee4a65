import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient, silent, useMessages } from '#platform/web/index.ts';
import { notify, Section, SettingsPage } from '#platform/web/kit/index.ts';
import { settingsSave } from '../../shapes.ts';
import { api } from '../api.ts';
import { KeyChoice } from '../components/key-choice.tsx';
import { faultInWords } from '../components/sign-dialog.tsx';
import { type Key, signWith } from '../eimzo.ts';

/** How files are signed in this institution, and whether one's own key works here. */
export default function SignatureSettings() {
  const t = useMessages();
  const query = useQuery(api.settings.queryOptions(silent));
  return (
    <Stack gap="md" maw={760}>
      <SettingsPage
        title={t('signatures.settings.title')}
        description={t('signatures.settings.about')}
        query={query}
        schema={settingsSave}
        disabled={query.data?.reachable === false}
        fields={[
          { control: 'switch', name: 'eimzo', label: t('signatures.field.eimzo') },
          { control: 'switch', name: 'demanded', label: t('signatures.field.demanded') },
          {
            control: 'text',
            name: 'domain_keys',
            label: t('signatures.field.domain_keys'),
            description: t('signatures.field.domain_keys_about'),
          },
        ]}
        save={(payload) => api.save_settings.call(payload, silent)}
        onSaved={() => void queryClient.invalidateQueries({ queryKey: api.key() })}
      />
      {query.data?.reachable === false && (
        <Alert color="yellow" role="status">
          {t('signatures.settings.away')}
        </Alert>
      )}
      {query.data?.eimzo && <Try domainKeys={query.data.domain_keys} />}
    </Stack>
  );
}

/** Signs a random text with one's own key and has it judged: all parts of the way at once. */
function Try({ domainKeys }: { domainKeys: string }) {
  const t = useMessages();
  const [open, setOpen] = useState(false);
  const [key, setKey] = useState<Key>();
  const [said, setSaid] = useState<string>();
  const [busy, setBusy] = useState(false);
  const go = async () => {
    if (!key) return;
    setBusy(true);
    setSaid(undefined);
    try {
      const { challenge } = await api.challenge.call({}, silent);
      const pkcs7 = await signWith(key, new TextEncoder().encode(challenge), false);
      const { certificate } = await api.identify.call({ pkcs7 }, silent);
      notify.success(t('signatures.settings.tried', { name: certificate.name }));
    } catch (error) {
      setSaid(faultInWords(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t('signatures.settings.try')}>
      <Stack gap="sm" align="flex-start">
        {open && <KeyChoice domainKeys={domainKeys} value={key} onChange={setKey} />}
        {said && (
          <Alert color="red" p="xs" role="alert">
            {said}
          </Alert>
        )}
        <Button
          variant="default"
          loading={busy}
          disabled={open && !key}
          onClick={() => (open ? void go() : setOpen(true))}
        >
          {t('signatures.settings.try')}
        </Button>
      </Stack>
    </Section>
  );
}
