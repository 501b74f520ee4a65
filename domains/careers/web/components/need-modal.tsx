import { Button, Group, Modal, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, session, silent, useMessages, useSession } from '#platform/web/index.ts';
import { needStatuses, updateRequired } from '../../shapes-cv.ts';
import { api, refreshCv, types } from '../api.ts';

/** Once a term it is asked whether one looks for work; nothing else is done before it is said. */
export default function NeedModal() {
  const { user } = useSession();
  return user?.need_for_job_status === updateRequired ? <Ask /> : null;
}

function Ask() {
  const t = useMessages();
  const [problem, setProblem] = useState<string>();
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t('careers.need.title')}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <NeedForm
        problem={problem}
        onProblem={setProblem}
        onSaid={() => {
          // The profile says so from then on, and the dialog is gone with it.
          void session.reload();
        }}
      />
    </Modal>
  );
}

interface NeedFormProps {
  value?: string | null;
  problem: string | undefined;
  onProblem: (problem: string | undefined) => void;
  onSaid: () => unknown;
}

/** Choosing says it; only whoever works is asked where. */
export function NeedForm({ value = null, problem, onProblem, onSaid }: NeedFormProps) {
  const t = useMessages();
  const query = useQuery(types.list.queryOptions({ input: { variable: 'need_for_job_status' }, ...silent }));
  const listed = (query.data ?? []).filter(({ code }) => code !== updateRequired);
  // An institution that has no list of its own has the usual one.
  const offered =
    query.data && listed.length === 0
      ? needStatuses.map((code) => ({ code: String(code), title: t(`careers.need.${code}`) }))
      : listed;
  const [chosen, setChosen] = useState<string | null>(value);
  const [employer, setEmployer] = useState('');
  const [position, setPosition] = useState('');
  const [busy, setBusy] = useState(false);
  const say = async (status: string) => {
    if (busy) return;
    setBusy(true);
    onProblem(undefined);
    try {
      await api.cv.need_for_job_status.call(
        {
          status,
          ...(status === 'EMPLOYED' && employer ? { employer } : {}),
          ...(status === 'EMPLOYED' && position ? { position } : {}),
        },
        silent,
      );
      await refreshCv();
      await onSaid();
    } catch (error) {
      onProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) void say(chosen);
        else onProblem(t('careers.need.choose'));
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('careers.need.about')}</Text>
        {query.isPending && <Skeleton h={120} />}
        <Radio.Group
          value={chosen}
          aria-label={t('careers.need.title')}
          error={problem}
          onChange={(next) => {
            setChosen(next);
            onProblem(undefined);
            // Whoever works may add where; of all others there is nothing more to say.
            if (next !== 'EMPLOYED') void say(next);
          }}
        >
          <Stack gap="xs">
            {offered.map(({ code, title }) => (
              <Radio key={code} value={code} label={title} disabled={busy} />
            ))}
          </Stack>
        </Radio.Group>
        {chosen === 'EMPLOYED' && (
          <>
            <TextInput
              label={t('careers.field.employer')}
              maxLength={200}
              value={employer}
              onChange={(event) => setEmployer(event.currentTarget.value)}
            />
            <TextInput
              label={t('careers.field.position')}
              maxLength={200}
              value={position}
              onChange={(event) => setPosition(event.currentTarget.value)}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t('careers.need.say')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
