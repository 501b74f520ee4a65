import { Button, Group, Menu, Switch, Tooltip } from '@mantine/core';
import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { date } from '#platform/contract/index.ts';
import { codeId, silent, type Translate, useAbility, useMessages } from '#platform/web/index.ts';
import { ForcedNote, FormDrawer, notify, ReasonDialog, takeBack, tellError } from '#platform/web/kit/index.ts';
import { type Application, api, apiOf, refresh } from '../../api.ts';
import { flavourPaths } from '../../paths.ts';
import { type Act, actsOf, isBack, isDanger, obstaclesOf } from './acts.ts';
import { applicationListPlaces } from './list-places.ts';
import { SeatDialog } from './seat-dialog.tsx';
import type { Review } from './use-review.ts';

/** Says what was done and offers to take it back. */
export const tellStep = (t: Translate, flavour: Application['flavour'], ids: number[], to: string) =>
  notify.undo(t('admissions.step.done', { count: ids.length, state: t(codeId('admissions.state', to)) }), () =>
    takeBack(async () => {
      await apiOf(flavour).application.status_undo.call({ ids }, silent);
      await refresh();
    }),
  );

/** What may be done with this application: the way forward as a button (V), all else in a menu. */
export function ActBar({ application, review }: { application: Application; review: Review }) {
  const t = useMessages();
  const router = useRouter();
  const { can } = useAbility();
  const [open, setOpen] = useState<Act>();
  const [busy, setBusy] = useState(false);
  const [goOn, setGoOn] = useLocalStorage({ key: 'admissions.goOn', defaultValue: false });
  const { flavour, id, version } = application;
  const calls = apiOf(flavour).application;
  const acts = actsOf(application);
  const main = acts.find((act) => !isBack(act));
  const blocked = obstaclesOf(application, main).length > 0;
  // Past the papers goes only who may go past a life cycle, with a reason, and the history says so.
  const rest: Act[] = [
    ...acts.filter((act) => act !== main),
    ...(blocked && can('workflow.force') ? [{ kind: 'force' as const, to: 'VERIFIED' as const, reason: true }] : []),
  ];

  const after = async () => {
    review.clear();
    await refresh();
    if (!goOn) return;
    const next = await applicationListPlaces[flavour].neighbour(id, 1);
    if (next !== undefined) await router.navigate({ to: `${flavourPaths[flavour].list}/${next}`, replace: true });
  };
  const step = async (act: Act, more: object = {}) => {
    await calls.status.call({ id, version, status: act.to, ...more }, silent);
    tellStep(t, flavour, [id], act.to);
    await after();
  };
  const start = async (act: Act) => {
    if (act.reason || act.kind === 'seat' || act.kind === 'offer' || act.kind === 'return') return setOpen(act);
    if (busy) return;
    setBusy(true);
    try {
      await step(act);
    } catch (error) {
      await tellError(error);
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  useHotkeys(main && !blocked ? [['V', () => void start(main), { usePhysicalKeys: true }]] : []);

  /** What needs a reason, by kind. */
  const withReason = async (reason: string) => {
    if (!open) return;
    switch (open.kind) {
      case 'return':
        return step(open, { reason, fields: [...review.flags].map(([path, note]) => ({ path, note })) });
      case 'reset':
        await api.guests.reset_exam.call({ id: application.guest_id, reason }, silent);
        break;
      case 'take_back':
        await api.exam.ranking.unpublish.call({ application_ids: [id], reason }, silent);
        break;
      case 'force':
        return step(open, { reason, force: true });
      default:
        return step(open, { reason });
    }
    notify.success();
    await after();
  };
  const label = (act: Act) => t(codeId('admissions.act', act.kind === 'step' ? act.to : act.kind));
  const close = () => setOpen(undefined);
  if (acts.length === 0) return null;
  const asksReason = open !== undefined && open.kind !== 'seat' && open.kind !== 'offer';
  return (
    <Group gap="xs">
      {applicationListPlaces[flavour].placeOf(id) && (
        <Tooltip label={t('admissions.record.go_on_about')}>
          <div>
            <Switch
              size="xs"
              label={t('admissions.record.go_on')}
              checked={goOn}
              onChange={(event) => setGoOn(event.currentTarget.checked)}
            />
          </div>
        </Tooltip>
      )}
      {main && (
        <Tooltip label={blocked ? t('admissions.record.papers_first') : `${label(main)} (V)`}>
          <Button aria-keyshortcuts="V" loading={busy} disabled={blocked} onClick={() => void start(main)}>
            {label(main)}
          </Button>
        </Tooltip>
      )}
      {rest.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {t('admissions.record.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((act) => (
              <Menu.Item
                key={`${act.kind} ${act.to}`}
                {...(isDanger(act) ? { color: 'red' } : {})}
                onClick={() => void start(act)}
              >
                {label(act)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ReasonDialog
        opened={asksReason}
        onClose={close}
        title={open ? label(open) : ''}
        text={
          open?.kind === 'return' ? (
            <Returned review={review} t={t} />
          ) : open?.kind === 'force' ? (
            <ForcedNote />
          ) : undefined
        }
        confirmLabel={open ? label(open) : ''}
        danger={open ? isDanger(open) : false}
        onConfirm={withReason}
      />
      <FormDrawer
        notice={false}
        opened={open?.kind === 'offer'}
        onClose={close}
        as="modal"
        title={t('admissions.act.offer')}
        schema={offer}
        draftKey={false}
        fields={[
          {
            control: 'date',
            name: 'deadline_on',
            label: t('admissions.field.deadline_on'),
            required: true,
            wide: true,
          },
        ]}
        submitLabel={t('admissions.act.offer')}
        save={async (payload) => {
          if (open) await step(open, payload as object);
        }}
      />
      <SeatDialog
        applications={open?.kind === 'seat' ? [application] : undefined}
        onClose={close}
        onDone={() => void after()}
      />
    </Group>
  );
}

const offer = z.object({ deadline_on: date });

function Returned({ review, t }: { review: Review; t: Translate }) {
  return review.flags.size === 0
    ? t('admissions.review.none')
    : t('admissions.review.count', { count: review.flags.size });
}
