import { sql } from 'drizzle-orm';
import {
  contractBalances,
  contracts,
  invoices,
  numberKeysIn,
  payments,
  type Tiyin,
  takingMoney,
} from '#domains/accounting/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { searchKey } from '#platform/contract/script.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { Finding, Settlement } from '../shapes.ts';
import { statementRows } from './tables.ts';

/**
 * For whom money came: by the number of a contract or of an invoice of it in the purpose, in whatever spelling; by the personal number; by the name.
 * All rows together, in a handful of queries. Knows nothing of what is decided: it only proposes.
 */

export interface Sought {
  id: number;
  day: string;
  amount: Tiyin;
  party: string;
  party_tin: string;
  purpose: string;
}
export interface Candidate {
  contract_id: number;
  number: string;
  payer: string;
  student_no: string | null;
  left: Tiyin;
  by: Finding[];
}
/** Weak: surname and first name alone, which a person decides. */
interface Weighed extends Candidate {
  weak: boolean;
}
export interface Proposal {
  contract_id: number | null;
  by: Finding | null;
  settlement: Settlement | null;
  payment_id: number | null;
  candidates: Candidate[];
}
const nothing: Proposal = { contract_id: null, by: null, settlement: null, payment_id: null, candidates: [] };

/** So many are shown of one row; whoever has more names has none. */
const most = 20;
/** Days between the bank and whoever wrote the same down by hand. */
const near = 5;

/** So many hits are weighed for one row: a text that names more people than this is for nobody in particular. */
const mostWeighed = 100;

/** So many contracts of people whose names begin alike are looked at. */
const mostAlike = 100;

/** Neighbouring words of a key, in both orders: people write the surname first or last. */
function namesIn(key: string): string[] {
  const words = key
    .split(' ')
    .filter((word) => /^\p{L}{2,}$/u.test(word))
    .slice(0, 40);
  return words.slice(1).flatMap((word, at) => [`${words[at]} ${word}`, `${word} ${words[at]}`]);
}

export const personalNumber = /(?<!\d)[1-6]\d{13}(?!\d)/g;
const personalNumbersIn = (text: string): string[] => text.match(personalNumber) ?? [];

interface Found extends Record<string, unknown> {
  key: string;
  id: number;
  number: string;
  payer: string;
  status: Parameters<typeof takingMoney>[1][number]['status'];
  student_no: string | null;
  by: Finding;
}

const columns = sql`t.key, ${contracts.id} as id, ${contracts.number} as number, ${contracts.payer_name} as payer, ${contracts.status} as status, s.student_no`;
const living = sql`${contracts.institution_id} = edulab_institution() and ${contracts.deleted_at} is null`;
const person = sql`left join ${students} s on s.id = ${contracts.student_id}`;

async function contractsFor(call: Call, rows: readonly Sought[]): Promise<Map<number, Weighed[]>> {
  const texts = new Map(rows.map((row) => [row.id, { party: searchKey(row.party), purpose: searchKey(row.purpose) }]));
  const keys: Record<Finding, Map<number, Set<string>>> = { NUMBER: new Map(), PINFL: new Map(), NAME: new Map() };
  for (const row of rows) {
    keys.NUMBER.set(row.id, new Set(numberKeysIn(row.purpose)));
    keys.PINFL.set(row.id, new Set(personalNumbersIn(`${row.purpose} ${row.party_tin}`)));
    const { party = '', purpose = '' } = texts.get(row.id) ?? {};
    keys.NAME.set(row.id, new Set([...namesIn(party), ...namesIn(purpose)]));
  }
  /** Each key once, however many rows have it. */
  const asked = (by: Finding) =>
    sql`unnest(${sql.param([...new Set([...keys[by].values()].flatMap((some) => [...some]))])}::text[]) t(key)`;
  const { rows: hits } = await call.db.execute<Found>(sql`
    select ${columns}, 'NUMBER' as by from ${asked('NUMBER')} join ${contracts} on ${contracts.number_key} = t.key and ${living} ${person}
    union all
    select ${columns}, 'NUMBER' from ${asked('NUMBER')} join ${invoices} on ${invoices.number_key} = t.key and ${invoices.institution_id} = edulab_institution()
      join ${contracts} on ${contracts.id} = ${invoices.contract_id} and ${living} ${person}
    union all
    select ${columns}, 'PINFL' from ${asked('PINFL')} join ${students} s on s.pinfl = t.key and s.institution_id = edulab_institution() and s.deleted_at is null
      join ${contracts} on ${contracts.student_id} = s.id and ${living}
    union all
    select t.key, c.id, c.number, c.payer_name, c.status, s.student_no, 'NAME' from ${asked('NAME')}
      cross join lateral (select * from ${contracts} where ${contracts.payer_key} = t.key and ${living} order by ${contracts.id} desc limit ${mostAlike}::int) c
      left join ${students} s on s.id = c.student_id`);
  const nameWords = new Map<number, string[]>();
  /** Of whom it is, as texts are searched; once, however many rows name them. */
  const wordsOf = ({ id, payer }: Found): string[] => {
    const words = nameWords.get(id) ?? searchKey(payer).split(' ');
    nameWords.set(id, words);
    return words;
  };
  const byKey = Map.groupBy(hits, ({ by, key }) => `${by} ${key}`);
  const all = [...new Map(hits.map((one) => [one.id, one])).values()];
  const taking = await takingMoney(call, all);
  const balances = await contractBalances(
    call,
    all.map(({ id }) => id),
  );
  /** Numbers first, then people: so many hits of one row. */
  function* hitsOf(at: number): Generator<Found> {
    let weighed = 0;
    for (const by of ['NUMBER', 'PINFL', 'NAME'] as const)
      for (const key of keys[by].get(at) ?? [])
        for (const hit of byKey.get(`${by} ${key}`) ?? []) {
          if (!taking.has(hit.id)) continue;
          if (++weighed > mostWeighed) return;
          yield hit;
        }
  }
  return new Map(
    rows.flatMap(({ id: at }): [number, Weighed[]][] => {
      const of = new Map<number, Candidate & { whole: boolean }>();
      const { party = '', purpose = '' } = texts.get(at) ?? {};
      const said = ` ${party} ${purpose} `;
      for (const hit of hitsOf(at)) {
        const { id, number, payer, student_no, by } = hit;
        // A name of which all words stand there is believed; surname and first name alone are shown to a person.
        const whole = by === 'NAME' && wordsOf(hit).every((word) => said.includes(` ${word} `));
        const known = of.get(id);
        if (known) {
          if (!known.by.includes(by)) known.by.push(by);
          known.whole ||= whole;
        } else
          of.set(id, {
            contract_id: id,
            number,
            payer,
            student_no,
            left: balances.get(id)?.left ?? 0,
            by: [by],
            whole,
          });
      }
      if (of.size === 0) return [];
      const list = [...of.values()];
      const sure = list.some(({ by, whole }) => by.some((one) => one !== 'NAME') || whole);
      const shown = list
        .filter(({ by, whole }) => !sure || whole || by.some((one) => one !== 'NAME'))
        .sort((a, b) => rank(a) - rank(b) || Number(b.left > 0) - Number(a.left > 0) || a.contract_id - b.contract_id)
        .slice(0, most)
        .map(({ whole, ...one }) => ({ ...one, weak: !whole && one.by.every((by) => by === 'NAME') }));
      return [[at, shown]];
    }),
  );
}
const rank = ({ by }: Candidate): number => (by.includes('NUMBER') ? 0 : by.includes('PINFL') ? 1 : 2);

