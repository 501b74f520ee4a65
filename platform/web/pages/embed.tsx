import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../i18n.tsx';

/** Hosts that may be shown inside a page; the server's content policy names the same ones for frames. */
const allowedHosts = ['docs.google.com', 'forms.gle', 'www.youtube-nocookie.com', 'player.vimeo.com'];

function allowed(address: string): string | undefined {
  try {
    const url = new URL(address);
    return url.protocol === 'https:' && allowedHosts.includes(url.hostname) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

export default function PageEmbed() {
  const t = useMessages();
  const navigate = useNavigate();
  const { url = '' } = useSearch({ strict: false }) as { url?: string };
  const [typed, setTyped] = useState(url);
  const source = allowed(url);
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>{t('shell.embed.title')}</Title>
        <Text c="dimmed">{t('shell.embed.text')}</Text>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/page-embed', search: { url: typed.trim() } });
        }}
      >
        <Group align="end" gap="xs">
          <TextInput
            flex={1}
            miw={240}
            type="url"
            label={t('shell.embed.address')}
            placeholder="https://"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{t('shell.embed.show')}</Button>
        </Group>
      </form>
      {url && !source ? (
        <Alert color="red">{t('shell.embed.refused', { hosts: allowedHosts.join(', ') })}</Alert>
      ) : null}
      {source ? (
        <iframe
          src={source}
          title={source}
          sandbox="allow-scripts allow-forms allow-popups allow-same-origin"
          referrerPolicy="no-referrer"
          style={{ border: 0, width: '100%', height: '70vh', borderRadius: 8, background: '#fff' }}
        />
      ) : null}
    </Stack>
  );
}
