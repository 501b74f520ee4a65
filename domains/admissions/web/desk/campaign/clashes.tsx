import { Anchor, Button, Group, List, Modal, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { codeId, messageOf, PageSpinner, silent, useMessages } from '#platform/web/index.ts';
import { DateText, Empty, notify, PhoneText, Section } from '#platform/web/kit/index.ts';
import { api, refresh } from '../../api.ts';
import { StateBadge } from '../../state.tsx';

type Clash = Awaited<ReturnType<typeof api.guests.clashes.call>>[number];

/** Who may be one person: the same papers, the same phone, the same name in another spelling. */
export function Clashes() {
  const t = useMessages();
  const [merging, setMerging] = useState<Clash>();
  const query = useQuery(api.guests.clashes.queryOptions({ ...silent }));
  if (query.error) return <Empty title={messageOf(query.error)} />;
  if (!query.data) return <PageSpinner />;
  if (query.data.length === 0)
    return <Empty title={t('admissions.clash.none')} text={t('admissions.clash.none_about')} />;
  return (
    <Stack>
      {query.data.map((clash) => (
        <Section
          key={clash.guests.map(({ id }) => id).join()}
          title={t(`admissions.clash.kind.${clash.kind}`)}
          actions={
            <Button size="xs" variant="default" onClick={() => setMerging(clash)}>
              {t('admissions.clash.merge')}
            </Button>
          }
        >
          <Stack gap="xs">
            {clash.guests.map((guest) => (
              <Group key={guest.id} gap="md">
                <Anchor component={Link} to={`/guest-users/${guest.id}`} size="sm" fw={500}>
                  {guest.name}
                </Anchor>
                <Text size="sm" component="span">
                  <PhoneText value={guest.phone} />
                </Text>
                <Text size="sm">{guest.passport_id ?? '—'}</Text>
                <Text size="sm" component="span">
                  <DateText value={guest.birthdate} />
                </Text>
                {guest.number && <Text size="sm">{guest.number}</Text>}
                {guest.status && <StateBadge state={guest.status} />}
              </Group>
            ))}
          </Stack>
        </Section>
      ))}
      <Modal
        opened={merging !== undefined}
        onClose={() => setMerging(undefined)}
        size="lg"
        title={t('admissions.clash.merge')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {merging && <Merge clash={merging} onClose={() => setMerging(undefined)} />}
      </Modal>
    </Stack>
  );
}

function Merge({ clash, onClose }: { clash: Clash; onClose: () => void }) {
  const t = useMessages();
  // Whoever got further stays, unless the officer says otherwise.
  const [keep, setKeep] = useState(clash.guests.find(({ status }) => status !== null)?.id ?? clash.guests[0]?.id ?? 0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const drop = clash.guests.map(({ id }) => id).filter((id) => id !== keep);
  const preview = useQuery({
    ...api.guests.merge.queryOptions({ input: { keep_id: keep, drop_ids: drop, preview: true }, ...silent }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const run = async () => {
    setBusy(true);
    try {
      await api.guests.merge.call({ keep_id: keep, drop_ids: drop }, silent);
      notify.success(t('admissions.clash.done'));
      await refresh();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const refused = problem ?? (preview.error ? messageOf(preview.error) : undefined);
  return (
    <Stack>
      <Radio.Group
        label={t('admissions.clash.keep')}
        value={String(keep)}
        onChange={(value) => {
          setKeep(Number(value));
          setProblem(undefined);
        }}
      >
        <Stack gap="xs" mt={6}>
          {clash.guests.map((guest) => (
            <Radio
              key={guest.id}
              value={String(guest.id)}
              label={[guest.name, guest.passport_id, guest.number].filter(Boolean).join(' · ')}
            />
          ))}
        </Stack>
      </Radio.Group>
      {preview.data && (
        <List size="sm">
          <List.Item>{t('admissions.clash.applications', { count: preview.data.applications })}</List.Item>
          <List.Item>
            {preview.data.filled.length
              ? t('admissions.clash.filled', {
                  fields: preview.data.filled
                    .map((field) => t(codeId('admissions.field', field === 'photo_file_id' ? 'photo' : field)))
                    .join(', '),
                })
              : t('admissions.clash.nothing_filled')}
          </List.Item>
          <List.Item>{t('admissions.clash.others')}</List.Item>
        </List>
      )}
      {refused && (
        <Text c="red" size="sm" role="alert">
          {refused}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button loading={busy} disabled={!preview.data || refused !== undefined} onClick={() => void run()}>
          {t('admissions.clash.merge')}
        </Button>
      </Group>
    </Stack>
  );
}
