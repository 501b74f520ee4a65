import { type ClientContext, createORPCClient, ORPCError } from '@orpc/client';
import type { AnyContractRouter, ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { DataTag, QueryFunction, QueryKey, QueryObserverOptions, UseMutationOptions } from '@tanstack/react-query';
import { asOfKey, asOfNow, historyBegins } from './as-of.ts';
import type { CallFacts } from './call-lines.ts';
import { base, callHeaders, fromBody, report, send } from './http.ts';
import { t } from './i18n.tsx';
import { said } from './said.ts';
import { session } from './session/session.ts';

export interface CallContext extends ClientContext {
  /** No toast when it fails: the caller shows the error itself. */
  silent?: boolean;
  /** The same key for tries that must have one effect; a new one for each call unless given. */
  idempotencyKey?: string;
  /** Asked of today, whatever day is looked at. */
  today?: boolean;
  /** Asked of this day, whatever day is looked at. */
  asOf?: string | undefined;
  /** Sent as by nobody, whoever is signed in: nothing goes along by which the server knows the person. */
  nameless?: boolean;
}

/** For calls whose failure the page itself shows: no toast beside it. */
export const silent: { context: CallContext } = { context: { silent: true } };

export interface CallOptions {
  signal?: AbortSignal | undefined;
  context?: CallContext | undefined;
}

type Keyed<I> = undefined extends I ? { input?: I } : { input: I };
type Optional<I, T> = undefined extends I ? [given?: T] : [given: T];
/** What a page may say of a query, besides what is asked. */
type Reading<O> = { [K in 'enabled' | 'staleTime' | 'retry' | 'refetchInterval']?: QueryObserverOptions<O>[K] };
type Writing<I, O> = Pick<UseMutationOptions<O, Error, I>, 'onSuccess' | 'onError' | 'onSettled'>;

/** One call with TanStack Query's options. Its input and output are those of its contract, whose output is plain JSON. */
export interface ApiCall<I, O> {
  call: (
    ...given: undefined extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions]
  ) => Promise<O>;
  /** Of every question to this call. */
  key: () => QueryKey;
  queryKey: (...given: Optional<I, Keyed<I>>) => DataTag<QueryKey, O, Error>;
  queryOptions: (
    ...given: Optional<I, Keyed<I> & Reading<O> & { context?: CallContext }>
  ) => Reading<O> & { queryKey: DataTag<QueryKey, O, Error>; queryFn: QueryFunction<O> };
  mutationOptions: (
    given?: Writing<I, O> & { context?: CallContext },
  ) => Writing<I, O> & { mutationKey: QueryKey; mutationFn: (input: I) => Promise<O> };
}

type Api<T> =
  T extends ContractProcedure<infer I, infer O, infer _Errors, infer _Meta>
    ? ApiCall<InferSchemaInput<I>, InferSchemaOutput<O>>
    : { [K in keyof T]: Api<T[K]> } & { key: () => QueryKey };

const metaAt = (contract: unknown, path: readonly string[]): CallFacts | undefined => {
  const procedure = path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], contract);
  return (procedure as { '~orpc'?: { meta?: CallFacts } } | undefined)?.['~orpc']?.meta;
};

const names = new WeakMap<object, string>();
const contracts = new Map<string, object>();
let made = 0;
/** One name for a contract wherever it is connected: two of them may call different things `job.list`, and must not share the answers. */
function nameOf(contract: object): string {
  const name = names.get(contract) ?? `calls${++made}`;
  names.set(contract, name);
  contracts.set(name, contract);
  return name;
}

/** What its contract says of a call, by the key of its questions. */
function metaOf(key: QueryKey): CallFacts | undefined {
  const [path] = key as [readonly string[] | undefined];
  const [name = '', ...rest] = path ?? [];
  return metaAt(contracts.get(name), rest);
}
/** Whether a call can be asked as of a past day, by the key of its questions. */
export const knowsThePast = (key: QueryKey): boolean => Boolean(metaOf(key)?.asOf);
/** The address of a call as its contract has it, `/student`, by the key of its questions. */
export const addressOfCall = (key: QueryKey): string => metaOf(key)?.path ?? '';

/**
 * The calls of a contract, typed, with TanStack Query's options:
 * `const api = connect(contract)`, `useQuery(api.list.queryOptions({input}))`, `useMutation(api.save.mutationOptions())`, `await api.get.call({id})`.
 * A failed call shows one toast, unless its context says `silent`. Errors have `status`, `code`, `message` and `data`.
 */
export function connect<T extends AnyContractRouter>(contract: T): Api<T> {
  const link = new OpenAPILink<CallContext>(contract, {
    url: () => `${location.origin}${base}`,
    headers: ({ context }, path) => {
      const meta = metaAt(contract, path);
      const once = meta?.method === 'POST' && !meta.reads;
      const { authorization, ...others } = callHeaders();
      return {
        ...others,
        accept: 'application/json',
        ...(authorization && !context.nameless ? { authorization } : {}),
        ...(once && !context.nameless ? { 'idempotency-key': context.idempotencyKey ?? crypto.randomUUID() } : {}),
      };
    },
    fetch: async (request, _init, { context }, path) => {
      const time = context.today ? undefined : (context.asOf ?? asOfNow());
      const meta = metaAt(contract, path);
      // Menus, notices and what everybody needs are of today; the rest is asked of then, and refused where nobody knows.
      if (time === undefined || !meta || !('permission' in meta.access)) return send(request);
      const url = new URL(request.url);
      url.searchParams.set(asOfKey, time);
      const answer = await send(new Request(url, request));
      historyBegins.told(time, answer.headers.get('history-begins'));
      return answer;
    },
    customErrorResponseBodyDecoder: (body, response) => {
      const { status, code, message, data } = fromBody(response.status, body);
      // Of an empty message oRPC would make words of its own; whoever shows the error has better ones.
      return Object.assign(new ORPCError(code, { status, data }), { message });
    },
    interceptors: [
      async ({ path, context, signal, next }) => {
        const meta = metaAt(contract, path);
        const reads = meta?.reads || meta?.method === 'GET';
        try {
          const writes = meta && !reads && 'permission' in meta.access;
          // The server refuses it as well; here the person need not wait for that.
          if (writes && session.get().user?.read_only)
            throw new ORPCError('FORBIDDEN', { status: 403, message: t('common.no_access') });
          if (writes && asOfNow() !== undefined)
            throw new ORPCError('AS_OF_READ_ONLY', { status: 422, message: t('shell.as_of.read_only') });
          return said(await next());
        } catch (error) {
          // Cancelled while the answer was read, the error is no AbortError any more.
          if (!context.silent && !signal?.aborted) report(error, reads);
          throw error;
        }
      },
    ],
  });
  const utils = createTanstackQueryUtils(createORPCClient(link), { path: [nameOf(contract)] });
  // Of a whole contract everything is named: what one domain changes, pages of others show as well.
  return new Proxy<object>(utils, {
    get: (target, name, receiver) => (name === 'key' ? () => [[]] : Reflect.get(target, name, receiver)),
    // The library's own types of a contract are made anew for each use of each call, which costs a third of all checking.
  }) as Api<T>;
}
