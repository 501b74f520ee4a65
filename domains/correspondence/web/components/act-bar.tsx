import { Button, Checkbox, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SignDialog } from '#domains/signatures/web/index.ts';
import { silent, useAbility } from '#platform/web/index.ts';
import { confirm, confirmDelete, ReasonDialog, tellError } from '#platform/web/kit/index.ts';
import type { LetterState } from '../../workflow.ts';
import { api, type Letter, listOf, pageOf, refresh, useFields } from '../api.ts';
import { useWork } from '../use-work.ts';
import { LetterForm } from './letter-form.tsx';
import { type FreeNumber, RegisterDialog } from './register-dialog.tsx';

const ways: readonly LetterState[] = ['AGREEING', 'SIGNED', 'REGISTERED', 'SENT', 'DONE', 'ARCHIVED'];

/** What may be done with this letter: the way forward as a button, all else in a menu. */
export function ActBar({ letter, asked }: { letter: Letter; asked: boolean }) {
  const { t } = useFields();
  const { can } = useAbility();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'reply' | 'refuse' | 'agreeing' | 'hold' | LetterState>();
  const { busy, done } = useWork();
  const [free, setFree] = useState<readonly FreeNumber[]>();
  const { id, version, direction } = letter;
  const close = () => setOpen(undefined);
  const step = (
    status: LetterState,
    more: { reason?: string; keep_agreed?: boolean; electronic_id?: number; reservation_id?: number } = {},
  ) => done(api.letter.change_status.call({ id, version, status, ...more }, silent));
  const forward = letter.next.filter(
    (one) => ways.includes(one) && !(letter.status === 'ARCHIVED' || (one === 'REGISTERED' && letter.number !== null)),
  );
  const back = letter.next.filter((one) => !forward.includes(one));
  const main = asked ? undefined : forward[0];
  const agreedBefore = letter.agreement?.some(({ status }) => status === 'AGREED') === true;
  const start = async (status: LetterState) => {
    if (status === 'AGREEING' && agreedBefore) return setOpen('agreeing');
    if (status === 'SIGNED') return setOpen('SIGNED');
    if (status === 'REGISTERED') {
      const kept = await api.number.free.call({ group_id: letter.group_id }, silent).catch(() => []);
      if (kept.length) return setFree(kept);
    }
    if (
      status === 'ARCHIVED' &&
      !(await confirm({
        name: letter.heading,
        title: t(`correspondence.act.${status}`),
        text: t(`correspondence.act.${status}_about`),
        yes: t(`correspondence.act.${status}`),
      }))
    )
      return;
    await step(status).catch(tellError);
  };
  const hold = (reason: string | null) => done(api.destruction.hold.call({ id, version, reason }, silent));
  const word = (agree: boolean, remark?: string) =>
    done(api.letter.word.call({ id, agree, ...(remark ? { remark } : {}) }, silent));
  const remove = async () => {
    const gone = await confirmDelete(
      () => api.letter.remove.call({ id }, silent),
      letter.heading,
      () => api.letter.restore.call({ id }, silent),
    );
    if (!gone) return;
    await refresh();
    await navigate({ to: listOf(direction) });
  };
  const answers = direction === 'INCOMING' && letter.number !== null && can('correspondence.draft');
  const more = [
    ...forward
      .filter((one) => one !== main)
      .map((one) => ({ key: one, label: t(`correspondence.act.${one}`), run: () => void start(one) })),
    ...(answers ? [{ key: 'reply', label: t('correspondence.act.reply'), run: () => setOpen('reply') }] : []),
    ...(letter.can?.edit ? [{ key: 'edit', label: t('correspondence.letter.edit'), run: () => setOpen('edit') }] : []),
    ...back.map((one) => ({
      key: one,
      label: t(`correspondence.act.back_${one === 'DRAFT' ? 'DRAFT' : 'OPEN'}`),
      run: () => setOpen(one),
    })),
    ...(letter.status === 'ARCHIVED' && can('correspondence.archive')
      ? [
          letter.hold_reason
            ? { key: 'free', label: t('correspondence.act.free'), run: () => void hold(null).catch(tellError) }
            : { key: 'hold', label: t('correspondence.act.hold'), run: () => setOpen('hold') },
        ]
      : []),
    ...(letter.can?.delete
      ? [{ key: 'delete', label: t('correspondence.letter.delete'), run: () => void remove() }]
      : []),
  ];
  const backTo = back.find((one) => one === open);
  return (
    <Group gap="xs">
      {asked && (
        <>
          <Button loading={busy} onClick={() => void word(true).catch(tellError)}>
            {t('correspondence.act.agree')}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => setOpen('refuse')}>
            {t('correspondence.act.refuse')}
          </Button>
        </>
      )}
      {main && (
        <Button loading={busy} onClick={() => void start(main)}>
          {t(`correspondence.act.${main}`)}
        </Button>
      )}
      {more.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {t('correspondence.act.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ key, label, run }) => (
              <Menu.Item key={key} onClick={run} {...(key === 'delete' ? { color: 'red' } : {})}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ReasonDialog
        opened={backTo !== undefined || open === 'refuse'}
        onClose={close}
        title={t(
          open === 'refuse'
            ? 'correspondence.act.refuse'
            : `correspondence.act.back_${backTo === 'DRAFT' ? 'DRAFT' : 'OPEN'}`,
        )}
        onConfirm={(reason) => (backTo ? step(backTo, { reason }) : word(false, reason))}
      />
      <ReasonDialog
        opened={open === 'hold'}
        onClose={close}
        title={t('correspondence.act.hold')}
        text={t('correspondence.act.hold_about')}
        onConfirm={(reason) => hold(reason)}
      />
      {free && (
        <RegisterDialog
          free={free}
          onClose={() => setFree(undefined)}
          go={(reservation_id) => step('REGISTERED', reservation_id === undefined ? {} : { reservation_id })}
        />
      )}
      <AskAgain
        opened={open === 'agreeing'}
        onClose={close}
        go={(keep_agreed) => step('AGREEING', { keep_agreed }).then(close, tellError)}
      />
      <SignDialog
        opened={open === 'SIGNED'}
        onClose={close}
        title={letter.heading}
        of={{ entity: 'correspondence', entity_id: id }}
        fileUrl={letter.files?.[0]?.src ?? ''}
        run={(electronic_id) => step('SIGNED', electronic_id === undefined ? {} : { electronic_id })}
      />
      <LetterForm direction={direction} letter={letter} opened={open === 'edit'} onClose={close} />
      <LetterForm
        direction="OUTGOING"
        replyTo={letter}
        opened={open === 'reply'}
        onClose={close}
        onSaved={(saved) => void navigate({ to: pageOf(saved) })}
      />
    </Group>
  );
}

/** A changed letter: everybody is asked anew, or only those who refused or were not asked yet. */
function AskAgain({
  opened,
  onClose,
  go,
}: {
  opened: boolean;
  onClose: () => void;
  go: (keep: boolean) => Promise<unknown>;
}) {
  const { t } = useFields();
  const [keep, setKeep] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('correspondence.act.AGREEING')}
      centered
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('correspondence.act.again_about')}</Text>
        <Checkbox
          label={t('correspondence.act.keep')}
          checked={keep}
          onChange={(event) => setKeep(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button onClick={() => void go(keep)}>{t('correspondence.act.AGREEING')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
