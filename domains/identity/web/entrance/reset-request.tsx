import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { silent, useMessages } from '#platform/web/index.ts';
import { api } from '../api.ts';
import DemoCodes from './demo-codes.tsx';
import { Fault, Frame } from './frame.tsx';

/** Asks for the mail with which a new password is set. */
export default function ResetRequest() {
  const t = useMessages();
  const [name, setName] = useState('');
  const ask = useMutation(api.reset_request.mutationOptions(silent));
  const typed = name.trim();
  return (
    <Frame title={t('identity.reset_request.title')} text={t('identity.reset_request.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed && !ask.isPending) ask.mutate(typed.includes('@') ? { email: typed } : { username: typed });
        }}
      >
        <Stack gap="md">
          <Fault title={t('identity.reset_request.refused')} error={ask.error} />
          <div aria-live="polite">
            {ask.isSuccess ? (
              <Alert icon={<IconMailCheck size={18} aria-hidden />} title={t('identity.reset_request.sent')}>
                {t('identity.reset_request.sent_text')}
                <DemoCodes />
              </Alert>
            ) : null}
          </div>
          <TextInput
            label={t('identity.login.name')}
            required
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth disabled={!typed} loading={ask.isPending}>
            {t(ask.isSuccess ? 'identity.reset_request.again' : 'identity.reset_request.send')}
          </Button>
          <Anchor component={Link} to="/login" size="sm" ta="center">
            {t('identity.to_login')}
          </Anchor>
        </Stack>
      </form>
    </Frame>
  );
}
