import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { api, messageOf } from '../http.ts';
import { useMessages } from '../i18n.tsx';
import { useSession } from '../session/session.ts';

/**
 * Asks for the password once more before something sensitive. What lies below stays as it was: Escape closes this alone,
 * which is why every part of it keeps the key from the dialogs that were open before.
 */
export default function ProofDialog({ done }: { done: (proved: boolean) => void }) {
  const t = useMessages();
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  const submit = async () => {
    setBusy(true);
    try {
      await api('POST', '/user/proof', { body: { password }, silent: true });
      done(true);
    } catch (error) {
      setFault(messageOf(error));
      setPassword('');
      setBusy(false);
    }
  };
  const alone = { 'data-mantine-stop-propagation': 'true' } as const;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') done(false);
  };

  return (
    <Modal
      opened
      onClose={() => done(false)}
      title={t('shell.proof.title')}
      zIndex={450}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <form
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (password && !busy) void submit();
        }}
      >
        <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
        <Stack gap="sm">
          <Text size="sm">{t('shell.proof.text')}</Text>
          {fault && (
            <Alert color="red" p="xs" role="alert">
              {fault}
            </Alert>
          )}
          <PasswordInput
            {...alone}
            data-autofocus
            withAsterisk
            autoComplete="current-password"
            label={t('shell.password.present')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="end" gap="xs" mt="xs">
            <Button {...alone} variant="default" onClick={() => done(false)}>
              {t('common.cancel')}
            </Button>
            <Button {...alone} type="submit" disabled={!password} loading={busy}>
              {t('shell.proof.go_on')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
