import { Anchor, Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { afterSignIn, session, silent, useMessages, useSession } from '#platform/web/index.ts';
import { api } from '../api.ts';
import { Fault, Frame } from './frame.tsx';
import { longEnough, NewPassword, usePasswordPolicy } from './new-password.tsx';

/** The sign-in's second step for whoever must choose a password of their own. */
export default function UpdatePassword() {
  const t = useMessages();
  const navigate = useNavigate();
  const { user, signOut } = useSession();
  const policy = usePasswordPolicy();
  const [password, setPassword] = useState('');
  const change = useMutation(
    api.user.profile_password.mutationOptions({
      ...silent,
      onSuccess: async ({ token, user_info: next }) => {
        await session.start({ token, user_info: next });
        await navigate({ href: afterSignIn(next), replace: true });
      },
    }),
  );
  return (
    <Frame
      title={t('identity.update_password.title')}
      text={t('identity.update_password.text', { name: user?.firstname ?? user?.username ?? '' })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!user || !longEnough(password, policy) || change.isPending) return;
          // Nothing else is asked of who has just signed in; later the shell asks for the password again.
          change.mutate({ new_password: password });
        }}
      >
        <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
        <Stack gap="md">
          <Fault title={t('identity.update_password.refused')} error={change.error} />
          <NewPassword label={t('identity.password.new')} value={password} onChange={setPassword} />
          <Button type="submit" size="md" fullWidth disabled={!longEnough(password, policy)} loading={change.isPending}>
            {t('identity.login.sign_in')}
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
            {t('identity.other_account')}
          </Anchor>
        </Stack>
      </form>
    </Frame>
  );
}
