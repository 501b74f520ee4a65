import { Alert, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  Chart,
  keptSize,
  SmallTable,
  showDate,
  showMoney,
  showNumber,
  useKeptHeight,
} from '#platform/web/kit/index.ts';
import { api, type BoardPanel, type PanelAnswer, type PanelValue } from '../api.ts';
import { OpeningNumber } from '../builder/cells.tsx';
import styles from './boards.module.css';

type Open = (title: string, open: NonNullable<PanelValue['open']>) => void;

/**
 * The server works on one heavy question of a person at a time and lets few wait. So panels ask two by two, and a second tab
 * finds its place in the line as well.
 */
const waiting: (() => void)[] = [];
let asking = 0;
async function inTurn<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (asking < 2) asking += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    signal.throwIfAborted();
    return await ask();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else asking -= 1;
  }
}

/** More bars than these nobody reads at once; the table has all of them. */
const mostBars = 12;

export function Panel({
  board,
  panel,
  on,
  onOpen,
}: {
  board: string;
  panel: BoardPanel;
  on: string | undefined;
  onOpen: Open;
}) {
  const t = useMessages();
  const { title, about, kind, wide, id } = panel;
  const input = { board, panel: id, ...(on ? { on } : {}) };
  const query = useQuery({
    ...api.dashboard.panel.queryOptions({ input, ...silent }),
    queryFn: ({ signal }) => inTurn(() => api.dashboard.panel.call(input, { ...silent, signal }), signal),
    staleTime: 60_000,
  });
  // Its neighbours stand below it.
  const place = `panel ${board} ${id}`;
  const room = useKeptHeight(place);
  const drawn = kind === 'bars' || kind === 'bar' || kind === 'line';
  const { data, error } = query;
  return (
    <section
      ref={room}
      className={`surface ${styles.panel} ${wide ? styles.wide : ''}`}
      aria-label={title}
      aria-busy={!data && !error}
    >
      {!drawn && (
        <>
          <h2 className={styles.title}>{title}</h2>
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </>
      )}
      {error ? (
        <Alert color="red">
          <Group justify="space-between">
            {error instanceof ApiError ? error.message : t('reports.failed')}
            <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
              {t('reports.boards.again')}
            </Button>
          </Group>
        </Alert>
      ) : !data ? (
        <div role="status" aria-label={`${title}: ${t('reports.running')}`}>
          <Skeleton h={kind === 'tiles' || keptSize(place) ? 70 : 240} mt="sm" />
        </div>
      ) : (
        <Shown panel={panel} data={data} onOpen={onOpen} />
      )}
      {data?.past_too_heavy ? (
        <Text size="xs" c="dimmed" mt="xs">
          {t('reports.boards.past_too_heavy')}
        </Text>
      ) : (
        data?.compared === false && (
          <Text size="xs" c="dimmed" mt="xs">
            {t('reports.boards.no_past')}
          </Text>
        )
      )}
      {data?.rows.some(({ values }) => values.some(({ hidden }) => hidden)) && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('reports.hidden')}
        </Text>
      )}
      {data && (
        <Text size="xs" c="dimmed" mt="xs" ta="right">
          {t('reports.as_of', { at: `${showDate(data.as_of.slice(0, 10))} ${data.as_of.slice(11, 16)}` })}
        </Text>
      )}
    </section>
  );
}

