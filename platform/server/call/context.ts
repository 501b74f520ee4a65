import type { AnyContractProcedure, AnyContractRouter, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import { type AnyRouter, implement } from '@orpc/server';
import type { PermissionName, Scope } from '#platform/contract/index.ts';
import type { Call } from '../kernel.ts';
import { fail } from './errors.ts';

export type { Call } from '../kernel.ts';

/** How far the caller holds a permission; undefined where not at all. */
export const scopeOf = (call: Call, permission: PermissionName): Scope | undefined => call.abilities.get(permission);
export const may = (call: Call, permission: PermissionName): boolean => call.abilities.has(permission);

/** Refuses with 403 unless the caller holds the permission; for what a call's own permission does not cover. */
export function demand(call: Call, permission: PermissionName): Scope {
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
export type Served<T extends AnyContractRouter> = T extends AnyContractProcedure
  ? ServedCall<T>
  : { [K in keyof T]: T[K] extends AnyContractRouter ? Served<T[K]> : never } & {
      router(router: RouterOf<T>): AnyRouter;
    };

/**
 * Implements a contract: `const on = serve(contract)`, then `on.list.handler(({ input, context }) => …)`. The library's
 * own types say the same and let routers be built in many more ways; checking them takes most of a compiler's time.
 */
export const serve = <T extends AnyContractRouter>(contract: T): Served<T> => implementer(contract);
/** Implements one call. */
export const serveCall = <C extends AnyContractProcedure>(contract: C): ServedCall<C> => implementer(contract);
// Says with our plain types what the library says with its own; this is where the two meet.
const implementer = <S>(contract: AnyContractRouter) => implement(contract).$context<Call>() as unknown as S;
