import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconFileText } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { date, requiredText } from '#platform/contract/index.ts';
import { openPaper, silent, usePaperReader } from '#platform/web/index.ts';
import { confirm, FormDrawer, notify, ReasonDialog, tellError } from '#platform/web/kit/index.ts';
import { type ClaimState, decidedStates } from '../../workflow.ts';
import { api, type Claim, claimList, refresh, useFields } from '../api.ts';

const evidence = z.object({ evidence_by: date, reason: requiredText(2000) });
const more = z.object({ working_days: z.int().min(1).max(60) });
const withReason: readonly ClaimState[] = [
  'CAN_UPDATE',
  'REJECTED',
  'REJECTED_2',
  'REJECTED_3',
  'UPHELD',
  'REVOKED',
  'REVIEW_REQUESTED',
];
const dangers: readonly ClaimState[] = ['REJECTED', 'REJECTED_2', 'REJECTED_3', 'REVOKED', 'WITHDRAWN'];

/** What may be done with this claim: the way forward as a button, all else in a menu. */
export function ActBar({ claim }: { claim: Claim }) {
  const { t, label } = useFields();
  const router = useRouter();
  const [open, setOpen] = useState<ClaimState | 'UNPUBLISH'>();
  const [busy, setBusy] = useState(false);
  const { id, version } = claim;
  usePaperReader(claim.report_id !== null);
  const office = claim.can?.decide === true;
  const undecided = claim.papers.filter(({ outcome }) => outcome === null);
  const publishes = office && claim.published_at === null && decidedStates.includes(claim.status);

  const after = async () => {
    await refresh();
    notify.success();
  };
  const step = async (
    status: ClaimState,
    fields: { reason?: string; evidence_by?: string; working_days?: number } = {},
  ) => {
    await api.ec.change_status.call({ id, version, status, ...fields }, silent);
    await after();
  };
  const start = async (status: ClaimState) => {
    // More time is asked for once, for all that is decided in one go.
    const longer =
      status === 'SUPPORTED' &&
      (claim.status === 'REVIEW_REQUESTED' ? claim.papers : undecided).some(({ wish }) => wish === 'EXTENSION');
    const again = status === 'UNDER_REVIEW' && decidedStates.includes(claim.status);
    if (withReason.includes(status) || status === 'PENDING' || longer || again) return setOpen(status);
    if (busy) return;
    setBusy(true);
    try {
      if (
        status === 'WITHDRAWN' &&
        !(await confirm({
          name: claim.number,
          title: t('circumstances.act.WITHDRAWN'),
          text: t('circumstances.act.withdraw_about', { number: claim.number }),
          yes: t('circumstances.act.WITHDRAWN'),
          danger: true,
        }))
      )
        return;
      await step(status);
    } catch (error) {
      await tellError(error);
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  const publish = async () => {
    if (
      !(await confirm({
        name: claim.number,
        title: t('circumstances.act.publish'),
        text: t('circumstances.act.publish_about', { count: claim.papers.length }),
        yes: t('circumstances.act.publish'),
      }))
    )
      return;
    setBusy(true);
    try {
      await api.ec.outcome_report.call({ id, version }, silent);
      await after();
      const next = await claimList.neighbour(id, 1);
      if (next !== undefined) await router.navigate({ to: `/ec/${next}`, replace: true });
    } catch (error) {
      await tellError(error);
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  const steps = claim.next.filter((one) => !(one === 'SUBMITTED' && !claim.can?.edit));
  const main = publishes ? undefined : steps.find((one) => one === 'UNDER_REVIEW' || one === 'SUPPORTED');
  const rest = steps.filter((one) => one !== main && one !== 'SUBMITTED');
  const word = (one: ClaimState) =>
    t(
      one === 'UNDER_REVIEW' && decidedStates.includes(claim.status)
        ? 'circumstances.act.reopen'
        : `circumstances.act.${one}`,
    );
  const asked = open !== undefined && open !== 'PENDING' && open !== 'SUPPORTED' ? open : undefined;
  return (
    <Group gap="xs">
      {claim.report_id !== null && (
        <Button
          variant="default"
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => void openPaper(`/ec/outcome_report/${id}`, `${claim.number}.pdf`)}
        >
          {t('circumstances.act.report')}
        </Button>
      )}
      {publishes && (
        <Button loading={busy} onClick={() => void publish()}>
          {t('circumstances.act.publish')}
        </Button>
      )}
      {main && (
        <Button loading={busy} onClick={() => void start(main)}>
          {word(main)}
        </Button>
      )}
      {(rest.length > 0 || (office && claim.published_at !== null && decidedStates.includes(claim.status))) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {t('circumstances.act.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((one) => (
              <Menu.Item key={one} {...(dangers.includes(one) ? { color: 'red' } : {})} onClick={() => void start(one)}>
                {word(one)}
              </Menu.Item>
            ))}
            {office && claim.published_at !== null && decidedStates.includes(claim.status) && (
              <Menu.Item color="red" onClick={() => setOpen('UNPUBLISH')}>
                {t('circumstances.act.unpublish')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setOpen(undefined)}
        title={asked === undefined ? '' : asked === 'UNPUBLISH' ? t('circumstances.act.unpublish') : word(asked)}
        text={
          asked === 'REVOKED' || asked === 'UNPUBLISH'
            ? t('circumstances.act.takes_back', { number: claim.number })
            : asked === 'REVIEW_REQUESTED'
              ? t('circumstances.act.review_about')
              : undefined
        }
        danger={asked === 'UNPUBLISH' || (asked !== undefined && dangers.includes(asked))}
        onConfirm={async (reason) => {
          if (asked === 'UNPUBLISH') {
            await api.ec.unpublish.call({ id, version, reason }, silent);
            await after();
          } else if (asked) await step(asked, { reason });
        }}
      />
      <FormDrawer
        notice={false}
        opened={open === 'PENDING'}
        onClose={() => setOpen(undefined)}
        as="modal"
        title={t('circumstances.act.PENDING')}
        schema={evidence}
        draftKey={false}
        fields={[
          { control: 'date', name: 'evidence_by', label: label('evidence_by'), wide: true },
          { control: 'textarea', name: 'reason', label: label('note'), wide: true },
        ]}
        submitLabel={t('circumstances.act.PENDING')}
        save={(payload: z.input<typeof evidence>) => step('PENDING', payload)}
      />
      <FormDrawer
        notice={false}
        opened={open === 'SUPPORTED'}
        onClose={() => setOpen(undefined)}
        as="modal"
        title={t('circumstances.act.SUPPORTED')}
        schema={more}
        draftKey={false}
        defaults={{ working_days: 5 }}
        fields={[{ control: 'number', name: 'working_days', label: label('working_days'), wide: true }]}
        submitLabel={t('circumstances.act.SUPPORTED')}
        save={(payload: z.input<typeof more>) => step('SUPPORTED', payload)}
      />
    </Group>
  );
}
