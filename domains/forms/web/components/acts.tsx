import { Alert, Button, Checkbox, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp, IconCheck, IconHandStop, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isAsked, isWritten } from '#domains/questions/contract.ts';
import { SignaturePad } from '#domains/questions/web/index.ts';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { fullName, notify, plainValue, TextAreaField, TextField } from '#platform/web/kit/index.ts';
import type { Decision } from '../../shapes.ts';
import { type Asked, api, refresh } from '../api.ts';
import { Deciding, undecided } from './deciding.tsx';

type Act = 'APPROVED' | 'UPDATE_REQUIRED' | 'REJECTED' | 'ISSUED';
export interface Doing {
  act: Act;
  requests: Asked[];
  /** After it was done to many. */
  clear?: () => void;
}

/** The buttons of one request whose turn it is. */
export function ActButtons({ request, open }: { request: Asked; open: (doing: Doing) => void }) {
  const t = useMessages();
  const step = request.steps.find(({ position }) => position === request.step);
  const doing = (act: Act) => () => open({ act, requests: [request] });
  return (
    <>
      {request.can?.act && (
        <>
          <Button
            variant="default"
            color="red"
            leftSection={<IconHandStop size={16} aria-hidden />}
            onClick={doing('REJECTED')}
          >
            {t('forms.act.REJECTED')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={doing('UPDATE_REQUIRED')}
          >
            {t('forms.act.UPDATE_REQUIRED')}
          </Button>
          {/* What waits for a payment goes on by itself when it comes. */}
          {!(step?.action === 'PAYMENT' && request.payment) && (
            <Button leftSection={<IconCheck size={16} aria-hidden />} onClick={doing('APPROVED')}>
              {t(`forms.do.${step?.action ?? 'CHECK'}`)}
            </Button>
          )}
        </>
      )}
      {request.can?.hand_over && (
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={doing('ISSUED')}>
          {t('forms.act.ISSUED')}
        </Button>
      )}
    </>
  );
}

/** Asks what must be said, shows what would happen, does it, and offers to take it back where that can be. */
export function ActDialog({ doing, onClose }: { doing: Doing | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <Modal
      opened={doing !== undefined}
      onClose={onClose}
      centered
      size="lg"
      title={doing && t(`forms.act.${doing.act}`)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {doing && <Inside key={doing.act} doing={doing} onClose={onClose} />}
    </Modal>
  );
}

function Inside({ doing: { act, requests, clear }, onClose }: { doing: Doing; onClose: () => void }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [handed, setHanded] = useState('');
  const [signature, setSignature] = useState<number | null>(null);
  const [numbers, setNumbers] = useState<Record<number, string>>({});
  const [decision, setDecision] = useState<Decision>({});
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const ids = requests.map(({ id }) => id);
  // Looking does the whole change and takes it back: asked when typing pauses.
  const [decided] = useDebouncedValue(decision, 400);
  const look = useQuery({
    ...api.request.change_status.queryOptions({
      input: { ids, status: act, preview: true, decision: decided },
      ...silent,
    }),
    gcTime: 0,
    // What is being decided stays where it is while it is looked at again.
    placeholderData: keepPreviousData,
  });
  const needsReason = act === 'REJECTED' || act === 'UPDATE_REQUIRED';
  const change = look.data?.requests.find((one) => one.change)?.change;
  const [only] = requests.length === 1 ? requests : [];
  const all = only?.sections?.flatMap((section) => section.fields) ?? [];
  const collected = requests.some(({ delivery }) => delivery === 'PICKUP');
  const posted = requests.filter(({ delivery }) => delivery === 'POST');
  const run = async () => {
    setBusy(true);
    try {
      const done = await api.request.change_status.call(
        {
          ...(only ? { id: only.id, version: only.version } : { ids }),
          status: act,
          ...(reason.trim() ? { reason: reason.trim() } : {}),
          ...(note.trim() ? { note: note.trim() } : {}),
          ...(handed.trim() ? { handed_to: handed.trim() } : {}),
          ...(signature === null ? {} : { handed_signature: signature }),
          ...(posted.length
            ? { post_numbers: posted.map(({ id }) => ({ id, number: (numbers[id] ?? '').trim() })) }
            : {}),
          ...(change ? { decision } : {}),
          ...(needsReason
            ? { fields: Object.entries(fields).map(([key, text]) => ({ path: `answers.${key}`, note: text })) }
            : {}),
        },
        silent,
      );
      onClose();
      clear?.();
      const final = done.requests.every(({ does, to }) => does === 'DOCUMENT' || does === 'CHANGE' || to === 'ISSUED');
      const said = t('forms.done', { count: done.requests.length });
      if (final) notify.success(said);
      else
        notify.undo(said, async () => {
          try {
            await api.request.undo.call({ ids }, silent);
          } catch (error) {
            notify.error(error);
          }
          await refresh();
        });
      await refresh();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const missing =
    (needsReason && !reason.trim()) ||
    (change && undecided(change)) ||
    (act === 'ISSUED' && ((collected && !handed.trim()) || posted.some(({ id }) => !numbers[id]?.trim())));
  return (
    <Stack>
      {look.data && (
        <Stack gap={4}>
          {look.data.requests.slice(0, 8).map((one) => (
            <div key={one.id}>
              <Text size="sm">
                {one.number} · {one.name}: {t(`forms.request_state.${one.to}`)}
                {one.does && ` (${t(`forms.action.${one.does}`)})`}
              </Text>
              {one.lines.length > 0 && (
                <List size="sm" mt={4}>
                  {one.lines.map((line) => (
                    <List.Item key={line}>{line}</List.Item>
                  ))}
                </List>
              )}
            </div>
          ))}
          {look.data.requests.length > 8 && (
            <Text size="sm" c="dimmed">
              {t('forms.and_more', { count: look.data.requests.length - 8 })}
            </Text>
          )}
        </Stack>
      )}
      {look.data && !look.data.ok && (
        <Alert color="red" title={t('forms.cannot', { count: look.data.faults.length })}>
          <List size="sm">
            {look.data.faults.map((fault) => (
              <List.Item key={fault.id}>
                {fault.number}: {fault.message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {change && <Deciding change={change} value={decision} onChange={setDecision} />}
      {needsReason && (
        <TextAreaField
          name="reason"
          label={t('forms.field.reason')}
          description={t('forms.reason_about')}
          required
          value={reason}
          onChange={setReason}
          maxLength={1000}
        />
      )}
      {needsReason && only && (
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {t('forms.which_fields')}
          </Text>
          {all
            .filter(({ type, key }) => !isWritten(type) && isAsked(all, key, only.answers))
            .map((field) => {
              const name = plainValue(field.title, locale);
              const chosen = fields[field.key];
              return (
                <Group key={field.key} align="center" gap="xs">
                  <Checkbox
                    label={name}
                    checked={chosen !== undefined}
                    onChange={(event) =>
                      setFields(({ [field.key]: _, ...rest }) =>
                        event.currentTarget.checked ? { ...rest, [field.key]: '' } : rest,
                      )
                    }
                  />
                  {chosen !== undefined && (
                    <TextInput
                      size="xs"
                      flex={1}
                      aria-label={t('forms.what_is_wrong', { field: name })}
                      placeholder={t('forms.what_is_wrong', { field: name })}
                      value={chosen}
                      maxLength={500}
                      onChange={(event) => {
                        const { value } = event.currentTarget;
                        setFields((before) => ({ ...before, [field.key]: value }));
                      }}
                    />
                  )}
                </Group>
              );
            })}
        </Stack>
      )}
      {act === 'APPROVED' && (
        <TextField name="note" label={t('forms.field.note')} value={note} onChange={setNote} maxLength={500} />
      )}
      {act === 'ISSUED' && collected && (
        <TextField name="handed_to" label={t('forms.field.handed_to')} required value={handed} onChange={setHanded} />
      )}
      {act === 'ISSUED' && collected && only && (
        <SignaturePad
          name="handed_signature"
          label={t('forms.field.handed_signature')}
          description={t('forms.handed_signature_about')}
          required={false}
          value={signature}
          onChange={(file) => setSignature(typeof file === 'number' ? file : null)}
        />
      )}
      {act === 'ISSUED' &&
        posted.map((one) => (
          <TextField
            key={one.id}
            name={`post_numbers.${one.id}`}
            label={
              only
                ? t('forms.field.post_number')
                : t('forms.post_number_of', { name: one.student ? fullName(one.student) : one.number })
            }
            required
            value={numbers[one.id] ?? ''}
            onChange={(number) => setNumbers((before) => ({ ...before, [one.id]: number }))}
            maxLength={100}
          />
        ))}
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('kit.cancel')}
        </Button>
        <Button
          loading={busy}
          disabled={Boolean(missing) || look.data?.ok !== true || look.isPlaceholderData}
          {...(act === 'REJECTED' ? { color: 'red' } : {})}
          onClick={() => void run()}
        >
          {t(`forms.act.${act}`)}
        </Button>
      </Group>
    </Stack>
  );
}
