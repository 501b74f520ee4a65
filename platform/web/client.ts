import { type ClientContext, createORPCClient, ORPCError } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query';
import type { CallMeta } from '#platform/contract/index.ts';
import { base, callHeaders, fromBody, report, send } from './http.ts';
import { t } from './i18n.tsx';
import { session } from './session/session.ts';

export interface CallContext extends ClientContext {
  /** No toast when it fails: the caller shows the error itself. */
  silent?: boolean;
  /** The same key for tries that must have one effect; a new one for each call unless given. */
  idempotencyKey?: string;
}

/** For calls whose failure the page itself shows: no toast beside it. */
export const silent: { context: CallContext } = { context: { silent: true } };

type Api<T extends AnyContractRouter> = RouterUtils<JsonifiedClient<ContractRouterClient<T, CallContext>>>;

const metaAt = (contract: unknown, path: readonly string[]): CallMeta | undefined => {
  const procedure = path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], contract);
  return (procedure as { '~orpc'?: { meta?: CallMeta } } | undefined)?.['~orpc']?.meta;
};

const names = new WeakMap<object, string>();
let made = 0;
/** One name for a contract wherever it is connected: two of them may call different things `job.list`, and must not share the answers. */
function nameOf(contract: object): string {
  const name = names.get(contract) ?? `calls${++made}`;
  names.set(contract, name);
  return name;
}

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
      return {
        ...callHeaders(),
        ...(once ? { 'idempotency-key': context.idempotencyKey ?? crypto.randomUUID() } : {}),
      };
    },
    fetch: (request) => send(request),
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
          return await next();
        } catch (error) {
          // Cancelled while the answer was read, the error is no AbortError any more.
          if (!context.silent && !signal?.aborted) report(error, reads);
          throw error;
        }
      },
    ],
  });
  const client = createORPCClient(link) as JsonifiedClient<ContractRouterClient<T, CallContext>>;
  const utils = createTanstackQueryUtils(client, { path: [nameOf(contract)] }) as Api<T>;
  // Of a whole contract everything is named: what one domain changes, pages of others show as well.
  return new Proxy(utils, {
    get: (target, name, receiver) => (name === 'key' ? () => [[]] : Reflect.get(target, name, receiver)),
  });
}
