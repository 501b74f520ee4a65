import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { academicYears } from '#domains/institutions/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import { processCache } from '#platform/server/fast/index.ts';
import type { AsOf } from '#platform/server/kernel.ts';
import { askedAsOf, historyOf, isPastUnknown, toldAsOf } from '#platform/server/records/as-of.ts';
import type { contract } from '../../contract.ts';
import { type ReportAnswer, type ReportFilter, reportDefinition } from '../../definition.ts';
import type { panelAnswer } from '../../shapes.ts';
import { offeredTo } from '../report/plan.ts';
import { boundTime, isTooHeavy, run } from '../report/run.ts';
import type { Moment, Panel, Part } from './board.ts';
import { boards } from './boards.ts';
import { limitsOf } from './limits.ts';

/** One panel of a dashboard: its parts are reports, run as any report, and put beside each other by what they group. */

type Answer = z.infer<typeof panelAnswer>;
type Value = Answer['rows'][number]['values'][number];

/** For so long an answer is kept for whoever asked, under the rights that they held. */
const keptMs = 60_000;
const kept = processCache<{ until: number; answer: Answer }>({ max: 500 });

async function momentOf(call: Call): Promise<Moment> {
  const today = await todayOf(call);
  const { rows } = await call.db.execute<{ id: number; starts_on: string; ends_on: string }>(sql`
    select y.id, y.starts_on::text as starts_on, y.ends_on::text as ends_on from ${academicYears} y
     where y.deleted_at is null and y.starts_on <= ${today}::date order by y.starts_on desc limit 1`);
  return { today, year: rows[0] ?? { id: 0, starts_on: today, ends_on: today }, limits: await limitsOf(call) };
}

/** Whether a part shows numbers alone, which are neither opened nor put beside those of another day. */
const countsOnly = (call: Call, ask: Part['ask']): boolean =>
  offeredTo(call).find(({ name }) => name === ask.subject)?.countsOnly ?? false;

const partsFor = (call: Call, panel: Panel, moment: Moment): Part[] => {
  const offered = new Set(offeredTo(call).map(({ name }) => name));
  return panel.parts(moment).filter(({ ask }) => offered.has(ask.subject));
};

/** The dashboards of the caller, with the panels of which they may see something. */
export async function offeredBoards(call: Call) {
  const moment = await momentOf(call);
  const { locale } = call;
  return boards.flatMap(({ id, title, about, offered, panels }) => {
    const seen = offered(call) ? panels.filter((panel) => partsFor(call, panel, moment).length > 0) : [];
    if (seen.length === 0) return [];
    const shown = seen.map((panel) => ({
      id: panel.id,
      title: panel.title[locale],
      about: panel.about[locale],
      kind: panel.kind,
      wide: panel.wide ?? false,
    }));
    return [{ id, title: title[locale], about: about[locale], panels: shown }];
  });
}

function find(call: Call, board: string, panel: string): Panel {
  const found = boards.find(({ id, offered }) => id === board && offered(call));
  const one = found?.panels.find(({ id }) => id === panel);
  if (!one) throw fail('NOT_FOUND');
  return one;
}

/** Errors: NOT_FOUND, REPORT_TOO_HEAVY. */
export async function panelOf(
  call: Call,
  { board, panel: name, on }: InputOf<typeof contract.dashboard.panel>,
): Promise<Answer> {
  const panel = find(call, board, name);
  const moment = await momentOf(call);
  if (on && on > moment.today) throw fail('REPORT_DAY_AHEAD');
  const rights = [...call.abilities].map(([permission, scope]) => `${permission}=${scope}`).join();
  const { missed_above, passed_below } = moment.limits;
  const asked = [moment.today, board, name, on ?? '', missed_above, passed_below];
  const key = [call.institution_id, call.account_id, call.locale, ...asked, rights].join(' ');
  const known = kept.get(call.client, key);
  if (known && known.until > performance.now()) return known.answer;
  await boundTime(call);
  const answer = await reckon(call, panel, partsFor(call, panel, moment), moment, on);
  kept.set(call.client, key, { until: performance.now() + keptMs, answer });
  return answer;
}

/** The same of what had happened by that day. */
const before = (part: Part, day: string): Part['ask'] | undefined =>
  part.dated === undefined
    ? undefined
    : {
        ...part.ask,
        filters: [...(part.ask.filters ?? []), { field: part.dated, op: 'until' as const, values: [day] }],
      };

