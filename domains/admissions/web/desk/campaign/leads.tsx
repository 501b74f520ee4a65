import { Badge, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import {
  choices,
  codeId,
  type NameIn,
  PageSpinner,
  silent,
  today,
  useAbility,
  useMessages,
} from '#platform/web/index.ts';
import {
  DateText,
  fullName,
  History,
  ListPage,
  Person,
  PhoneText,
  RecordForm,
  StatusBadge,
  showDate,
} from '#platform/web/kit/index.ts';
import { leadStages, talkChannels, talkOutcomes, talkSave } from '../../../shapes-desk.ts';
import { api, refresh } from '../../api.ts';

type Lead = Awaited<ReturnType<typeof api.desk.leads.call>>['content'][number];
const tones: Record<string, string> = {
  REACHED: 'blue',
  NO_ANSWER: 'gray',
  INTERESTED: 'teal',
  CALL_BACK: 'orange',
  NOT_INTERESTED: 'red',
};
const schema = talkSave.omit({ guest_id: true });

/** People who signed up and sent nothing yet: who talks with them, and when again. */
export default function Leads() {
  const t = useMessages();
  const [open, setOpen] = useState<Lead>();
  const outcome = (value: string) => (
    <StatusBadge status={value} color={tones[value] ?? 'gray'} label={t(codeId('admissions.lead.outcome', value))} />
  );
  return (
    <>
      <ListPage
        title={t('admissions.lead.title')}
        description={t('admissions.lead.about')}
        name="leads"
        of={api.desk.leads}
        rowLabel={fullName}
        onRow={setOpen}
        defaults={{ size: 20 }}
        columns={[
          {
            key: 'full_name',
            made: true,
            title: t('admissions.column.applicant'),
            sortable: true,
            render: (row) => <Person person={row} note={row.source ?? ''} />,
          },
          { key: 'phone', title: t('admissions.field.phone'), render: (row) => <PhoneText value={row.phone} /> },
          { key: 'wishes', title: t('admissions.lead.wishes'), render: (row) => row.wishes ?? '—' },
          {
            key: 'last',
            title: t('admissions.lead.last'),
            render: (row) =>
              row.last ? (
                <Group gap={6} wrap="nowrap">
                  {outcome(row.last.outcome)}
                  <Text size="xs" c="dimmed">
                    {showDate(row.last.at)}
                  </Text>
                </Group>
              ) : (
                t('admissions.lead.nobody_talked')
              ),
          },
          {
            key: 'next_on',
            title: t('admissions.lead.next_on'),
            render: (row) =>
              row.next_on ? (
                <Group gap={6} wrap="nowrap">
                  <DateText value={row.next_on} />
                  {row.next_on <= today() && (
                    <Badge variant="light" color="orange" radius="sm" tt="none" c="var(--mantine-color-text)">
                      {t('admissions.lead.due')}
                    </Badge>
                  )}
                </Group>
              ) : (
                '—'
              ),
          },
          { key: 'region', title: t('admissions.field.region_id'), render: (row) => row.region?.title ?? '—' },
          {
            key: 'created_at',
            title: t('admissions.guest.since'),
            sortable: true,
            render: (row) => <DateText value={row.created_at} />,
          },
        ]}
        filters={[
          {
            key: 'stage',
            label: t('admissions.lead.stage'),
            control: 'select',
            options: choices(t, 'admissions.lead.stage', leadStages),
          },
          { key: 'source', label: t('admissions.guest.source'), control: 'text' },
        ]}
        actions={() => [
          {
            key: 'talk',
            label: t('admissions.lead.talk'),
            icon: <IconMessagePlus size={16} aria-hidden />,
            run: setOpen,
          },
        ]}
        empty={{ text: t('admissions.lead.empty') }}
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        position="right"
        size={560}
        title={open ? fullName(open) : ''}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {open && <Talks key={open.id} lead={open} />}
      </Drawer>
    </>
  );
}

function Talks({ lead }: { lead: Lead }) {
  const t = useMessages();
  const may = useAbility().can('lead.talk');
  const [round, setRound] = useState(0);
  const { data } = useQuery(api.desk.talks.queryOptions({ input: { guest_id: lead.id }, ...silent }));
  const field = <N extends NameIn<'admissions.lead'>>(name: N) => ({ name, label: t(codeId('admissions.lead', name)) });
  return (
    <Stack gap="lg">
      <Group gap="md">
        <PhoneText value={lead.phone} />
        {lead.wishes && <Text size="sm">{lead.wishes}</Text>}
      </Group>
      {may && (
        <RecordForm
          key={round}
          schema={schema}
          defaults={{ channel: 'CALL' }}
          draftKey={`lead-${lead.id}`}
          fields={[
            { control: 'select', ...field('channel'), options: choices(t, 'admissions.lead.channel', talkChannels) },
            { control: 'select', ...field('outcome'), options: choices(t, 'admissions.lead.outcome', talkOutcomes) },
            { control: 'textarea', ...field('note'), wide: true },
            { control: 'date', ...field('next_on') },
          ]}
          submitLabel={t('admissions.lead.keep')}
          save={(payload) => api.desk.talk.call({ guest_id: lead.id, ...(payload as z.output<typeof schema>) }, silent)}
          onSaved={() => {
            setRound(round + 1);
            void refresh();
          }}
        />
      )}
      {data ? (
        <History
          entries={data.map((talk) => ({
            id: talk.id,
            at: talk.created_at,
            actor: talk.by,
            action: (
              <Text span size="sm">
                {t(`admissions.lead.channel.${talk.channel}`)} · {t(`admissions.lead.outcome.${talk.outcome}`)}
              </Text>
            ),
            reason: [talk.note, talk.next_on && t('admissions.lead.again', { day: showDate(talk.next_on) })]
              .filter(Boolean)
              .join(' '),
          }))}
        />
      ) : (
        <PageSpinner />
      )}
    </Stack>
  );
}
