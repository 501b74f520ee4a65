import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../http.ts';
import { useMessages } from '../i18n.tsx';
import { useSession } from '../session/session.ts';
import { toast } from '../toast.tsx';

const shortest = 5;

/** Reset password of the profile menu: the present one, so that nobody who finds the page open takes the account, and a new one twice. */
export default function PasswordModal({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const { user } = useSession();
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [busy, setBusy] = useState(false);
  const ready = present !== '' && password.length >= shortest && repeat === password;

  const submit = async () => {
    setBusy(true);
    try {
      await api('PUT', '/user/own/password', {
        body: { username: user?.username, new_password: password, auth: present },
      });
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
          <PasswordInput
            withAsterisk
            autoComplete="new-password"
            label={t('shell.password.new')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={password && password.length < shortest ? t('shell.password.short') : null}
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
