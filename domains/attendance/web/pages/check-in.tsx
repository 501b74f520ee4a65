import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { silent, useMessages } from '#platform/web/index.ts';
import { PageHeader, showDateTime } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { Scanner } from '../components/scanner.tsx';

/** Where a student enters the code of the screen: by the camera, by the address that a phone's own camera opens, or typed. */
export default function CheckIn() {
  const t = useMessages();
  const search = useSearch({ strict: false }) as { code?: unknown };
  const given = search.code === undefined ? '' : String(search.code);
  const [code, setCode] = useState('');
  const [camera, setCamera] = useState(false);
  const enter = useMutation(api.check_in.enter.mutationOptions(silent));
  const send = enter.mutate;
  useEffect(() => {
    if (given) send({ code: given });
  }, [given, send]);
  return (
    <Stack gap="md" maw={420}>
      <PageHeader title={t('attendance.check_in.title')} description={t('attendance.check_in.about')} />
      {enter.data ? (
        <Alert color="teal" title={t('attendance.check_in.done')} role="status">
          {[enter.data.module, enter.data.room, showDateTime(enter.data.at)].filter(Boolean).join(' · ')}
        </Alert>
      ) : (
        <>
          {camera ? (
            <Scanner
              onClose={() => setCamera(false)}
              onCode={(scanned) => {
                setCamera(false);
                send({ code: scanned });
              }}
            />
          ) : (
            <Button
              size="md"
              leftSection={<IconCamera size={18} aria-hidden />}
              loading={enter.isPending}
              onClick={() => {
                enter.reset();
                setCamera(true);
              }}
            >
              {t('attendance.check_in.scan')}
            </Button>
          )}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              send({ code });
            }}
          >
            <Stack gap="sm">
              <TextInput
                label={t('attendance.check_in.code')}
                description={t('attendance.check_in.typed')}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
                size="md"
                inputMode="numeric"
                autoComplete="one-time-code"
                error={enter.error?.message}
                required
              />
              <Button type="submit" size="md" variant="default" loading={enter.isPending}>
                {t('attendance.check_in.enter')}
              </Button>
            </Stack>
          </form>
        </>
      )}
    </Stack>
  );
}
