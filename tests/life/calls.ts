import type { AnyContractRouter, ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import { contract as accounting } from '#domains/accounting/contract.ts';
import { contract as admissions } from '#domains/admissions/contract.ts';
import { contract as assessment } from '#domains/assessment/contract.ts';
import { contract as attendance } from '#domains/attendance/contract.ts';
import { contract as credentials } from '#domains/credentials/contract.ts';
import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as enrollment } from '#domains/enrollment/contract.ts';
import { contract as groups } from '#domains/groups/contract.ts';
import { contract as identity } from '#domains/identity/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as staff } from '#domains/staff/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { contract as timetable } from '#domains/timetable/contract.ts';
import type { CallMeta } from '#platform/contract/index.ts';
import type { Answer, Caller } from '#tests/support/api.ts';

/** The calls of everyday life, by the names and types of their contracts. */

const contracts = {
  accounting,
  admissions,
  assessment,
  attendance,
  credentials,
  curriculum,
  enrollment,
  groups,
  identity,
  institutions,
  staff,
  students,
  timetable,
} satisfies AnyContractRouter;

type CallsOf<T> =
  T extends ContractProcedure<infer I, infer O, infer _Errors, infer _Meta>
    ? (
        ...given: undefined extends InferSchemaInput<I> ? [input?: InferSchemaInput<I>] : [input: InferSchemaInput<I>]
      ) => Promise<InferSchemaOutput<O>>
    : { [K in keyof T]: CallsOf<T[K]> };
export type Calls = CallsOf<typeof contracts>;

/** A call that was refused: what was asked, and what it was told. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(call: string, { status, body }: Answer) {
    super(`${call} was refused: ${status} ${JSON.stringify(body).slice(0, 1000)}`);
    this.status = status;
    this.code = (body as { code?: string } | null)?.code ?? '';
  }
}

/** One call that somebody made, as it is told where something broke. */
export interface Made {
  call: string;
  input: unknown;
  /** 200, or the code of the refusal. */
  said: string;
}

type Fields = Record<string, unknown>;
const patience = 5;

async function send(caller: Caller, meta: CallMeta, input: Fields, told?: (made: Made) => void): Promise<unknown> {
  const rest = { ...input };
  const path = meta.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const call = `${meta.method} ${path}`;
  const ask = () =>
    meta.method === 'GET'
      ? caller.get(query.size ? `${path}?${query}` : path)
      : caller[({ POST: 'post', PUT: 'put', DELETE: 'delete' } as const)[meta.method]](path, rest);
  let answer = await ask();
  // Whoever is told that there is too much to do just now, and that nothing was changed, asks again.
  const stopped = () => answer.status === 503 && String(answer.body?.code).startsWith('HEAVY_');
  for (let again = 0; stopped() && again < patience; again++) answer = await ask();
  const refused = answer.status >= 400;
  told?.({ call, input: rest, said: refused ? `${answer.status} ${answer.body?.code}` : String(answer.status) });
  if (refused) throw new Refused(`${call} ${JSON.stringify(rest)}`, answer);
  return answer.body;
}

/** The calls of somebody. Each throws Refused where it is. */
export function callsOf(caller: Caller, told?: (made: Made) => void): Calls {
  const under = (node: unknown): unknown =>
    new Proxy(() => undefined, {
      // Nothing but what the contract has: whoever awaits the calls themselves asks for `then`.
      get: (_, name) => (Object.hasOwn(node as Fields, name) ? under((node as Fields)[String(name)]) : undefined),
      apply: (_, _this, [input]: [Fields?]) =>
        send(caller, (node as { '~orpc': { meta: CallMeta } })['~orpc'].meta, input ?? {}, told),
    });
  return under(contracts) as Calls;
}

/** Every row of a list, page by page. */
export async function all<T>(read: (page: number) => Promise<{ content: T[]; last: boolean }>): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 0; ; page++) {
    const { content, last } = await read(page);
    rows.push(...content);
    if (last) return rows;
  }
}

/** Of which students a call speaks. */
export const subjects = (input: unknown): number[] =>
  [...JSON.stringify(input).matchAll(/"(?:ids|student|student_id|student_ids)":\[?(\d+(?:,\d+)*)/g)].flatMap((found) =>
    found[1]!.split(',').map(Number),
  );