/** So long a panel looks into the past; what it did not get to by then stands without a figure of that day. */
const pastMs = 8_000;

/** What there is of the past day, by the places of the parts among all of the panel. */
interface Then {
  lines: Map<number, Line>;
  /** Whether some of it would have taken too long. */
  heavy: boolean;
}

/**
 * Asks of the past day beside what is asked of today, which stands also where the history of that day is not kept, or where
 * to make it of the history would take too long.
 */
async function beside<T>(call: Call, then: Then, ask: () => Promise<T>): Promise<T | undefined> {
  await call.client.query('savepoint beside');
  try {
    const answer = await ask();
    await call.client.query('release savepoint beside');
    return answer;
  } catch (error) {
    if (isTooHeavy(error)) then.heavy = true;
    else if (!isPastUnknown(error)) throw error;
    await call.client.query('rollback to savepoint beside; release savepoint beside');
    return undefined;
  }
}

/**
 * What does not happen on a day but stands as it stands (states, groups, open debts) is counted in the records as they were
 * at the end of that day, all of a panel in one look; missing are those whose history does not go back so far, or is not kept.
 */
async function lookBack(
  call: Call,
  panel: Panel,
  wanted: ReadonlyMap<number, string>,
  day: string,
  then: Then,
): Promise<void> {
  if (wanted.size === 0) return;
  const until = performance.now() + pastMs;
  await beside(call, then, () =>
    askedAsOf(
      call,
      day,
      async (past) => {
        const parts = panel.parts(await momentOf(past));
        for (const [at, label] of wanted) {
          const part = parts[at];
          if (!part) continue;
          if (performance.now() > until) {
            then.heavy = true;
            return;
          }
          const line = await beside(past, then, () => lineThen(past, part, label, day));
          if (line) then.lines.set(at, line);
        }
      },
      false,
    ),
  );
}

async function lineThen(
  past: Call & { asOf: AsOf },
  part: Part,
  label: string,
  day: string,
): Promise<Line | undefined> {
  past.asOf.tables.clear();
  const line = await lineOf(past, part, label);
  const begins = await historyOf(past, past.asOf.tables);
  if (begins !== null && begins > past.asOf.at) return undefined;
  for (const { value } of line.values.values()) if (value.open) value.open.as_of = day;
  return line;
}

interface Line {
  label: string;
  kind: Value['kind'];
  values: Map<string, { name: string; value: Value }>;
  part: Part;
}

async function lineOf(call: Call, part: Part, label: string, ask: Part['ask'] = part.ask): Promise<Line> {
  const definition = reportDefinition.parse(ask);
  const answer = await run(call, { definition, page: 0, size: 1 });
  const at = definition.groups.length;
  const kind = answer.columns[at]?.kind === 'money' ? 'money' : 'number';
  const opens = !countsOnly(call, ask);
  const valueIn = ({
    cells,
    filters,
    hidden,
  }: Pick<ReportAnswer['rows'][number], 'cells' | 'filters' | 'hidden'>): Value => {
    const value = cells[at];
    return {
      value: typeof value === 'number' ? value : null,
      kind,
      hidden,
      open: opens ? { subject: ask.subject, filters: [...definition.filters, ...filters], as_of: null } : null,
    };
  };
  // Without groups there is one number, which is hidden where it tells of too few.
  if (at === 0) {
    const value = valueIn({ cells: answer.totals ?? [], filters: [], hidden: answer.totals === null });
    return { label, kind, part, values: new Map([[label, { name: label, value }]]) };
  }
  const rows = answer.rows.map((row) => {
    const name = sayName(call, row.cells[0]);
    return { name, key: part.running ? name.slice(5) : name, value: valueIn(row) };
  });
  return { label, kind, part, values: new Map(rows.map(({ name, key, value }) => [key, { name, value }])) };
}

const sayName = (call: Call, cell: ReportAnswer['rows'][number]['cells'][number] | undefined): string => {
  if (cell === null || cell === undefined) return message(call.locale, 'board_nothing');
  if (typeof cell === 'boolean') return message(call.locale, cell ? 'report_yes' : 'report_no');
  return String(cell);
};

