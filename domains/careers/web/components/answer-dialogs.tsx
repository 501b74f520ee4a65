import { Alert, Anchor, Button, Checkbox, Group, Modal, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { choices, messageOf, silent } from '#platform/web/index.ts';
import { deadReasons } from '../../shapes-offers.ts';
import { api, type Offer, useFields } from '../api.ts';

interface AskProps {
  offer: Offer;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Asks before something is sent, and sends it once, however often it is pressed; what was refused stands above the buttons. */
function AskDialog({
  title,
  yes,
  send,
  onClose,
  onDone,
  children,
}: Omit<AskProps, 'offer'> & { title: string; yes: string; send: () => Promise<unknown>; children: ReactNode }) {
  const { t } = useFields();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const sendOnce = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
      await onDone();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': t('kit.close') }}>
      <Stack gap="sm">
        {children}
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button loading={busy} onClick={() => void sendOnce()}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** What follows from a yes stands before it: who will read what, and what is said of the search for work. */
export function Accept({ offer, onClose, onDone, onCv }: AskProps & { onCv: () => void }) {
  const { t, label } = useFields();
  const own = useQuery(api.cv.list.queryOptions({ input: { approved: true, size: 1 }, ...silent }));
  const approved = own.data?.content[0]?.approved ?? null;
  const [share, setShare] = useState(true);
  const [employed, setEmployed] = useState(false);
  const [note, setNote] = useState('');
  return (
    <AskDialog
      title={t('careers.answer.accept')}
      yes={t('careers.answer.accept')}
      send={() =>
        api.job_offer.status.call(
          {
            id: offer.id,
            status: 'ACCEPTED',
            share: share && approved !== null,
            employed,
            ...(note ? { note } : {}),
          },
          silent,
        )
      }
      onClose={onClose}
      onDone={onDone}
    >
      <Text fw={600}>{`${offer.title}, ${offer.employer}`}</Text>
      <Text size="sm">{t('careers.answer.accept_about')}</Text>
      {approved ? (
        <Switch
          label={t('careers.consent.share', { number: approved.number })}
          description={t('careers.consent.share_about')}
          checked={share}
          onChange={(event) => setShare(event.currentTarget.checked)}
        />
      ) : (
        own.data && (
          <Alert p="xs" color="yellow">
            {t('careers.consent.no_cv')}{' '}
            <Anchor component="button" type="button" size="sm" onClick={onCv}>
              {t('careers.cv.own')}
            </Anchor>
          </Alert>
        )
      )}
      <Textarea
        label={label('note')}
        description={t('careers.hint.note')}
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Checkbox
        label={t('careers.answer.employed')}
        checked={employed}
        onChange={(event) => setEmployed(event.currentTarget.checked)}
      />
    </AskDialog>
  );
}

export function Decline({ offer, onClose, onDone }: AskProps) {
  const { t, label } = useFields();
  const [reason, setReason] = useState('');
  return (
    <AskDialog
      title={t('careers.answer.decline')}
      yes={t('careers.answer.decline')}
      send={() =>
        api.job_offer.status.call({ id: offer.id, status: 'DECLINED', ...(reason ? { reason } : {}) }, silent)
      }
      onClose={onClose}
      onDone={onDone}
    >
      <Text fw={600}>{`${offer.title}, ${offer.employer}`}</Text>
      <Text size="sm">{t('careers.answer.decline_about')}</Text>
      <Textarea
        label={label('reason')}
        autosize
        minRows={2}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </AskDialog>
  );
}

export function Report({ offer, onClose, onDone }: AskProps) {
  const { t } = useFields();
  const [reason, setReason] = useState<(typeof deadReasons)[number]>('CLOSED');
  const [note, setNote] = useState('');
  return (
    <AskDialog
      title={t('careers.report.title')}
      yes={t('careers.report.send')}
      send={() => api.job_offer.report.call({ id: offer.id, reason, ...(note ? { note } : {}) }, silent)}
      onClose={onClose}
      onDone={onDone}
    >
      <Text size="sm">{t('careers.report.about')}</Text>
      <Select
        label={t('careers.report.reason')}
        data={choices(t, 'careers.dead', deadReasons).map(({ id, title }) => ({ value: String(id), label: title }))}
        value={reason}
        allowDeselect={false}
        onChange={(next) => setReason(deadReasons.find((one) => one === next) ?? 'CLOSED')}
      />
      <Textarea
        label={t('careers.report.note')}
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </AskDialog>
  );
}
