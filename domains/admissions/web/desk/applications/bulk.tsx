import { Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { codeId, messageOf, silent, useMessages } from '#platform/web/index.ts';
import { DateField, Empty, SelectField, TextAreaField } from '#platform/web/kit/index.ts';
import { type FlavourName, flavours } from '../../../flavours.ts';
import { type Application, apiOf, refresh } from '../../api.ts';
import { ActPreview } from '../act-preview.tsx';
import { tellStep } from './act-bar.tsx';

/** At most as many as one act takes. */
export const mostAtOnce = 500;

interface StepsDialogProps {
  flavour: FlavourName;
  rows: Application[] | undefined;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}

/** The same step for many: shows first what would happen, and can be taken back afterwards. */
export function StepsDialog({ rows, ...props }: StepsDialogProps) {
  const t = useMessages();
  return (
    <Modal
      opened={rows !== undefined}
      onClose={props.onClose}
      size="lg"
      title={t('admissions.bulk.title', { count: rows?.length ?? 0 })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {rows && <Steps rows={rows} {...props} />}
    </Modal>
  );
}

/** Steps that need something of each applicant are taken one by one. */
const singleSteps = ['UPDATE_REQUIRED', 'EXAM_ASSIGNED', 'SUBMITTED', 'WITHDRAWN', 'ENROLLED'];

function Steps({ flavour, rows, onClose, onDone }: StepsDialogProps & { rows: Application[] }) {
  const t = useMessages();
  const [left, setLeft] = useState<number[]>([]);
  const [to, setTo] = useState<Application['status']>();
  const [reason, setReason] = useState('');
  const [deadline, setDeadline] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const chosen = rows.filter(({ id }) => !left.includes(id));
  const targets = [...new Set(chosen.flatMap(({ next }) => next.map((step) => step.to)))].filter(
    (state) => !singleSteps.includes(state),
  );
  const order = flavours[flavour].workflow.states;
  targets.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const needsReason = chosen.some(({ next }) => next.some((step) => step.to === to && step.reason));
  const needsDeadline = to === 'OFFERED' && flavours[flavour].target === 'campaign';
  const ids = chosen.map(({ id }) => id);
  const input = {
    ids,
    status: to ?? ('VERIFIED' as const),
    // What is still to be typed does not make the preview refuse.
    reason: reason || (needsReason ? '…' : undefined),
    ...(needsDeadline && deadline ? { deadline_on: deadline } : {}),
  };
  const ready = to !== undefined && ids.length > 0 && !(needsDeadline && !deadline);
  const preview = useQuery({
    queryKey: ['admissions bulk', flavour, to, ids, deadline],
    queryFn: () => apiOf(flavour).application.status_many.call({ ...input, preview: true }, silent),
    enabled: ready,
    staleTime: 0,
    gcTime: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question, another answer
  useEffect(() => setProblem(undefined), [to, reason, deadline]);
  const run = async () => {
    if (!to || busy) return;
    if (needsReason && !reason.trim()) return setProblem(t('kit.error.required'));
    setBusy(true);
    try {
      await apiOf(flavour).application.status_many.call({ ...input, reason: reason.trim() || undefined }, silent);
      tellStep(t, flavour, ids, to);
      await refresh();
      onDone?.();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (targets.length === 0 && left.length === 0)
    return <Empty title={t('admissions.bulk.nothing')} text={t('admissions.bulk.nothing_about')} />;
  return (
    <Stack>
      <SelectField
        label={t('admissions.bulk.to')}
        required
        options={targets.map((id) => ({ id, title: t(codeId('admissions.act', id)) }))}
        value={to ?? null}
        onChange={(state) => setTo(state === null ? undefined : (state as Application['status']))}
      />
      {needsDeadline && (
        <DateField label={t('admissions.field.deadline_on')} required value={deadline} onChange={setDeadline} />
      )}
      {needsReason && (
        <TextAreaField
          label={t('admissions.bulk.reason')}
          required
          value={reason}
          onChange={setReason}
          error={problem}
        />
      )}
      <ActPreview
        preview={preview}
        ready={ready}
        busy={busy}
        problem={needsReason ? undefined : problem}
        label={t('admissions.bulk.run', { count: ids.length })}
        onLeaveOut={(out) => setLeft([...left, ...out])}
        onClose={onClose}
        onRun={() => void run()}
      />
    </Stack>
  );
}
