import type { Readable } from 'node:stream';
import type { AnyContractProcedure, AnyContractRouter, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import { type AnyRouter, implement } from '@orpc/server';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { CallMeta, Locale, Scope } from '#platform/contract/index.ts';
import type { Db } from './database.ts';
import { fail } from './errors.ts';
import type { Kernel } from './kernel.ts';

/** What a call knows while it runs. One object travels from the door to the query. */
export interface Call {
  readonly kernel: Kernel;
  readonly request: FastifyRequest;
  readonly locale: Locale;
  readonly education_form: number | null;
  meta: CallMeta;
  /** The running transaction, bound to the institution and the person. */
  db: Db;
  client: pg.PoolClient;
  /** 0 for calls without a session; public calls must not use it. */
  account_id: number;
  session_id: number | null;
  /** Whether this session gave its password within the last ten minutes; signing in counts. */
  proved: boolean;
  institution_id: number;
  /** Of the institution's clocks, where the session has told it: see `zoneOf`. */
  timezone?: string;
  abilities: ReadonlyMap<string, Scope>;
  /**
   * Gives the connection back while something slow is done that needs no database, so that nobody waits for a turn
   * behind it; goes on in a new transaction, bound as the first was (of public calls to nobody). Only where nothing was
   * written yet: it stays.
   */
  apart: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends the turn of a call that is heavy; set while it has one. */
  turn?: () => void;
  /** What the handler gave and the contract let through; written as JSON after the transaction is over. */
  answer?: unknown;
  /** Set by calls that answer a file instead of JSON. It is sent after the transaction is over, so it must not need one. */
  stream?: { status?: number; headers: Record<string, string>; body: Readable };
  /** Files with evidence to which this call gives links: whoever reads them stands in the security log. */
  evidence: Set<number>;
  /** Runs after the transaction is committed: live events, waking workers. Not for work that must not be lost. */
  afterCommit: (() => void)[];
}

/** How far the caller holds a permission; undefined where not at all. */
export const scopeOf = (call: Call, permission: string): Scope | undefined => call.abilities.get(permission);
export const may = (call: Call, permission: string): boolean => call.abilities.has(permission);

/** Refuses with 403 unless the caller holds the permission; for what a call's own permission does not cover. */
export function demand(call: Call, permission: string): Scope {
  const scope = scopeOf(call, permission);
  if (!scope) throw fail('FORBIDDEN', { permission });
  return scope;
}

/** Refuses with 403 PROOF_REQUIRED where the password was given too long ago; the browser asks for it and tries again. */
export function demandProof(call: Call): void {
  if (!call.proved) throw fail('PROOF_REQUIRED');
}

/** What a handler is given: the input as the shape of the call has read it. */
export type InputOf<C extends AnyContractProcedure> = InferSchemaOutput<NonNullable<C['~orpc']['inputSchema']>>;
/** What a handler gives: what the shape of the answer takes. */
export type OutputOf<C extends AnyContractProcedure> = InferSchemaInput<NonNullable<C['~orpc']['outputSchema']>>;

type Handler<C extends AnyContractProcedure> = (given: {
  input: InputOf<C>;
  context: Call;
}) => Promise<OutputOf<C>> | OutputOf<C>;
/** A call of this contract with its handler; for routers alone. */
export interface Implemented<C extends AnyContractProcedure> {
  readonly '~implements': C;
}
interface ServedCall<C extends AnyContractProcedure> {
  handler(handler: Handler<C>): Implemented<C>;
}
type RouterOf<T extends AnyContractRouter> = T extends AnyContractProcedure
  ? Implemented<T>
  : { [K in keyof T]: T[K] extends AnyContractRouter ? RouterOf<T[K]> : never };
type Served<T extends AnyContractRouter> = T extends AnyContractProcedure
  ? ServedCall<T>
  : { [K in keyof T]: T[K] extends AnyContractRouter ? Served<T[K]> : never } & {
      router(router: RouterOf<T>): AnyRouter;
    };

/**
 * Implements a contract: `const on = serve(contract)`, then `on.list.handler(({ input, context }) => …)`. The library's
 * own types say the same and let routers be built in many more ways; checking them takes most of a compiler's time.
 */
export const serve = <T extends AnyContractRouter>(contract: T) =>
  implement(contract).$context<Call>() as unknown as Served<T>;
/** Implements one call. */
export const serveCall = <C extends AnyContractProcedure>(contract: C) =>
  implement(contract).$context<Call>() as unknown as ServedCall<C>;
