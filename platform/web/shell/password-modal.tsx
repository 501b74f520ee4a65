import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PasswordPolicy, shortestPassword } from '#platform/contract/index.ts';
import { api } from '../http.ts';
import { useMessages } from '../i18n.tsx';
import { PasswordField } from '../kit/controls/texts.tsx';
import { session, type UserInfo, useSession } from '../session/session.ts';
import { toast } from '../toast.tsx';

/** Reset password of the profile menu: the present one, so that nobody who finds the page open takes the account, and a new one twice. */
export default function PasswordModal({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const { user } = useSession();
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [busy, setBusy] = useState(false);
  const { data: installation } = useQuery({
    queryKey: ['installation', 'password policy'],
    queryFn: ({ signal }) => api<{ password_policy: PasswordPolicy }>('GET', '/installation', { signal, silent: true }),
    staleTime: 60_000,
  });
  const policy = installation?.password_policy ?? {};
  const shortest = shortestPassword(policy);
  const longEnough = [...password].length >= shortest;
  const ready = present !== '' && longEnough && repeat === password;

  const submit = async () => {
    setBusy(true);
    try {
      const answer = await api<{ token: string; user_info: UserInfo }>('PUT', '/user/own/password', {
        body: { username: user?.username, new_password: password, auth: present },
      });
      await session.start(answer);
      toast.success(t('shell.password.changed'));
      onClose();
    } catch {
      // The toast has said why; what was typed stays.
      setBusy(false);
    }
  };

  return (
    <Modal opened onClose={onClose} title={t('shell.password.reset')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void submit();
        }}
      >
        <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
        <Stack gap="sm">
          <PasswordInput
            data-autofocus
            withAsterisk
            autoComplete="current-password"
            label={t('shell.password.present')}
            value={present}
            onChange={(event) => setPresent(event.currentTarget.value)}
          />
          <PasswordField
            required
            strength={policy}
            {...(user ? { owner: user } : {})}
            label={t('shell.password.new')}
            value={password}
            onChange={setPassword}
            error={password && !longEnough ? t('shell.password.short', { count: shortest }) : null}
          />
          <PasswordInput
            withAsterisk
            autoComplete="new-password"
            label={t('shell.password.repeat')}
            value={repeat}
            onChange={(event) => setRepeat(event.currentTarget.value)}
            error={repeat && repeat !== password ? t('shell.password.differ') : null}
          />
          <Group justify="end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={!ready} loading={busy}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
