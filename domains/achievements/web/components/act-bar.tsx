import { Button, Checkbox, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPencil, IconSend } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { silent, useLocale } from '#platform/web/index.ts';
import {
  confirm,
  confirmDelete,
  fullName,
  notify,
  ReasonDialog,
  showNumber,
  tellError,
} from '#platform/web/kit/index.ts';
import type { RecordState } from '../../workflow.ts';
import { type Achievement, api, recordList, refresh, useFields } from '../api.ts';

const reasoned: readonly RecordState[] = ['NOT_VERIFIED', 'UPDATE_REQUIRED', 'REVOKED'];
const dangers: readonly RecordState[] = ['NOT_VERIFIED', 'REVOKED'];

/** What may be done with this record: the way forward as a button, all else in a menu. */
export function ActBar({ record, onEdit }: { record: Achievement; onEdit: () => void }) {
  const { t } = useFields();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<RecordState>();
  const [verifying, setVerifying] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, version } = record;
  const step = async (status: RecordState, more: { reason?: string; badge?: boolean } = {}) => {
    await api.record.change_status.call({ id, version, status, ...more }, silent);
    await refresh();
    notify.success();
  };
  const run = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      await tellError(error);
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  const start = (status: RecordState) => {
    if (reasoned.includes(status)) return setAsked(status);
    if (status === 'VERIFIED') return setVerifying(true);
    void run(async () => {
      if (
        status === 'DRAFT' &&
        !(await confirm({
          name: record.number,
          title: t('achievements.act.DRAFT'),
          text: t('achievements.act.draft_about'),
          yes: t('achievements.act.DRAFT'),
          danger: false,
        }))
      )
        return;
      await step(status);
    });
  };
  const remove = () =>
    confirmDelete(
      async () => {
        await api.record.remove.call({ id }, silent);
        await refresh();
        await navigate({ to: '/achievement-records' });
      },
      `${record.number} · ${record.title}`,
      async () => {
        await api.record.restore.call({ id }, silent);
        await refresh();
      },
    );
  const lacks = record.can?.edit && record.file_count < record.type.evidence_min;
  const forward = record.next.find((one) => one === 'SUBMITTED' || one === 'VERIFIED');
  const rest = record.next.filter((one) => one !== forward);
  return (
    <Group gap="xs">
      {forward && (
        <Button
          loading={busy}
          disabled={forward === 'SUBMITTED' && lacks === true}
          leftSection={
            forward === 'VERIFIED' ? <IconCheck size={16} aria-hidden /> : <IconSend size={16} aria-hidden />
          }
          onClick={() => start(forward)}
        >
          {t(`achievements.act.${forward}`)}
        </Button>
      )}
      {record.can?.edit && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {t('achievements.act.edit')}
        </Button>
      )}
      {(rest.length > 0 || record.can?.delete) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {t('achievements.act.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((one) => (
              <Menu.Item key={one} {...(dangers.includes(one) ? { color: 'red' } : {})} onClick={() => start(one)}>
                {t(`achievements.act.${one}`)}
              </Menu.Item>
            ))}
            {record.can?.delete && (
              <Menu.Item color="red" onClick={() => void remove()}>
                {t('achievements.act.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? t(`achievements.act.${asked}`) : ''}
        text={
          asked === 'REVOKED'
            ? t('achievements.act.revoke_about', { number: record.number, name: fullName(record.student) })
            : asked && t('achievements.act.reason_about', { name: fullName(record.student) })
        }
        danger={asked !== undefined && dangers.includes(asked)}
        onConfirm={async (reason) => {
          if (asked) await step(asked, { reason });
        }}
      />
      <Verify
        record={record}
        opened={verifying}
        onClose={() => setVerifying(false)}
        verify={(badge) =>
          run(async () => {
            await step('VERIFIED', { badge });
            setVerifying(false);
            const next = await recordList.neighbour(id, 1);
            if (next !== undefined) await navigate({ to: `/achievement-records/${next}`, replace: true });
          })
        }
        busy={busy}
      />
    </Group>
  );
}

/** Says what will be frozen before it is, and asks whether there shall be a badge. */
function Verify({
  record,
  opened,
  onClose,
  verify,
  busy,
}: {
  record: Achievement;
  opened: boolean;
  onClose: () => void;
  verify: (badge: boolean) => unknown;
  busy: boolean;
}) {
  const { t } = useFields();
  const { locale } = useLocale();
  const [badge, setBadge] = useState(false);
  return (
    <Modal opened={opened} onClose={onClose} title={t('achievements.act.VERIFIED')} centered>
      <Stack gap="sm">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {fullName(record.student)} · {record.title}
        </Text>
        <Text size="sm">
          {record.expected === null
            ? t('achievements.form.no_points')
            : t('achievements.act.verify_about', {
                points: showNumber(record.expected, locale),
                scale: record.scale?.title ?? '',
              })}
        </Text>
        <Checkbox
          checked={badge}
          onChange={(event) => setBadge(event.currentTarget.checked)}
          label={t('achievements.act.badge')}
          description={t('achievements.act.badge_about')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button loading={busy} disabled={record.expected === null} onClick={() => void verify(badge)}>
            {t('achievements.act.VERIFIED')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
