import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { fullName } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { Fault } from '../entrance/frame.tsx';
import type { AccountRecord } from './types.ts';

/** Gives an account a first password anew and shows it once. */
export function ResetPassword({ account, onClose }: { account: AccountRecord; onClose: () => void }) {
  const t = useMessages();
  const reset = useMutation(
    api.account.password_reset.mutationOptions({ ...silent, onSuccess: () => refresh('account') }),
  );
  const password = reset.data?.password;
  return (
    <Modal opened onClose={onClose} title={t('identity.account.reset_password')}>
      <Stack>
        <Fault title={t('identity.update_password.refused')} error={reset.error} />
        {password ? (
          <Alert title={t('identity.account.reset_done', { name: fullName(account) })}>
            <Group>
              <Code fz="md">{password}</Code>
              <CopyButton value={password}>
                {({ copied, copy }) => (
                  <Button size="compact-sm" variant="default" onClick={copy}>
                    {t(copied ? 'identity.copied' : 'identity.copy')}
                  </Button>
                )}
              </CopyButton>
            </Group>
            <Text size="sm" mt="xs">
              {t('identity.account.reset_once')}
            </Text>
          </Alert>
        ) : (
          <Text size="sm">{t('identity.account.reset_text', { name: fullName(account) })}</Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t(password ? 'common.close' : 'common.cancel')}
          </Button>
          {password ? null : (
            <Button loading={reset.isPending} onClick={() => reset.mutate({ id: account.id })}>
              {t('identity.account.reset_go')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
