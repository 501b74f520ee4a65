import { Button, Group, Modal, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { DateField, MoneyField, PdfView, TextField } from '#platform/web/kit/index.ts';
import { api, refresh } from '../../api.ts';

export type PaperKind = 'voucher' | 'call_letter' | 'reference' | 'invoice';
interface Issued {
  number: string;
  src: string;
}

/** Issues a paper in the language that is chosen, and shows it. */
export function PaperDialog({
  guest,
  kind,
  onClose,
}: {
  guest: number;
  kind: PaperKind | undefined;
  onClose: () => void;
}) {
  const t = useMessages();
  return (
    <Modal
      opened={kind !== undefined}
      onClose={onClose}
      size="lg"
      title={kind ? t(`admissions.paper.${kind}`) : ''}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {kind && <Issue guest={guest} kind={kind} onClose={onClose} />}
    </Modal>
  );
}

function Issue({ guest, kind, onClose }: { guest: number; kind: PaperKind; onClose: () => void }) {
  const t = useMessages();
  const own = useLocale().locale;
  const [language, setLanguage] = useState<'uz' | 'ru' | 'en'>(own);
  const [amount, setAmount] = useState('');
  const [purpose, setPurpose] = useState('');
  const [addressee, setAddressee] = useState('');
  const [due, setDue] = useState<string | null>(null);
  const [issued, setIssued] = useState<Issued>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const ready = kind !== 'invoice' || (amount !== '' && purpose.trim() !== '' && due !== null);
  const run = async () => {
    if (busy || !ready) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const answer =
        kind === 'invoice'
          ? await api.guests.invoice.call(
              { id: guest, language, amount, purpose: purpose.trim(), due_on: due ?? '' },
              silent,
            )
          : await api.guests[kind].call(
              { id: guest, language, ...(kind === 'call_letter' ? { addressee: addressee.trim() } : {}) },
              silent,
            );
      setIssued({ number: answer.number, src: answer.file.original_url });
      void refresh();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (issued) return <PdfView src={issued.src} name={`${issued.number}.pdf`} />;
  return (
    <Stack>
      <SegmentedControl
        w="fit-content"
        aria-label={t('admissions.paper.language')}
        value={language}
        onChange={(value) => setLanguage(value as 'uz')}
        data={(['uz', 'ru', 'en'] as const).map((value) => ({ value, label: t(`admissions.language.${value}`) }))}
      />
      {kind === 'call_letter' && (
        <TextField label={t('admissions.paper.addressee')} value={addressee} onChange={setAddressee} />
      )}
      {kind === 'invoice' && (
        <>
          <MoneyField label={t('admissions.paper.amount')} required value={amount} onChange={setAmount} />
          <TextField label={t('admissions.paper.purpose')} required value={purpose} onChange={setPurpose} />
          <DateField label={t('admissions.paper.due_on')} required value={due} onChange={setDue} />
        </>
      )}
      {problem && (
        <div role="alert" style={{ color: 'var(--mantine-color-error)' }}>
          {problem}
        </div>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button loading={busy} disabled={!ready} onClick={() => void run()}>
          {t('admissions.paper.issue')}
        </Button>
      </Group>
    </Stack>
  );
}
