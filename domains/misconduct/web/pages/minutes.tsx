import { Alert, Anchor, Badge, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconFlag, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { id, requiredText } from '#platform/contract/index.ts';
import { messageOf, silent, today, useAbility, useMessages, useTitle } from '#platform/web/index.ts';
import {
  Empty,
  FileList,
  FormDrawer,
  notify,
  PageHeader,
  RecordForm,
  Section,
  StatusBadge,
  showDate,
  tellError,
} from '#platform/web/kit/index.ts';
import { api, idsOf, loadTypes, type Minutes, refresh, roomOf, type Seated } from '../api.ts';

const opening = z.object({
  present: z.int().min(0).max(5000).nullish(),
  text: requiredText(8000),
  file_ids: z.array(z.unknown()).optional(),
});
const incident = z.object({ type_id: id, text: requiredText(4000), file_ids: z.array(z.unknown()).optional() });

/** The room of an exam in a hand: who sits where, what happened, and the minutes that those who saw to it sign. */
export default function MinutesPage() {
  const t = useMessages();
  const { invigilation_id = '' } = useParams({ strict: false }) as { invigilation_id?: string };
  const of = Number(invigilation_id);
  const room = useQuery(api.invigilation.get.queryOptions({ input: { id: of }, ...silent }));
  const kept = useQuery(api.minutes.list.queryOptions({ input: { invigilation_id: of, size: 1 }, ...silent }));
  const failed = room.error ?? kept.error;
  useTitle(room.data?.title ?? t('misconduct.invigilation.title'));
  if (failed) return <Empty title={messageOf(failed)} />;
  if (!room.data || !kept.data) return <Skeleton h={420} />;
  const minutes = kept.data.content[0];
  return (
    <Stack maw={720}>
      <Anchor component={Link} to="/invigilation" size="sm">
        <Group gap={4} component="span">
          <IconArrowLeft size={16} aria-hidden />
          {t('misconduct.invigilation.title')}
        </Group>
      </Anchor>
      <PageHeader
        title={`${room.data.room}, ${showDate(room.data.held_on)}`}
        description={room.data.component.title}
        actions={
          minutes && <StatusBadge status={minutes.status} label={t(`misconduct.minutes_state.${minutes.status}`)} />
        }
      />
      <Written key={minutes?.version ?? 0} of={room.data.id} minutes={minutes} />
      {(minutes === undefined || minutes.status === 'OPEN') && (
        <Seats room={room.data} minutes={minutes} open={room.data.held_on === today()} />
      )}
    </Stack>
  );
}

/** What the minutes say, and who signed them. */
function Written({ of, minutes }: { of: number; minutes: Minutes | undefined }) {
  const t = useMessages();
  const { can } = useAbility();
  const [busy, setBusy] = useState(false);
  const label = (name: 'present' | 'file_ids') => t(`misconduct.field.${name}`);
  const step = async (status: 'SIGNED' | 'LOCKED') => {
    if (!minutes || busy) return;
    setBusy(true);
    try {
      await api.minutes.save.call({ id: minutes.id, version: minutes.version, status }, silent);
      notify.success(t(`misconduct.minutes.done_${status}`));
      await refresh();
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const signed = minutes && minutes.signed.length > 0 && (
    <Text size="sm" c="dimmed">
      {t('misconduct.minutes.signed', { names: minutes.signed.map(({ name }) => name).join(', ') })}
    </Text>
  );
  if (minutes && minutes.status !== 'OPEN')
    return (
      <Section title={t('misconduct.minutes.title')}>
        <Stack gap="sm">
          {minutes.present !== null && <Text size="sm">{`${label('present')}: ${minutes.present}`}</Text>}
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {minutes.text}
          </Text>
          {minutes.files.length > 0 && <FileList files={minutes.files} />}
          {signed}
          {minutes.status === 'SIGNED' && can('invigilation.manage') && (
            <Button w="fit-content" variant="default" loading={busy} onClick={() => void step('LOCKED')}>
              {t('misconduct.minutes.lock')}
            </Button>
          )}
        </Stack>
      </Section>
    );
  return (
    <Section title={t('misconduct.minutes.title')} description={minutes ? undefined : t('misconduct.minutes.about')}>
      <RecordForm
        schema={opening}
        draftKey={minutes ? `minutes#${minutes.id}` : false}
        defaults={
          minutes
            ? { present: minutes.present, text: minutes.text, file_ids: minutes.files }
            : { text: t('misconduct.minutes.began') }
        }
        fields={[
          { control: 'number', name: 'present', label: label('present') },
          { control: 'textarea', name: 'text', label: t('misconduct.minutes.text'), wide: true },
          { control: 'files', name: 'file_ids', label: label('file_ids'), upload, wide: true },
        ]}
        submitLabel={t(minutes ? 'misconduct.minutes.save' : 'misconduct.minutes.begin')}
        actions={
          minutes && (
            <Button variant="default" loading={busy} onClick={() => void step('SIGNED')}>
              {t('misconduct.act.sign')}
            </Button>
          )
        }
        save={({ file_ids, ...given }: z.infer<typeof opening>) =>
          api.minutes.save.call(
            {
              ...(minutes ? { id: minutes.id, version: minutes.version } : { invigilation_id: of }),
              ...given,
              file_ids: idsOf(file_ids),
            },
            silent,
          )
        }
        onSaved={() => void refresh()}
      />
      {signed}
    </Section>
  );
}

/** Everybody in the room, by seat; what somebody did is noted beside their name, and they go on. */
function Seats({
  room,
  minutes,
  open,
}: {
  room: { component_id: number; held_on: string; room: string };
  minutes: Minutes | undefined;
  open: boolean;
}) {
  const t = useMessages();
  const [search, setSearch] = useState('');
  const [about, setAbout] = useState<Seated>();
  const query = useQuery({ queryKey: [...api.invigilation.key(), 'seats', room], queryFn: () => roomOf(room) });
  const found = (query.data ?? []).filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Section
      title={t('misconduct.minutes.seats')}
      description={t(minutes ? 'misconduct.report.goes_on' : 'misconduct.minutes.first')}
    >
      <Stack gap="xs">
        {!open && <Alert color="gray">{t('misconduct.minutes.other_day')}</Alert>}
        <TextInput
          aria-label={t('misconduct.minutes.find')}
          placeholder={t('misconduct.minutes.find')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {query.isPending && <Skeleton h={160} />}
        {query.isError && <Text size="sm">{messageOf(query.error)}</Text>}
        {query.data && found.length === 0 && <Text size="sm">{t('misconduct.minutes.nobody')}</Text>}
        {found.map((one) => (
          <Group key={one.id} justify="space-between" wrap="nowrap" gap="xs">
            <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
              {one.seat && (
                <Badge variant="default" tt="none" style={{ flexShrink: 0 }}>
                  {one.seat}
                </Badge>
              )}
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {one.name}
                {one.number && (
                  <Text span size="xs" c="dimmed">
                    {` ${one.number}`}
                  </Text>
                )}
              </Text>
            </Group>
            <Button
              size="xs"
              variant="default"
              style={{ flexShrink: 0 }}
              disabled={!minutes}
              leftSection={<IconFlag size={14} aria-hidden />}
              aria-label={`${t('misconduct.minutes.note')}: ${one.name}`}
              onClick={() => setAbout(one)}
            >
              {t('misconduct.minutes.note')}
            </Button>
          </Group>
        ))}
      </Stack>
      {about && minutes && (
        <FormDrawer
          opened
          notice={false}
          draftKey={false}
          onClose={() => setAbout(undefined)}
          title={about.name}
          schema={incident}
          intro={<Alert color="blue">{t('misconduct.report.goes_on')}</Alert>}
          fields={[
            { control: 'async', name: 'type_id', label: t('misconduct.field.type_id'), load: loadTypes, wide: true },
            { control: 'textarea', name: 'text', label: t('misconduct.field.text'), wide: true },
            { control: 'files', name: 'file_ids', label: t('misconduct.minutes.photo'), upload, wide: true },
          ]}
          submitLabel={t('misconduct.report.send')}
          save={({ type_id, text, file_ids }: z.infer<typeof incident>) =>
            api.report.save.call(
              {
                component_id: room.component_id,
                occurred_on: room.held_on,
                source: 'INVIGILATOR',
                minutes_id: minutes.id,
                type_id,
                text,
                file_ids: idsOf(file_ids),
                students: [{ student_id: about.id }],
              },
              silent,
            )
          }
          onSaved={() => {
            notify.success(t('misconduct.minutes.noted', { name: about.name }));
            void refresh();
          }}
        />
      )}
    </Section>
  );
}
