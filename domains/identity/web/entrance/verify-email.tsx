import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { afterSignIn, PageSpinner, session, silent, toast, useMessages, useSession } from '#platform/web/index.ts';
import { CodeInput, CountdownButton } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import DemoCodes from './demo-codes.tsx';
import { Fault, Frame } from './frame.tsx';

const shortestToken = 32;

/** Confirms an address: by the link of the mail, whoever opens it, or by its six digits, signed in. */
export default function VerifyEmail() {
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const { user } = useSession();
  // What the page is for does not change when the step is done: the way on stands in it.
  const [linked] = useState(() => (typeof token === 'string' && token.length >= shortestToken ? token : undefined));
  if (linked) return <ByLink token={linked} />;
  if (user?.required_actions.includes('VERIFY_EMAIL')) return <ByCode />;
  return <Navigate to={user ? '/home' : '/login'} replace />;
}

function useGoOn() {
  const navigate = useNavigate();
  return async () => {
    if (session.get().user) await session.reload();
    const user = session.get().user;
    await navigate({ href: user ? afterSignIn(user) : '/login', replace: true });
  };
}

function ByLink({ token }: { token: string }) {
  const t = useMessages();
  const goOn = useGoOn();
  const { user } = useSession();
  const confirm = useMutation(api.verify_email.mutationOptions(silent));
  // A token works once, and development renders twice.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    confirm.mutate({ token });
  }, [token, confirm.mutate]);
  if (confirm.isPending || confirm.isIdle) return <PageSpinner />;
  return (
    <Frame
      title={t(confirm.isSuccess ? 'identity.verify.done' : 'identity.verify.title')}
      {...(confirm.isSuccess ? { text: t('identity.verify.done_text') } : {})}
    >
      <Stack>
        <Fault title={t('identity.verify.refused')} error={confirm.error} />
        {confirm.isSuccess ? (
          <Button size="md" onClick={() => void goOn()}>
            {t(user ? 'identity.go_on' : 'identity.login.sign_in')}
          </Button>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {t('identity.verify.link_hint')}
            </Text>
            <Button
              component={Link}
              to={user ? '/verify-email' : '/login'}
              variant="default"
              reloadDocument={Boolean(user)}
            >
              {t(user ? 'identity.verify.by_code' : 'identity.to_login')}
            </Button>
          </>
        )}
      </Stack>
    </Frame>
  );
}

function ByCode() {
  const t = useMessages();
  const goOn = useGoOn();
  const { user, signOut } = useSession();
  const [code, setCode] = useState('');
  const confirm = useMutation(
    api.verify_email.mutationOptions({ ...silent, onSuccess: goOn, onError: () => setCode('') }),
  );
  const again = useMutation(
    api.user.send_verification.mutationOptions({
      ...silent,
      onSuccess: () => toast.success(t('identity.verify.sent', { email: user?.email ?? '' })),
    }),
  );
  return (
    <Frame
      title={t('identity.verify.title')}
      text={t(user?.email ? 'identity.verify.text' : 'identity.verify.no_email', { email: user?.email ?? '' })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === 6 && !confirm.isPending) confirm.mutate({ token: code });
        }}
      >
        <Stack gap="md">
          <Fault title={t('identity.verify.refused')} error={confirm.error ?? again.error} />
          <CodeInput
            label={t('identity.verify.code')}
            value={code}
            onChange={setCode}
            onComplete={(all) => confirm.mutate({ token: all })}
            disabled={confirm.isPending}
          />
          <DemoCodes />
          <Button type="submit" size="md" fullWidth disabled={code.length !== 6} loading={confirm.isPending}>
            {t('identity.verify.confirm')}
          </Button>
          <CountdownButton onClick={() => again.mutate(undefined)}>{t('identity.verify.again')}</CountdownButton>
          <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
            {t('identity.other_account')}
          </Anchor>
        </Stack>
      </form>
    </Frame>
  );
}
