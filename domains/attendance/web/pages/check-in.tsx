import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { PageHeader, showDateTime } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Where a student enters the code of the screen; a scanned one comes in the address. */
export default function CheckIn() {
  const t = useMessages();
  const search = useSearch({ strict: false }) as { code?: unknown };
  const [code, setCode] = useState(search.code === undefined ? '' : String(search.code));
  const enter = useMutation(api.check_in.enter.mutationOptions({ context: { silent: true } }));
  return (
    <Stack gap="md" maw={420}>
      <PageHeader title={t('attendance.check_in.title')} description={t('attendance.check_in.about')} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter.mutate({ code });
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('attendance.check_in.code')}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            size="lg"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={enter.error?.message}
            required
          />
          <Button type="submit" size="md" loading={enter.isPending}>
            {t('attendance.check_in.enter')}
          </Button>
        </Stack>
      </form>
      {enter.data && (
        <Alert color="teal" title={t('attendance.check_in.done')}>
          {[enter.data.module, enter.data.room, showDateTime(enter.data.at)].filter(Boolean).join(' · ')}
        </Alert>
      )}
    </Stack>
  );
}
