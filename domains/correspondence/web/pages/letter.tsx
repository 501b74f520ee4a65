import { Alert, Anchor, Button, Group, Stack, Text, Timeline } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { SignatureFacts, SignDialog } from '#domains/signatures/web/index.ts';
import { openPaper, silent, usePaperReader, useTitle } from '#platform/web/index.ts';
import {
  DateText,
  DateTimeText,
  DueText,
  Facts,
  FilesView,
  Loaded,
  Neighbours,
  notify,
  Section,
  Sides,
  StatusBadge,
  tellError,
} from '#platform/web/kit/index.ts';
import { api, type Letter, letterList, listOf, pageOf, refresh, useFields } from '../api.ts';
import { ActBar } from '../components/act-bar.tsx';
import { DestroyedFile } from '../components/destroyed-file.tsx';
import { actPage } from '../components/destruction.tsx';
import { Orders } from '../components/orders.tsx';
import { Readers } from '../components/readers.tsx';
import { BackTo, RecordHeader } from '../components/record-header.tsx';
import { LetterBadge } from '../shown.tsx';

/**
 * One letter: its card, what was ordered about it and who agreed, beside the letter itself. Both directions count on in one
 * row of ids, so that an address may name the other one.
 */
export default function LetterPage() {
  const { pathname } = useLocation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(api.letter.get.queryOptions({ input: { id }, ...silent }));
  return (
    <Loaded query={query} back="/document-management/">
      {(data) => {
        const other = pageOf({ id: data.id, direction: data.direction === 'INCOMING' ? 'OUTGOING' : 'INCOMING' });
        // Only from there: a page that is being left is shown a moment longer, under the address of the next.
        return pathname === other ? <Navigate to={pageOf(data)} replace /> : <Record key={data.id} letter={data} />;
      }}
    </Loaded>
  );
}

function Record({ letter }: { letter: Letter }) {
  const { t, label } = useFields();
  useTitle(letter.number ?? letter.heading);
  const comes = letter.direction === 'INCOMING';
  const mine = letter.asked_now;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <BackTo
          to={listOf(letter.direction)}
          title={t(comes ? 'correspondence.incoming.title' : 'correspondence.outgoing.title')}
        />
        <Neighbours id={letter.id} of={letterList} href={(id) => pageOf({ id, direction: letter.direction })} />
      </Group>
      <RecordHeader
        number={letter.number}
        badges={
          <>
            <LetterBadge state={letter.status} />
            {letter.confidential && <StatusBadge status="CONFIDENTIAL" color="red" label={label('confidential')} />}
          </>
        }
        title={letter.heading}
        note={letter.waiting_for && t('correspondence.letter.waits', { name: letter.waiting_for })}
        actions={<ActBar letter={letter} asked={mine} />}
      >
        <TakeNote letter={letter} />
      </RecordHeader>
      <Sides beside={<Files letter={letter} />}>
        <Stack gap="md">
          <Section title={t('correspondence.letter.card')}>
            <Facts columns={2} items={factsOf(letter, t, label)} />
            {letter.summary && (
              <Text size="sm" mt="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {letter.summary}
              </Text>
            )}
          </Section>
          <Agreement letter={letter} />
          <Orders letter={letter} />
          <Readers letter={letter} />
          <Steps letter={letter} />
        </Stack>
      </Sides>
    </Stack>
  );
}

type Fields = ReturnType<typeof useFields>;

function factsOf(letter: Letter, t: Fields['t'], label: Fields['label']) {
  const comes = letter.direction === 'INCOMING';
  const kin = (one: { id: number; number: string | null; heading: string }, direction: Letter['direction']) => (
    <Anchor key={one.id} component={Link} to={pageOf({ id: one.id, direction })} size="sm" display="block">
      {[one.number, one.heading].filter(Boolean).join(' · ')}
    </Anchor>
  );
  return [
    { label: t(comes ? 'correspondence.from' : 'correspondence.to'), value: letter.correspondent },
    { label: label('group'), value: letter.group.title },
    { label: label('registered_on'), value: letter.registered_on && <DateText value={letter.registered_on} /> },
    { label: label('kind'), value: t(`correspondence.kind.${letter.kind}`) },
    ...(comes
      ? [
          {
            label: t('correspondence.letter.theirs'),
            value: letter.their_number && (
              <>
                {letter.their_number}
                {letter.their_date && (
                  <>
                    {' · '}
                    <DateText value={letter.their_date} />
                  </>
                )}
              </>
            ),
          },
          { label: label('received_on'), value: letter.received_on && <DateText value={letter.received_on} /> },
          { label: label('correspondent_signer'), value: letter.correspondent_signer },
          { label: label('due_on'), value: letter.due_on && <DueText day={letter.due_on} late={letter.overdue} /> },
        ]
      : [
          { label: label('author'), value: letter.author },
          { label: label('signer'), value: letter.signer },
          { label: label('signed_at'), value: letter.signed_at && <DateTimeText value={letter.signed_at} /> },
        ]),
    { label: label('delivery'), value: letter.delivery && t(`correspondence.delivery.${letter.delivery}`) },
    {
      label: t('correspondence.letter.volume'),
      value:
        letter.sheets === null
          ? null
          : t('correspondence.letter.sheets', {
              sheets: letter.sheets,
              attachments: letter.attachments ?? 0,
              attachment_sheets: letter.attachment_sheets ?? 0,
            }),
    },
    ...(letter.reply_to ? [{ label: label('reply_to_id'), value: kin(letter.reply_to, 'INCOMING') }] : []),
    ...(letter.replies?.length
      ? [{ label: t('correspondence.letter.replies'), value: letter.replies.map((one) => kin(one, 'OUTGOING')) }]
      : []),
    ...(letter.people?.length
      ? [
          {
            label: t('correspondence.letter.people'),
            value: (
              <>
                {letter.people.map((one) => (
                  <Text key={`${one.kind} ${one.id}`} size="sm">
                    {one.name}
                    <Text span size="xs" c="dimmed">
                      {' · '}
                      {[t(`correspondence.person.${one.kind}`), one.number].filter(Boolean).join(' ')}
                    </Text>
                  </Text>
                ))}
                {letter.shown_to_people && (
                  <Text size="xs" c="dimmed">
                    {t('correspondence.letter.shown')}
                  </Text>
                )}
              </>
            ),
          },
        ]
      : []),
    ...(letter.hold_reason ? [{ label: label('hold_reason'), value: letter.hold_reason }] : []),
    ...(letter.destroyed
      ? [
          {
            label: t('correspondence.letter.destroyed'),
            value: (
              <>
                <Anchor component={Link} to={actPage(letter.destroyed.act_id)} size="sm">
                  {letter.destroyed.number}
                </Anchor>
                {letter.destroyed.files.map((file) => (
                  <DestroyedFile key={file.hash} file={file} />
                ))}
              </>
            ),
          },
        ]
      : []),
    ...(letter.status === 'ARCHIVED'
      ? [
          {
            label: label('destroy_after'),
            value: letter.destroy_after ? (
              <DateText value={letter.destroy_after} />
            ) : (
              t('correspondence.group.for_ever')
            ),
          },
        ]
      : []),
  ];
}

