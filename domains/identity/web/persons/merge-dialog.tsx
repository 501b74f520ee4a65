import { Alert, Button, Group, List, Modal, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, PageSpinner, silent, useMessages } from '#platform/web/index.ts';
import { notify, TextAreaField } from '#platform/web/kit/index.ts';
import { api, type PersonPair, refresh } from '../api.ts';

/** Asks who stays and why, tells what will move and what stands in the way, then makes one of two. */
export function MergeDialog({ pair, onClose }: { pair: PersonPair | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <Modal
      opened={pair !== undefined}
      onClose={onClose}
      size="lg"
      title={t('identity.person.merge_title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {pair && <Inside pair={pair} onClose={onClose} />}
    </Modal>
  );
}

// The state lives inside, so that every opening starts afresh.
function Inside({ pair, onClose }: { pair: PersonPair; onClose: () => void }) {
  const t = useMessages();
  const [keep, setKeep] = useState(pair.sides[0]?.ref ?? '');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const drop = pair.sides.find(({ ref }) => ref !== keep)?.ref ?? '';
  const preview = useQuery({
    ...api.person.preview.queryOptions({ input: { keep, drop }, ...silent }),
    // Once they are one there is nothing to preview any more.
    enabled: !busy,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const run = async () => {
    if (reason.trim() === '') return setProblem(t('identity.person.reason_needed'));
    setBusy(true);
    setProblem(undefined);
    try {
      const done = await api.person.merge.call({ keep, drop, reason: reason.trim() }, silent);
      notify.undo(t('identity.person.done', { name: done.name }), async () => {
        await api.person.undo.call({ id: done.id, reason: t('identity.person.undo_at_once') });
        await refresh('person');
      });
      onClose();
      await refresh('person');
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const refused = preview.error ? messageOf(preview.error) : undefined;
  const { lines = [], conflicts = [] } = preview.data ?? {};
  return (
    <Stack>
      <Radio.Group
        label={t('identity.person.keep')}
        description={t('identity.person.keep_about')}
        value={keep}
        onChange={(value) => {
          setKeep(value);
          setProblem(undefined);
        }}
      >
        <Stack gap="xs" mt={6}>
          {pair.sides.map((side) => (
            <Radio
              key={side.ref}
              value={side.ref}
              // Where neither has one, an account is opened for both.
              disabled={!side.account && pair.sides.some(({ account }) => account)}
              label={[
                side.name,
                side.account?.username ?? t('identity.person.no_account'),
                ...side.records.map(({ role, number }) =>
                  [t(`identity.person.role.${role}`), number].filter(Boolean).join(' '),
                ),
              ].join(' · ')}
            />
          ))}
        </Stack>
      </Radio.Group>
      {preview.isPending && <PageSpinner />}
      {refused && <Alert color="red">{refused}</Alert>}
      {conflicts.length > 0 && (
        <Alert color="orange" title={t('identity.person.conflicts')}>
          <List size="sm">
            {conflicts.map(({ text }) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {lines.length > 0 && conflicts.length === 0 && (
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('identity.person.will')}
          </Text>
          <List size="sm">
            {lines.map(({ text }) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </div>
      )}
      <TextAreaField label={t('identity.person.reason')} required value={reason} onChange={setReason} />
      {problem && (
        <Text c="red" size="sm" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button loading={busy} disabled={!preview.data || conflicts.length > 0} onClick={() => void run()}>
          {t('identity.person.merge')}
        </Button>
      </Group>
    </Stack>
  );
}
