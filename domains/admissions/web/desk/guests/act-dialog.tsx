import { Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { choices, codeId, messageOf, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, DateField, notify, SelectField, TextAreaField, takeBack } from '#platform/web/kit/index.ts';
import { academicWorkflow } from '../../../workflow.ts';
import { api, type Guest, loadCampaigns, refresh } from '../../api.ts';
import { ActPreview } from '../act-preview.tsx';

export interface GuestTask {
  /** `course` and `accept` are for one alone */
  kind: 'status' | 'contract' | 'accept' | 'language' | 'reset_exam' | 'course';
  guests: Guest[];
}
interface Ends {
  onClose: () => void;
  /** called when it was done, not when the dialog is merely closed */
  onDone?: () => void;
}

/** What is done to one applicant or to many: first what would happen, then all of them or none. */
export function GuestActDialog({ task, ...ends }: { task: GuestTask | undefined } & Ends) {
  const t = useMessages();
  return (
    <Modal
      opened={task !== undefined}
      onClose={ends.onClose}
      size="lg"
      title={task ? `${t(`admissions.guest_act.${task.kind}`)} (${task.guests.length})` : ''}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {task && <ActForm task={task} {...ends} />}
    </Modal>
  );
}

/** Steps that need something of each are taken one by one; offers have an act of their own. */
const stepsOfMany = academicWorkflow.states.filter((state) =>
  ['DOCUMENTS_CHECK', 'CREDITS_COMPARED', 'VERIFIED', 'REJECTED', 'EXAM_TAKEN', 'ABSENT', 'PAID', 'EXPIRED'].includes(
    state,
  ),
);

function ActForm({ task: { kind, guests }, onClose, onDone }: { task: GuestTask } & Ends) {
  const t = useMessages();
  const [left, setLeft] = useState<number[]>([]);
  const [status, setStatus] = useState<(typeof stepsOfMany)[number]>();
  const [language, setLanguage] = useState<'uz' | 'ru' | 'en'>();
  const [campaign, setCampaign] = useState<number>();
  const [deadline, setDeadline] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const chosen = guests.filter(({ id }) => !left.includes(id));
  const ids = chosen.map(({ id }) => id);
  const needsReason =
    kind === 'reset_exam' ||
    kind === 'course' ||
    (kind === 'status' && (status === 'REJECTED' || status === 'EXPIRED'));
  const send = (preview: boolean) => {
    // What is still to be typed does not make the preview refuse.
    const why = reason.trim() || (preview && needsReason ? '…' : undefined);
    const shared = { ids, ...(preview ? { preview } : {}) };
    switch (kind) {
      case 'status':
        return api.guests.status.call({ ...shared, status: status ?? 'VERIFIED', reason: why }, silent);
      case 'contract':
        return api.guests.contract.call({ ...shared, deadline_on: deadline ?? undefined }, silent);
      case 'accept':
        return api.guests.contract.call({ ...shared, accept: true }, silent);
      case 'language':
        return api.guests.language.call({ ...shared, language: language ?? 'uz', reason: why }, silent);
      case 'reset_exam':
        return api.guests.reset_exam.call({ ...shared, reason: why ?? '' }, silent);
      default:
        return api.guests.reset_course.call(
          { id: ids[0] ?? 0, campaign_id: campaign ?? 0, reason: why ?? '', ...(preview ? { preview } : {}) },
          silent,
        );
    }
  };
  const ready =
    ids.length > 0 &&
    (kind !== 'status' || status !== undefined) &&
    (kind !== 'contract' || deadline !== null) &&
    (kind !== 'language' || language !== undefined) &&
    (kind !== 'course' || campaign !== undefined);
  const preview = useQuery({
    queryKey: ['admissions guest act', kind, ids, status, language, campaign, deadline],
    queryFn: () => send(true),
    enabled: ready,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question, another answer
  useEffect(() => setProblem(undefined), [status, language, campaign, deadline, reason]);
  const run = async () => {
    if (busy || !ready) return;
    if (needsReason && !reason.trim()) return setProblem(t('kit.error.required'));
    setBusy(true);
    try {
      await send(false);
      await refresh();
      const done = t('admissions.guest.done', { count: ids.length });
      notify.undo(done, () => takeBack(() => undo(ids)));
      onDone?.();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack>
      {kind === 'status' && (
        <SelectField
          label={t('admissions.bulk.to')}
          required
          options={stepsOfMany.map((id) => ({ id, title: t(codeId('admissions.act', id)) }))}
          value={status ?? null}
          onChange={(id) => setStatus(stepsOfMany.find((step) => step === id))}
        />
      )}
      {kind === 'contract' && (
        <DateField label={t('admissions.field.deadline_on')} required value={deadline} onChange={setDeadline} />
      )}
      {kind === 'language' && (
        <SelectField
          label={t('admissions.field.language')}
          required
          options={choices(t, 'admissions.language', ['uz', 'ru', 'en'])}
          value={language ?? null}
          onChange={(id) => setLanguage((id as 'uz' | null) ?? undefined)}
        />
      )}
      {kind === 'course' && (
        <AsyncSelect
          label={t('admissions.field.campaign_id')}
          required
          load={loadCampaigns}
          value={campaign ?? null}
          onChange={(id) => setCampaign(id === null ? undefined : Number(id))}
        />
      )}
      {(needsReason || kind === 'language') && (
        <TextAreaField label={t('admissions.bulk.reason')} required={needsReason} value={reason} onChange={setReason} />
      )}
      <ActPreview
        preview={preview}
        ready={ready}
        busy={busy}
        problem={problem}
        label={t(`admissions.guest_act.${kind}`)}
        onLeaveOut={(out) => setLeft([...left, ...out])}
        onClose={onClose}
        onRun={() => void run()}
      />
    </Stack>
  );
}

/** Takes back what was done last to each of them. */
async function undo(ids: number[]) {
  await api.guests.undo.call({ ids }, silent);
  await refresh();
}