function Files({ letter }: { letter: Letter }) {
  const { t, label } = useFields();
  usePaperReader();
  const stampable = letter.number !== null && letter.files?.[0]?.extension === 'pdf';
  const stamped = () => openPaper(`/document_management/stamped?id=${letter.id}`, `${letter.number}.pdf`);
  return (
    <Section
      title={t('correspondence.letter.files')}
      actions={
        stampable && (
          <Button size="xs" variant="default" onClick={() => void stamped().catch(tellError)}>
            {t('correspondence.letter.stamped')}
          </Button>
        )
      }
    >
      <FilesView files={letter.files ?? []} none={t('correspondence.letter.no_files')} />
      {letter.signature && <SignatureFacts signature={letter.signature} />}
      {letter.signed_hash && (
        <Text size="xs" c="dimmed" mt="sm" style={{ overflowWrap: 'anywhere' }}>
          <IconLock size={12} aria-hidden /> {label('signed_hash')}: {letter.signed_hash}
        </Text>
      )}
    </Section>
  );
}

/** Whoever is to take note says so here, and signs it where there is a file to sign. */
function TakeNote({ letter }: { letter: Letter }) {
  const { t } = useFields();
  const [signing, setSigning] = useState(false);
  if (!letter.note_wanted) return null;
  const [file] = letter.files ?? [];
  const take = async (electronic_id?: number) => {
    await api.letter.acquainted.call({ id: letter.id, ...(electronic_id ? { electronic_id } : {}) }, silent);
    await refresh();
    notify.success();
  };
  return (
    <Alert mt="sm" p="xs" color="blue">
      <Group justify="space-between">
        <Text size="sm">{t('correspondence.readers.asked')}</Text>
        <Button size="xs" onClick={() => (file ? setSigning(true) : void take().catch(tellError))}>
          {t('correspondence.readers.confirm')}
        </Button>
      </Group>
      <SignDialog
        opened={signing}
        onClose={() => setSigning(false)}
        title={t('correspondence.readers.sign', { heading: letter.heading })}
        of={{ entity: 'letter_acquaintance', entity_id: letter.id }}
        fileUrl={file?.src ?? ''}
        run={take}
      />
    </Alert>
  );
}

function Agreement({ letter }: { letter: Letter }) {
  const { t } = useFields();
  if (letter.direction === 'INCOMING' || !letter.agreement?.length) return null;
  return (
    <Section
      title={t('correspondence.agreement.title')}
      description={t(letter.in_turn ? 'correspondence.agreement.in_turn' : 'correspondence.agreement.at_once')}
    >
      <Stack gap="xs">
        {letter.agreement.map((one) => (
          <div key={`${one.staff_id} ${one.revision} ${one.status}`}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">
                {one.name}
                {letter.revision > 1 && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    · {t('correspondence.agreement.revision', { revision: one.revision })}
                  </Text>
                )}
              </Text>
              <StatusBadge
                status={one.status}
                color={
                  one.status === 'AGREED'
                    ? 'teal'
                    : one.status === 'REFUSED'
                      ? 'red'
                      : one.status === 'PENDING'
                        ? 'yellow'
                        : 'gray'
                }
                label={t(`correspondence.agreement_state.${one.status}`)}
              />
            </Group>
            {one.remark && (
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {one.remark}
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function Steps({ letter }: { letter: Letter }) {
  const { t } = useFields();
  if (!letter.steps?.length) return null;
  return (
    <Section title={t('correspondence.letter.steps')}>
      <Timeline bulletSize={14} lineWidth={2} active={-1}>
        {letter.steps.map((step) => (
          <Timeline.Item
            key={`${step.at} ${step.to}`}
            title={<Text size="sm">{t(`correspondence.state.${step.to}`)}</Text>}
          >
            <Text size="xs" c="dimmed">
              <DateTimeText value={step.at} />
              {step.by && ` · ${step.by}`}
            </Text>
            {step.reason && <Text size="sm">{step.reason}</Text>}
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
