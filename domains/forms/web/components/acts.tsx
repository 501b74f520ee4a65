import { Alert, Button, Checkbox, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconHandStop, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isAsked, isWritten } from '#domains/questions/contract.ts';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { notify, plainValue, TextAreaField, TextField } from '#platform/web/kit/index.ts';
import { type Asked, api, refresh } from '../api.ts';

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
          <Button leftSection={<IconCheck size={16} aria-hidden />} onClick={doing('APPROVED')}>
            {t(`forms.do.${step?.action ?? 'CHECK'}`)}
          </Button>
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
  const [post, setPost] = useState('');
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const ids = requests.map(({ id }) => id);
  const look = useQuery({
    ...api.request.change_status.queryOptions({ input: { ids, status: act, preview: true }, ...silent }),
    gcTime: 0,
  });
  const [only] = requests.length === 1 ? requests : [];
  const all = only?.sections?.flatMap((section) => section.fields) ?? [];
  const pays = requests.some(
    ({ steps, step }) => steps.find(({ position }) => position === step)?.action === 'PAYMENT',
  );
  const collected = requests.some(({ delivery }) => delivery === 'PICKUP');
  const posted = requests.some(({ delivery }) => delivery === 'POST');
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
          ...(post.trim() ? { post_number: post.trim() } : {}),
          ...(act === 'UPDATE_REQUIRED'
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
  const needsReason = act === 'REJECTED' || act === 'UPDATE_REQUIRED';
  const missing =
    (needsReason && !reason.trim()) ||
    (act === 'APPROVED' && pays && !note.trim()) ||
    (act === 'ISSUED' && ((collected && !handed.trim()) || (posted && !post.trim())));
  return (
    <Stack>
      {look.data && (
        <Stack gap={4}>
          {look.data.requests.slice(0, 8).map((one) => (
            <Text size="sm" key={one.id}>
              {one.number} · {one.name}: {t(`forms.request_state.${one.to}`)}
              {one.does && ` (${t(`forms.action.${one.does}`)})`}
            </Text>
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
      {act === 'UPDATE_REQUIRED' && only && (
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
        <TextField
          name="note"
          label={t(pays ? 'forms.payment_number' : 'forms.field.note')}
          required={pays}
          value={note}
          onChange={setNote}
          maxLength={500}
        />
      )}
      {act === 'ISSUED' && collected && (
        <TextField name="handed_to" label={t('forms.field.handed_to')} required value={handed} onChange={setHanded} />
      )}
      {act === 'ISSUED' && posted && (
        <TextField name="post_number" label={t('forms.field.post_number')} required value={post} onChange={setPost} />
      )}
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
          disabled={missing || look.data?.ok !== true}
          {...(act === 'REJECTED' ? { color: 'red' } : {})}
          onClick={() => void run()}
        >
          {t(`forms.act.${act}`)}
        </Button>
      </Group>
    </Stack>
  );
}
