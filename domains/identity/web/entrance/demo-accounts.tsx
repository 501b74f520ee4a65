import { Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inScript, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { api } from '../api.ts';
import styles from './frame.module.css';

/** The one password of all accounts of the demo university; no other installation has these accounts. */
const demoPassword = 'edulab-demo';

/** Every role of the demo university: one press signs in as it. */
export function DemoAccounts({
  onPick,
  busy,
}: {
  onPick: (username: string, password: string) => void;
  busy: boolean;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  const { data = [] } = useQuery({
    ...api.demo_accounts.queryOptions(silent),
    queryKey: [...api.demo_accounts.key(), locale],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const [search, setSearch] = useState('');
  const word = search.trim().toLowerCase();
  const shown = data
    .map((one) => ({ ...one, title: inScript(one.title) }))
    .filter(({ username, title }) => `${username} ${title}`.toLowerCase().includes(word));
  return (
    <section className={styles.demo} aria-labelledby="demo-accounts">
      <Title order={2} size="h4" id="demo-accounts">
        {t('identity.demo.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('identity.demo.text', { password: demoPassword })}
      </Text>
      <TextInput
        type="search"
        aria-label={t('identity.demo.search')}
        placeholder={t('identity.demo.search')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={styles.accounts}>
        {shown.map(({ username, title }) => (
          <UnstyledButton
            key={username}
            className={styles.account}
            disabled={busy}
            onClick={() => onPick(username, demoPassword)}
          >
            <span>{title}</span>
            <code>{username}</code>
          </UnstyledButton>
        ))}
        {shown.length ? null : (
          <Text size="sm" c="dimmed" p="sm">
            {t('identity.demo.nothing')}
          </Text>
        )}
      </div>
    </section>
  );
}
