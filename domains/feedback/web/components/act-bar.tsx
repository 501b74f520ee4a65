import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { id, requiredText } from '#platform/contract/index.ts';
import { choices, silent } from '#platform/web/index.ts';
import { confirmDelete, FormDrawer, notify, ReasonDialog, tell, tellError } from '#platform/web/kit/index.ts';
import { feedbackThemes, longest, sorting } from '../../shapes.ts';
import type { FeedbackState } from '../../workflow.ts';
import { api, type Feedback, loadPeople, refresh, useFields } from '../api.ts';
import { WriteForm } from './write-form.tsx';

/** What leads on comes first; the rest stands in a menu. */
const order: readonly FeedbackState[] = ['ACKNOWLEDGED', 'IN_PROGRESS', 'ANSWERED', 'ASSIGNED', 'CLOSED'];
const given = { handler_id: id };
const assigned = z.object(given);
const escalated = z.object({ ...given, reason: requiredText(longest.text) });
const { id: _id, version: _version, ...sorted } = sorting.shape;
const sortSchema = z.object(sorted);

/** What may be done with this one: the way forward as a button, all else in a menu. */
export function ActBar({ of }: { of: Feedback }) {
  const { t, field, label } = useFields();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'sort' | 'reveal' | FeedbackState>();
  const [busy, setBusy] = useState(false);
  const { id, version } = of;
  const close = () => setOpen(undefined);
  const step = async (status: FeedbackState, more: { reason?: string; handler_id?: number } = {}) => {
    await api.feedback.status.call({ id, version, status, ...more }, silent);
    await refresh();
    notify.success();
  };
  const start = async (status: FeedbackState) => {
    if (!['ACKNOWLEDGED', 'IN_PROGRESS', 'CLOSED'].includes(status)) return setOpen(status);
    setBusy(true);
    try {
      await step(status);
    } catch (error) {
      await tellError(error);
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  const remove = async () => {
    const gone = await confirmDelete(
      () => api.feedback.remove.call({ id }, silent),
      of.number,
      () => api.feedback.restore.call({ id }, silent),
    );
    if (!gone) return;
    await refresh();
    await navigate({ to: '/feedback' });
  };
  const main = order.find((one) => of.next.includes(one));
  const rest = [
    ...of.next
      .filter((one) => one !== main)
      .map((one) => ({ key: one as string, label: t(`feedback.act.${one}`), run: () => void start(one) })),
    ...(of.can?.moderate ? [{ key: 'sort', label: t('feedback.sort'), run: () => setOpen('sort') }] : []),
    ...(of.can?.reveal ? [{ key: 'reveal', label: t('feedback.reveal'), run: () => setOpen('reveal') }] : []),
    ...(of.can?.edit ? [{ key: 'edit', label: t('feedback.edit'), run: () => setOpen('edit') }] : []),
    ...(of.can?.delete ? [{ key: 'delete', label: t('feedback.delete'), run: () => void remove() }] : []),
  ];
  const spoken =
    open === 'WAITING' || open === 'ANSWERED' || open === 'REOPENED' || open === 'REJECTED' ? open : undefined;
  const words = {
    WAITING: t('feedback.act.question'),
    ANSWERED: t('feedback.act.answer'),
    REOPENED: t('feedback.act.reopen'),
    REJECTED: label('reason'),
  };
  return (
    <Group gap="xs">
      {main && (
        <Button loading={busy} onClick={() => void start(main)}>
          {t(`feedback.act.${main}`)}
        </Button>
      )}
      {rest.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {t('feedback.act.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ key, label: said, run }) => (
              <Menu.Item key={key} onClick={run} {...(key === 'delete' || key === 'REJECTED' ? { color: 'red' } : {})}>
                {said}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ReasonDialog
        opened={spoken !== undefined}
        onClose={close}
        title={spoken ? t(`feedback.act.${spoken}`) : ''}
        label={spoken ? words[spoken] : undefined}
        text={
          spoken === 'REOPENED'
            ? t('feedback.act.reopen_about')
            : spoken === 'REJECTED'
              ? t('feedback.act.reject_about')
              : undefined
        }
        confirmLabel={spoken ? t(`feedback.act.${spoken}`) : undefined}
        danger={spoken === 'REJECTED'}
        onConfirm={async (reason) => {
          if (spoken) await step(spoken, { reason });
        }}
      />
      <ReasonDialog
        opened={open === 'reveal'}
        onClose={close}
        title={t('feedback.reveal')}
        text={t('feedback.reveal_about')}
        confirmLabel={t('feedback.reveal')}
        onConfirm={async (reason) => {
          const { name } = await api.feedback.reveal.call({ id, reason }, silent);
          void tell({ title: of.number, text: t('feedback.revealed', { name }) });
        }}
      />
      <FormDrawer
        notice={false}
        opened={open === 'ASSIGNED'}
        onClose={close}
        as="modal"
        title={t('feedback.act.ASSIGNED')}
        schema={assigned}
        draftKey={false}
        fields={[{ control: 'async', ...field('handler_id'), load: loadPeople, wide: true }]}
        submitLabel={t('feedback.act.ASSIGNED')}
        save={(payload: z.input<typeof assigned>) => step('ASSIGNED', payload)}
      />
      <FormDrawer
        notice={false}
        opened={open === 'ESCALATED'}
        onClose={close}
        as="modal"
        title={t('feedback.act.ESCALATED')}
        schema={escalated}
        draftKey={false}
        intro={t('feedback.act.escalate_about')}
        fields={[
          { control: 'async', ...field('handler_id'), load: loadPeople, wide: true },
          { control: 'textarea', ...field('reason'), wide: true },
        ]}
        submitLabel={t('feedback.act.ESCALATED')}
        save={(payload: z.input<typeof escalated>) => step('ESCALATED', payload)}
      />
      <FormDrawer
        opened={open === 'sort'}
        onClose={close}
        as="modal"
        title={t('feedback.sort')}
        schema={sortSchema}
        draftKey={false}
        defaults={{ theme: of.theme ?? undefined, about_staff_id: of.about_staff_id }}
        fields={[
          { control: 'select', ...field('theme'), options: choices(t, 'feedback.theme', feedbackThemes), wide: true },
          {
            control: 'async',
            ...field('about_staff_id'),
            load: loadPeople,
            description: t('feedback.about_hint'),
            wide: true,
          },
        ]}
        save={(payload: z.input<typeof sortSchema>) => api.feedback.sort.call({ ...payload, id, version }, silent)}
        onSaved={() => void refresh()}
      />
      {of.can?.edit && <WriteForm opened={open === 'edit'} onClose={close} of={of} />}
    </Group>
  );
}
