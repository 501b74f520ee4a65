import { Badge, Button, Group, Menu, Paper, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { report, silent, useMessages } from '#platform/web/index.ts';
import { Facts, MoneyText, notify, ReasonDialog, showDate, showDateTime, showMoney } from '#platform/web/kit/index.ts';
import type { Settlement } from '../../shapes.ts';
import { api, type Candidate, type Row, refresh } from '../api.ts';
import classes from '../pages/rows.module.css';
import { SplitDrawer } from './split-drawer.tsx';

interface RowPanelProps {
  row: Row;
  candidates: readonly Candidate[];
  loading: boolean;
  choice: number;
  onChoose: (at: number) => void;
  manage: boolean;
  /** is told what Enter does now */
  onAccept: (act: () => void) => void;
  onDone: () => void;
}

/** What money may be that is no payment of a contract, by its side. */
const sidesOf = (amount: string): Settlement[] =>
  amount.startsWith('-') ? ['EXPENSE', 'TRANSFER'] : ['OTHER_INCOME', 'PAYME', 'CLICK', 'TRANSFER'];

/** One row: whose it may be, or what it was. */
export function RowPanel({ row, candidates, loading, choice, onChoose, manage, onAccept, onDone }: RowPanelProps) {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  const [setting, setSetting] = useState<Settlement>();
  const [back, setBack] = useState(false);
  const [splitting, setSplitting] = useState(false);
  const chosen = candidates[choice];
  const settles = row.proposal?.settlement;
  const doing = async (work: () => Promise<unknown>, said: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
      notify.success(said);
    } catch (error) {
      report(error);
    } finally {
      await refresh();
      setBusy(false);
      onDone();
    }
  };
  const settle = (as: Settlement, reason?: string) =>
    api.statement_row.settle.call({ id: row.id, version: row.version, as, ...(reason ? { reason } : {}) }, silent);
  const accept = () => {
    if (!manage || row.state !== 'OPEN') return;
    if (settles) void doing(() => settle(settles), t('banking.rows.settled'));
    else if (chosen && !row.amount.startsWith('-'))
      void doing(
        () =>
          api.statement_row.accept.call(
            { id: row.id, version: row.version, parts: [{ contract_id: chosen.contract.id, amount: row.amount }] },
            silent,
          ),
        t('banking.rows.accepted', { number: chosen.contract.title }),
      );
  };
  useEffect(() => onAccept(accept));
  return (
    <Paper withBorder p="md">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Text fw={600}>{row.party || '—'}</Text>
            <Text size="sm" c="dimmed">
              {showDate(row.day)} · № {row.number || '—'} · {row.bank_account.title}
            </Text>
          </div>
          <Text fw={700} size="lg">
            <MoneyText value={row.amount} />
          </Text>
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {row.purpose || '—'}
        </Text>
        <Facts
          columns={3}
          items={[
            { label: t('banking.field.party_account'), value: row.party_account },
            { label: t('banking.field.party_tin'), value: row.party_tin },
            { label: t('banking.field.party_bank'), value: row.party_bank },
          ]}
        />
        {row.state === 'OPEN' ? (
          loading ? (
            <Skeleton h={120} />
          ) : (
            <>
              {settles && (
                <Text size="sm">
                  {t('banking.rows.seems', { what: t(`banking.settlement.${settles}`) })}
                  {row.proposal?.contract && ` · ${row.proposal.contract.title}`}
                </Text>
              )}
              {candidates.length > 0 ? (
                <Stack gap="xs" role="radiogroup" aria-label={t('banking.rows.candidates')}>
                  {candidates.map((one, at) => (
                    <UnstyledButton
                      key={one.contract.id}
                      role="radio"
                      aria-checked={at === choice}
                      className={classes.candidate}
                      data-active={(at === choice && !settles) || undefined}
                      onClick={() => onChoose(at)}
                    >
                      <Group justify="space-between" wrap="nowrap">
                        <Text size="sm" fw={600}>
                          {one.contract.title}
                        </Text>
                        <Group gap={4} wrap="nowrap">
                          {one.by.map((by) => (
                            <Badge key={by} size="sm" variant="light" color={by === 'NAME' ? 'yellow' : 'green'}>
                              {t(`banking.by.${by}`)}
                            </Badge>
                          ))}
                        </Group>
                      </Group>
                      <Text size="sm">
                        {one.payer}
                        {one.student_no && ` · ${one.student_no}`}
                      </Text>
                      <Text size="xs" c={Number(one.left) < Number(row.amount) ? 'orange.8' : 'dimmed'}>
                        {t('banking.rows.left', { sum: showMoney(one.left) })}
                        {Number(one.left) < Number(row.amount) && ` · ${t('banking.rows.above')}`}
                      </Text>
                    </UnstyledButton>
                  ))}
                </Stack>
              ) : (
                !settles && (
                  <Text size="sm" c="dimmed">
                    {t(row.amount.startsWith('-') ? 'banking.rows.went' : 'banking.rows.nobody')}
                  </Text>
                )
              )}
              {manage && (
                <Group>
                  {(settles || chosen) && (
                    <Button leftSection={<IconCheck size={16} aria-hidden />} loading={busy} onClick={accept}>
                      {settles
                        ? t('banking.rows.settle_as', { what: t(`banking.settlement.${settles}`) })
                        : t('banking.rows.accept', { number: chosen?.contract.title ?? '' })}
                    </Button>
                  )}
                  {!row.amount.startsWith('-') && (
                    <Button variant="default" onClick={() => setSplitting(true)}>
                      {t('banking.rows.other')}
                    </Button>
                  )}
                  <Menu>
                    <Menu.Target>
                      <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                        {t('banking.rows.aside')}
                      </Button>
                    </Menu.Target>
                    <Menu.Dropdown>
                      {sidesOf(row.amount).map((as) => (
                        <Menu.Item key={as} onClick={() => setSetting(as)}>
                          {t(`banking.settlement.${as}`)}
                        </Menu.Item>
                      ))}
                    </Menu.Dropdown>
                  </Menu>
                </Group>
              )}
            </>
          )
        ) : (
          <Decided row={row} manage={manage} onBack={() => setBack(true)} />
        )}
      </Stack>
      <ReasonDialog
        opened={setting !== undefined}
        onClose={() => setSetting(undefined)}
        title={setting ? t(`banking.settlement.${setting}`) : ''}
        text={t('banking.rows.aside_text', { sum: showMoney(row.amount) })}
        optional={setting !== 'OTHER_INCOME' && setting !== 'EXPENSE'}
        onConfirm={async (reason) => {
          if (setting) await settle(setting, reason);
          notify.success(t('banking.rows.settled'));
          await refresh();
          onDone();
        }}
      />
      <ReasonDialog
        opened={back}
        onClose={() => setBack(false)}
        title={t('banking.rows.back')}
        text={t('banking.rows.back_text')}
        onConfirm={async (reason) => {
          await api.statement_row.back.call({ id: row.id, version: row.version, reason }, silent);
          await refresh();
          onDone();
        }}
      />
      {splitting && <SplitDrawer row={row} onClose={() => setSplitting(false)} onDone={onDone} />}
    </Paper>
  );
}

function Decided({ row, manage, onBack }: { row: Row; manage: boolean; onBack: () => void }) {
  const t = useMessages();
  return (
    <>
      <Facts
        columns={2}
        items={[
          {
            label: t('banking.rows.was'),
            value: row.settlement ? t(`banking.settlement.${row.settlement}`) : t('banking.rows.payment'),
          },
          ...row.contracts.map(({ contract, amount }) => ({ label: contract.title, value: showMoney(amount) })),
          { label: t('banking.field.note'), value: row.note },
          {
            label: t('banking.field.decided_by'),
            value: [row.decided_by, row.decided_at && showDateTime(row.decided_at)].filter(Boolean).join(' · '),
          },
        ]}
      />
      {manage && (
        <Group>
          <Button variant="default" onClick={onBack}>
            {t('banking.rows.back')}
          </Button>
        </Group>
      )}
    </>
  );
}