function Shown({ panel, data, onOpen }: { panel: BoardPanel; data: PanelAnswer; onOpen: Open }) {
  const t = useMessages();
  const { kind, title, about } = panel;
  if (kind === 'tiles')
    return (
      <dl className={styles.tiles}>
        {data.rows.map(({ name, values: [now, then] }) => (
          <div key={name} className={styles.tile}>
            <dt>{name}</dt>
            <dd>
              <Figure name={name} value={now} onOpen={onOpen} />
              {then && (
                <div className={styles.past}>
                  {data.series[1]?.label}: <Figure name={name} value={then} onOpen={onOpen} />
                </div>
              )}
            </dd>
          </div>
        ))}
      </dl>
    );
  if (kind === 'steps') return <Steps data={data} onOpen={onOpen} />;
  const table = <Table data={data} why={kind === 'table'} onOpen={onOpen} />;
  if (kind === 'table') return data.rows.length ? table : <Text size="sm">{t('reports.boards.no_risk')}</Text>;
  const points = (kind === 'bars' ? data.rows.slice(0, mostBars) : data.rows).map(({ name, values }) => ({
    name,
    ...Object.fromEntries(values.flatMap(({ value }, at) => (value === null ? [] : [[`s${at}`, value]]))),
  }));
  return (
    <>
      <Chart
        kind={kind === 'line' ? 'line' : 'bar'}
        lying={kind === 'bars'}
        title={title}
        counts={about}
        data={points}
        series={data.series.map(({ label }, at) => ({ key: `s${at}`, label }))}
        table={table}
        onOpen={(name) => {
          const open = data.rows.find((row) => row.name === name)?.values[0]?.open;
          if (open) onOpen(name, open);
        }}
      />
      {kind === 'bars' && data.rows.length > mostBars && (
        <Text size="xs" c="dimmed">
          {t('reports.boards.more', { shown: mostBars, all: data.rows.length })}
        </Text>
      )}
    </>
  );
}

/** Each after the last, with what part of the first came so far. */
function Steps({ data, onOpen }: { data: PanelAnswer; onOpen: Open }) {
  const most = Math.max(1, ...data.rows.map(({ values }) => values[0]?.value ?? 0));
  return (
    <ol className={styles.steps}>
      {data.rows.map(({ name, values: [now, then] }) => (
        <li key={name} className={styles.step}>
          <span>{name}</span>
          <span className="tabular">
            <Figure name={name} value={now} onOpen={onOpen} />
            {then && then.value !== null && (
              <span className={styles.past}>
                {' · '}
                {data.series[1]?.label}: <Figure name={name} value={then} onOpen={onOpen} />
              </span>
            )}
          </span>
          <span className={styles.rail} aria-hidden>
            <span className={styles.bar} style={{ display: 'block', width: `${(100 * (now?.value ?? 0)) / most}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Table({ data, why, onOpen }: { data: PanelAnswer; why: boolean; onOpen: Open }) {
  const t = useMessages();
  return (
    <SmallTable
      rows={data.rows}
      rowKey={({ name }, index) => `${name} ${index}`}
      minWidth={200 + data.series.length * 110}
      maxHeight={420}
      columns={[
        { key: 'name', title: t('reports.boards.name'), names: true, render: ({ name }) => name },
        ...data.series.map(({ label }, at) => ({
          key: String(at),
          title: label,
          figure: true,
          render: ({ name, values }: PanelAnswer['rows'][number]) => (
            <Figure name={`${name}, ${label}`} value={values[at]} onOpen={onOpen} />
          ),
        })),
        ...(why
          ? [
              {
                key: 'why',
                title: t('reports.boards.why'),
                render: (row: PanelAnswer['rows'][number]) => (
                  <Group gap={6}>
                    {row.why.map((one) => (
                      <Badge key={one} variant="light" color="orange" tt="none">
                        {one}
                      </Badge>
                    ))}
                  </Group>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** A number that opens its rows, where it may. */
function Figure({ name, value, onOpen }: { name: string; value: PanelValue | undefined; onOpen: Open }) {
  const t = useMessages();
  const { locale } = useLocale();
  if (!value || (value.value === null && !value.hidden)) return <>—</>;
  if (value.hidden || value.value === null) return <>{t('reports.few_cell')}</>;
  const text = value.kind === 'money' ? showMoney(String(value.value)) : showNumber(value.value, locale);
  const { open } = value;
  return open ? (
    <OpeningNumber text={text} label={t('reports.open', { name, count: text })} open={() => onOpen(name, open)} />
  ) : (
    text
  );
}
