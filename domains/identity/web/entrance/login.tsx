import { Anchor, Button, Checkbox, Divider, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { afterSignIn, useLocale, useMessages } from '#platform/web/index.ts';
import { PasswordField } from '#platform/web/kit/index.ts';
import { api, begin } from '../api.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { Fault, Frame, useInstallation } from './frame.tsx';
import { signInName } from './sign-in-name.ts';

// Its mask is heavy and shows on the hosts of admission only.
const PhoneField = lazy(() =>
  import('#platform/web/kit/controls/phone.tsx').then((file) => ({ default: file.PhoneField })),
);

export default function Login() {
  const t = useMessages();
  const navigate = useNavigate();
  const { redirect } = useSearch({ strict: false }) as { redirect?: unknown };
  const { shown } = useLocale();
  const { data: installation, isPending, failureCount } = useInstallation();
  const [username, setUsername] = useState('');
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);

  const signIn = useMutation(
    api.sign_in.mutationOptions({
      onSuccess: async (answer) => {
        const user = await begin(answer);
        await navigate({ href: afterSignIn(user, redirect), replace: true });
      },
    }),
  );
  // An empty installation goes straight to its first page; who cannot be asked does not keep anybody from signing in.
  if (isPending && failureCount === 0)
    return <Frame title={t('identity.login.heading')} text={t('identity.login.prompt')} />;
  if (installation?.empty) return <Navigate to="/install" replace />;

  const applicants = installation !== undefined && installation.host !== 'ordinary';
  const name = signInName({ username, phone });
  const send = (body: { username?: string; phone?: string; type: 'PHONE' | 'EMAIL' | 'ID' }, secret: string) =>
    signIn.mutate({ ...body, password: secret, locale: shown, remember });

  return (
    <Frame title={t('identity.login.heading')} text={t('identity.login.prompt')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (name && password && !signIn.isPending) send(name, password);
        }}
      >
        <Stack gap="md">
          <Fault title={t('identity.login.refused')} error={signIn.error} />
          {applicants && !username ? (
            <Suspense fallback={<Skeleton h={84} />}>
              <PhoneField label={t('identity.phone')} value={phone} onChange={setPhone} required />
            </Suspense>
          ) : null}
          {applicants && !username && !phone ? <Divider label={t('identity.or')} /> : null}
          {applicants && phone ? null : (
            <TextInput
              label={t(applicants ? 'identity.login.id' : 'identity.login.name')}
              required
              autoFocus={!applicants}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
            />
          )}
          {name ? (
            <PasswordField label={t('identity.password')} required value={password} onChange={setPassword} />
          ) : null}
          <Group justify="space-between">
            <Checkbox
              label={t('identity.login.remember')}
              checked={remember}
              onChange={(event) => setRemember(event.currentTarget.checked)}
            />
            <Anchor component={Link} to="/reset-password-request" size="sm">
              {t('identity.login.forgot')}
            </Anchor>
          </Group>
          <Button type="submit" size="md" fullWidth disabled={!name || !password} loading={signIn.isPending}>
            {t('identity.login.sign_in')}
          </Button>
          <Text size="sm" c="dimmed" ta="center">
            {t('identity.login.applicant')}{' '}
            <Anchor component={Link} to="/admission/reg" size="sm" underline="always">
              {t('identity.login.sign_up')}
            </Anchor>
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            {t('identity.login.complain')}{' '}
            <Anchor component={Link} to="/feedback/anonymous" size="sm" underline="always">
              {t('identity.login.anonymous')}
            </Anchor>
          </Text>
          <Anchor component={Link} to="/accessibility" size="sm" underline="always" ta="center">
            {t('identity.login.accessibility')}
          </Anchor>
        </Stack>
      </form>
      {installation?.demo ? (
        <DemoAccounts
          busy={signIn.isPending}
          onPick={(picked, secret) => {
            setPhone('');
            setUsername(picked);
            setPassword(secret);
            send({ username: picked, type: 'ID' }, secret);
          }}
        />
      ) : null}
    </Frame>
  );
}
