import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { silent, toast, useMessages } from '#platform/web/index.ts';
import { PasswordField } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { Fault, Frame } from './frame.tsx';
import { longEnough, NewPassword, usePasswordPolicy } from './new-password.tsx';

/** Where the link of the mail leads: a new password, typed twice. */
export default function ResetPassword() {
  const t = useMessages();
  const navigate = useNavigate();
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const policy = usePasswordPolicy();
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const reset = useMutation(
    api.reset.mutationOptions({
      ...silent,
      onSuccess: async () => {
        toast.success(t('identity.reset.done'));
        await navigate({ to: '/login', search: {}, replace: true });
      },
    }),
  );
  const usable = typeof token === 'string' && token.length >= 32;
  const ready = longEnough(password, policy) && repeat === password;
  return (
    <Frame title={t('identity.reset.title')} text={t('identity.reset.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (usable && ready && !reset.isPending) reset.mutate({ token, new_password: password });
        }}
      >
        <Stack gap="md">
          {usable ? (
            <Fault title={t('identity.reset.refused')} error={reset.error} />
          ) : (
            <Alert color="red" icon={<IconAlertCircle size={18} aria-hidden />} title={t('identity.reset.refused')}>
              {t('identity.reset.no_token')}
            </Alert>
          )}
          {usable ? (
            <>
              <NewPassword label={t('identity.password.new')} value={password} onChange={setPassword} />
              <PasswordField
                label={t('identity.password.repeat')}
                required
                autoComplete="new-password"
                value={repeat}
                onChange={setRepeat}
                error={repeat && repeat !== password ? t('identity.password.differ') : undefined}
              />
              <Button type="submit" size="md" fullWidth disabled={!ready} loading={reset.isPending}>
                {t('identity.reset.save')}
              </Button>
            </>
          ) : null}
          <Anchor component={Link} to="/reset-password-request" size="sm" ta="center">
            {t('identity.reset.new_link')}
          </Anchor>
        </Stack>
      </form>
    </Frame>
  );
}