async function reckon(
  call: Call,
  panel: Panel,
  parts: Part[],
  moment: Moment,
  on: string | undefined,
): Promise<Answer> {
  const { locale } = call;
  const single = panel.kind === 'tiles' || panel.kind === 'steps';
  const past = on ? message(locale, 'board_on', { day: paperDate(on) }) : '';
  const lines: Line[] = [];
  const every = panel.parts(moment);
  const placeOf = (part: Part) => every.findIndex(({ name }) => name.en === part.name.en);
  const labelOf = (part: Part) => `${part.name[locale]}, ${past}`;
  const then: Then = { lines: new Map(), heavy: false };
  if (on) {
    const stood = parts.filter((part) => !before(part, on) && !countsOnly(call, part.ask));
    await lookBack(call, panel, new Map(stood.map((part) => [placeOf(part), labelOf(part)])), on, then);
  }
  for (const part of parts) {
    lines.push(await lineOf(call, part, part.name[locale]));
    if (!on) continue;
    const happened = before(part, on);
    const line = happened
      ? await beside(call, then, () => lineOf(call, part, labelOf(part), happened))
      : then.lines.get(placeOf(part));
    if (line) lines.push({ ...line, part });
  }
  const answer = {
    as_of: await toldAsOf(call),
    compared: on ? lines.length > parts.length : null,
    past_too_heavy: then.heavy,
  };
  if (single)
    return { ...answer, ...figuresOf(parts, lines, message(locale, 'board_now'), past, locale, on !== undefined) };
  for (const line of lines) if (line.part.running) runUp(line, lines, moment.today);
  const keys = [...new Set(lines.flatMap(({ values }) => [...values.keys()]))];
  const dated = lines.some(({ part }) => /_on$|date|year/.test(part.ask.groups?.[0]?.field ?? ''));
  if (dated) keys.sort((a, b) => a.localeCompare(b));
  const rows = keys.map((key) => {
    const found = lines.map(({ values }) => values.get(key));
    const why = lines.flatMap(({ part }, at) => {
      const value = found[at]?.value.value;
      const { beyond } = part;
      if (!beyond || value === null || value === undefined) return [];
      const far =
        (beyond.above !== undefined && value >= beyond.above) || (beyond.below !== undefined && value < beyond.below);
      return far ? [beyond.why[locale]] : [];
    });
    return {
      name: found.find((one) => one)?.name ?? key,
      values: lines.map(({ kind }, at): Value => found[at]?.value ?? { value: null, kind, hidden: false, open: null }),
      why,
    };
  });
  const named = lines.some(({ part }) => part.running)
    ? rows.map((row, at) => ({ ...row, name: keys[at] ?? '' }))
    : rows;
  const shown =
    panel.kind === 'table'
      ? named.filter(({ why }) => why.length > 0).sort((a, b) => b.why.length - a.why.length)
      : named;
  return { ...answer, series: lines.map(({ label, kind }) => ({ label, kind })), rows: shown.slice(0, 400) };
}

/** Figures each of its own question; beside each what it was on the past day, where that can be told. */
function figuresOf(parts: Part[], lines: Line[], now: string, past: string, locale: Call['locale'], compared: boolean) {
  const rows = parts.map((part) => {
    const [own, then] = lines.filter((line) => line.part === part).map(({ values }) => [...values.values()][0]!.value);
    const none: Value = { value: null, kind: own!.kind, hidden: false, open: null };
    return { name: part.name[locale], values: [own!, ...(compared ? [then ?? none] : [])], why: [] };
  });
  const kind = lines[0]?.kind ?? 'number';
  return { series: [{ label: now, kind }, ...(compared ? [{ label: past, kind }] : [])], rows };
}

/** From what came on each day to what had come until it, on every day on which any line moved; no day is told that is still to come. */
function runUp(line: Line, lines: readonly Line[], today: string): void {
  const year = line.part.running ?? '';
  const days = [...new Set(lines.flatMap(({ values }) => [...values.keys()]))].sort();
  let total = 0;
  const until = (day: string): ReportFilter => ({
    field: line.part.ask.groups?.[0]?.field ?? '',
    op: 'until',
    values: [day],
  });
  const added = new Map<string, number>([...line.values].map(([day, { value }]) => [day, value.value ?? 0]));
  line.values.clear();
  for (const day of days) {
    const whole = `${year}-${day}`;
    if (whole > today) break;
    total += added.get(day) ?? 0;
    line.values.set(day, {
      name: day,
      value: {
        value: total,
        kind: line.kind,
        hidden: false,
        open: {
          subject: line.part.ask.subject,
          filters: [...(line.part.ask.filters ?? []), until(whole)],
          as_of: null,
        },
      },
    });
  }
}
