import {
  Badge,
  Button,
  Group,
  Pagination,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, Empty, MoneyText, PageHeader, showDate, showMoney, TextField } from '#platform/web/kit/index.ts';
import { api, loadAccounts, type Row } from '../api.ts';
import { AcceptAll } from '../components/accept-all.tsx';
import { RowPanel } from '../components/row-panel.tsx';
import classes from './rows.module.css';

const size = 50;
const views = ['proposed', 'unknown', 'decided'] as const;
type View = (typeof views)[number];

const asked: Record<View, Parameters<typeof api.statement_row.list.call>[0]> = {
  proposed: { state: ['OPEN'], proposed: true },
  unknown: { state: ['OPEN'], proposed: false },
  decided: { state: ['MATCHED', 'SETTLED'] },
};

/**
 * The work list: rows at the left, whose they may be at the right. Arrows go from row to row, the left and right ones from
 * contract to contract, and Enter accepts.
 */
export default function Rows() {
  const t = useMessages();
  const { can } = useAbility();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { statement_id?: unknown; bank_account_id?: unknown; view?: unknown };
  const idIn = (value: unknown) => (/^\d{1,10}$/.test(String(value)) ? Number(value) : undefined);
  const statement_id = idIn(search.statement_id);
  const bank_account_id = idIn(search.bank_account_id);
  const view = views.find((one) => one === search.view) ?? 'proposed';
  const [page, setPage] = useState(0);
  const [word, setWord] = useState('');
  const [at, setAt] = useState(0);
  const [choice, setChoice] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const go = (change: Record<string, unknown>) => {
    setPage(0);
    setAt(0);
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...change }) });
  };
  const where = {
    ...(statement_id ? { statement_id } : {}),
    ...(bank_account_id ? { bank_account_id } : {}),
  };
  const input = { ...asked[view], ...where, ...(word ? { search: word } : {}), page, size };
  const found = useQuery({ ...api.statement_row.list.queryOptions({ input }), placeholderData: keepPreviousData });
  const waiting = useQuery(api.statement.waiting.queryOptions({ input: {} }));
  const rows = found.data?.content ?? [];
  const row = rows[Math.min(at, rows.length - 1)];
  const offered = useQuery({
    ...api.statement_row.candidates.queryOptions({ input: { id: row?.id ?? 0 } }),
    enabled: row !== undefined && row.state === 'OPEN',
  });
  const candidates = row?.state === 'OPEN' ? (offered.data ?? []) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row begins at its own proposal
  useEffect(() => {
    const proposed = candidates.findIndex((one) => one.proposed);
    setChoice(Math.max(0, proposed));
  }, [row?.id, offered.data]);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const accept = useRef<() => void>(() => undefined);
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const side = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) setAt(Math.min(rows.length - 1, Math.max(0, at + step)));
    else if (side) setChoice(Math.min(candidates.length - 1, Math.max(0, choice + side)));
    else if (event.key === 'Enter') accept.current();
    else return;
    event.preventDefault();
  };
  const total = found.data?.total_elements ?? 0;
  return (
    <Stack gap="md">
      <PageHeader
        title={t('banking.rows.title')}
        description={
          waiting.data && waiting.data.count > 0
            ? t('banking.rows.waiting', { count: waiting.data.count, sum: showMoney(waiting.data.amount) })
            : t('banking.rows.about')
        }
        actions={can('statement.manage') && <AcceptAll where={where} />}
      />
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          value={view}
          onChange={(next) => go({ view: next === 'proposed' ? undefined : next })}
          data={views.map((one) => ({ value: one, label: t(`banking.view.${one}`) }))}
        />
        <AsyncSelect
          label={t('banking.field.bank_account_id')}
          load={loadAccounts}
          value={bank_account_id ?? null}
          onChange={(id) => go({ bank_account_id: id === null ? undefined : Number(id) })}
        />
        <TextField
          label={t('banking.rows.search')}
          value={word}
          onChange={(value) => {
            setWord(value ?? '');
            setAt(0);
            setPage(0);
          }}
        />
        {statement_id && (
          <Button variant="subtle" onClick={() => go({ statement_id: undefined })}>
            {t('banking.rows.all_files')}
          </Button>
        )}
      </Group>
      {found.isPending ? (
        <Skeleton h={420} />
      ) : rows.length === 0 ? (
        <Empty text={t(view === 'decided' ? 'banking.rows.none_decided' : 'banking.rows.none')} />
      ) : (
        <div className={classes.split}>
          <Stack gap="xs">
            <Paper withBorder className={classes.list}>
              <div
                ref={list}
                role="listbox"
                tabIndex={0}
                aria-label={t('banking.rows.title')}
                aria-activedescendant={row ? `row-${row.id}` : undefined}
                onKeyDown={keys}
              >
                {rows.map((one, index) => (
                  <Line key={one.id} row={one} at={index} active={one === row} onChoose={() => setAt(index)} />
                ))}
              </div>
            </Paper>
            <Group justify="space-between">
              <Text size="xs" c="dimmed" visibleFrom="sm">
                {can('statement.manage') ? t('banking.rows.keys') : t('banking.rows.count', { count: total })}
              </Text>
              {total > size && (
                <Pagination
                  size="sm"
                  value={page + 1}
                  total={Math.ceil(total / size)}
                  onChange={(next) => {
                    setPage(next - 1);
                    setAt(0);
                  }}
                />
              )}
            </Group>
          </Stack>
          {row && (
            <RowPanel
              key={row.id}
              row={row}
              candidates={candidates}
              loading={row.state === 'OPEN' && offered.isPending}
              choice={choice}
              onChoose={setChoice}
              manage={can('statement.manage')}
              onAccept={(act) => {
                accept.current = act;
              }}
              onDone={() => list.current?.focus()}
            />
          )}
        </div>
      )}
    </Stack>
  );
}

function Line({ row, at, active, onChoose }: { row: Row; at: number; active: boolean; onChoose: () => void }) {
  const t = useMessages();
  const { proposal } = row;
  return (
    <UnstyledButton
      id={`row-${row.id}`}
      data-at={at}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={classes.line}
      data-active={active || undefined}
      onClick={onChoose}
    >
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" fw={600} truncate>
          {row.party || '—'}
        </Text>
        <Text size="sm" fw={600} {...(row.amount.startsWith('-') ? { c: 'dimmed' } : {})}>
          <MoneyText value={row.amount} currency={false} />
        </Text>
      </Group>
      <Text size="xs" c="dimmed" lineClamp={2}>
        {row.purpose}
      </Text>
      <Group justify="space-between" wrap="nowrap" gap="sm" mt={4}>
        <Text size="xs" c="dimmed">
          {showDate(row.day)} · № {row.number || '—'}
        </Text>
        {row.state !== 'OPEN' ? (
          <Badge size="sm" variant="light" color="gray">
            {row.settlement
              ? t(`banking.settlement.${row.settlement}`)
              : row.contracts.map(({ contract }) => contract.title).join(', ')}
          </Badge>
        ) : proposal ? (
          <Badge size="sm" variant="light" color="green">
            {proposal.settlement ? t(`banking.settlement.${proposal.settlement}`) : (proposal.contract?.title ?? '')}
          </Badge>
        ) : row.candidates > 0 ? (
          <Badge size="sm" variant="light" color="yellow">
            {t('banking.rows.several', { count: row.candidates })}
          </Badge>
        ) : null}
      </Group>
    </UnstyledButton>
  );
}