/** The one that is meant, where that can be said. */
function theOne(list: readonly Weighed[]): { contract_id: number; by: Finding } | undefined {
  for (const by of ['NUMBER', 'PINFL', 'NAME'] as const) {
    const found = list.filter((one) => one.by.includes(by) && !one.weak);
    if (found.length === 0) continue;
    // Of several that a person has, the one of which something is still to be paid; a number names only itself.
    const open = by === 'NUMBER' ? found : found.filter(({ left }) => left > 0);
    const [one] = open.length ? open : found;
    return one && (open.length === 1 || found.length === 1) ? { contract_id: one.contract_id, by } : undefined;
  }
  return undefined;
}

/** Payments and refunds that somebody wrote down by hand, near the day and of the very amount, and of no row yet. */
async function bookedFor(
  call: Call,
  rows: readonly Sought[],
): Promise<Map<number, { id: number; contract_id: number | null }[]>> {
  const { rows: found } = await call.db.execute<{ at: number; id: number; contract_id: number | null }>(sql`
    select t.at, ${payments.id} as id, ${payments.contract_id} as contract_id
      from jsonb_to_recordset(${JSON.stringify(rows.map(({ id, day, amount }) => ({ at: id, day, amount })))}::jsonb) as t(at int, day date, amount bigint)
      join ${payments} on ${payments.institution_id} = edulab_institution() and ${payments.deleted_at} is null and ${payments.amount} = t.amount and ${payments.payment_type} = 'BANK'
       and ${payments.source} in ('MANUAL', 'IMPORT', 'EXTERNAL') and ${payments.paid_on} between t.day - ${near}::int and t.day + ${near}::int
     where not exists (select 1 from ${statementRows} r where r.payment_id = ${payments.id})
     order by t.at, abs(${payments.paid_on} - t.day), ${payments.id}`);
  return Map.groupBy(found, (one) => one.at) as Map<number, { id: number; contract_id: number | null }[]>;
}

const gatewayOf = (row: Sought): 'PAYME' | 'CLICK' | undefined => {
  const said = `${row.party} ${row.purpose}`;
  if (/(?<!\p{L})(payme|paycom|пейми)(?!\p{L})/iu.test(said)) return 'PAYME';
  return /(?<!\p{L})(click|клик)(?!\p{L})/iu.test(said) ? 'CLICK' : undefined;
};

/** What is proposed for each row. */
export async function proposalsFor(call: Call, rows: readonly Sought[]): Promise<Map<number, Proposal>> {
  if (rows.length === 0) return new Map();
  const incoming = rows.filter(({ amount }) => amount > 0);
  const [found, booked] = [await contractsFor(call, incoming), await bookedFor(call, rows)];
  const used = new Set<number>();
  return new Map(
    rows.map((row): [number, Proposal] => {
      const candidates = found.get(row.id) ?? [];
      const one = theOne(candidates);
      // What was written down already is not booked a second time: of the contract that was found, or the only one of that amount.
      const alike = (booked.get(row.id) ?? []).filter(({ id }) => !used.has(id));
      const same = alike.find((other) => candidates.some((known) => known.contract_id === other.contract_id));
      const already = same ?? (row.amount < 0 && alike.length === 1 ? alike[0] : undefined);
      if (already) {
        used.add(already.id);
        return [
          row.id,
          { ...nothing, contract_id: already.contract_id, settlement: 'BOOKED', payment_id: already.id, candidates },
        ];
      }
      if (one) return [row.id, { ...nothing, ...one, candidates }];
      const settlement = row.amount > 0 && candidates.length === 0 ? gatewayOf(row) : undefined;
      return [row.id, { ...nothing, settlement: settlement ?? null, candidates }];
    }),
  );
}
