import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { phone as phoneShape } from '#platform/contract/index.ts';
import { session, silent, toast, type UserInfo, useMessages } from '#platform/web/index.ts';
import { CodeInput, CountdownButton, PasswordField, PhoneField, PhoneText } from '#platform/web/kit/index.ts';
import { showPhone } from '#platform/web/kit/show/values.ts';
import { api, faultOf } from '../api.ts';
import { Fault } from '../entrance/frame.tsx';

/** One's own phone, and how it becomes another: by the code that comes to the new one. */
export function OwnPhone({ user }: { user: UserInfo }) {
  const t = useMessages();
  const [opened, setOpened] = useState(false);
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text size="xs" c="dimmed">
          {t('identity.phone')}
        </Text>
        <Text size="sm" component="div">
          {user.phone ? <PhoneText value={user.phone} /> : '—'}
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={() => setOpened(true)}>
        {t('identity.profile.phone_change')}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        centered
        title={t('identity.profile.phone_change')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {opened && <Change onDone={() => setOpened(false)} />}
      </Modal>
    </Group>
  );
}

function Change({ onDone }: { onDone: () => void }) {
  const t = useMessages();
  const [phone, setPhone] = useState('');
  const [auth, setAuth] = useState('');
  const [code, setCode] = useState('');
  const [sent, setSent] = useState(false);
  const [asker, setAsker] = useState('');
  const send = useMutation(
    api.send_code.mutationOptions({
      ...silent,
      onSuccess: (answer) => {
        setAsker(answer.asker);
        setSent(true);
      },
    }),
  );
  const save = useMutation(
    api.account.profile.mutationOptions({
      ...silent,
      onSuccess: async ({ user_info }) => {
        await session.start({ user_info });
        toast.success(t('identity.profile.saved'));
        onDone();
      },
      onError: (error) => {
        setCode('');
        // Another password can be typed; the code was not looked at yet.
        if (faultOf(error).code === 'AUTH_REFUSED') setSent(false);
      },
    }),
  );
  const proper = phoneShape.safeParse(phone).success;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!sent && proper && auth && !send.isPending) send.mutate({ phone });
        if (sent && code.length === 6 && !save.isPending) save.mutate({ phone, code, asker, auth });
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t(sent ? 'identity.sign_up.code_text' : 'identity.profile.phone_text', { phone: showPhone(phone) })}
        </Text>
        <Fault title={t('identity.profile.phone_refused')} error={save.error ?? send.error} />
        {sent ? (
          <CodeInput
            label={t('identity.verify.code')}
            value={code}
            onChange={setCode}
            onComplete={(all) => save.mutate({ phone, code: all, asker, auth })}
            disabled={save.isPending}
          />
        ) : (
          <>
            <PhoneField label={t('identity.profile.phone_new')} required value={phone} onChange={setPhone} />
            <PasswordField label={t('identity.password.present')} required value={auth} onChange={setAuth} />
          </>
        )}
        <Button
          type="submit"
          loading={send.isPending || save.isPending}
          disabled={sent ? code.length !== 6 : !proper || !auth}
        >
          {t(sent ? 'identity.go_on' : 'identity.sign_up.send')}
        </Button>
        {sent ? (
          <CountdownButton
            started
            duration={(send.data?.seconds ?? faultOf(send.error).seconds ?? 60) * 1000}
            onClick={() => send.mutate({ phone })}
          >
            {t('identity.verify.again')}
          </CountdownButton>
        ) : null}
        {sent ? (
          <Button variant="subtle" size="xs" onClick={() => setSent(false)}>
            {t('identity.sign_up.other_phone')}
          </Button>
        ) : null}
      </Stack>
    </form>
  );
}
