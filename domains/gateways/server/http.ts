import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '#platform/server/call/context.ts';
import { asActor } from '#platform/server/database/database.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { backgroundCall } from '#platform/server/work/jobs.ts';
import type { Provider } from '../providers.ts';
import { answerClick, answerOf, type ClickAnswer } from './click.ts';
import { answerPayme, refusal } from './payme.ts';

/**
 * Where gateways ask. They speak protocols of their own, so these are no calls: no session, no language, always HTTP 200. Who
 * asks proves it with the secret of the institution that the address names.
 */

export const addressOf = (provider: Provider, institution_id: number): string =>
  `/gateways/${provider.toLowerCase()}/${institution_id}`;

export interface Known {
  secret: string;
  service_id: string;
  merchant_user_id: string;
  addresses: string[];
}

const mostBytes = 65_536;
const patience = 10_000;

/** `work` in a transaction of the institution; undefined where it has no such gateway in use. */
export async function asGateway<T>(
  kernel: Kernel,
  institution_id: number,
  provider: Provider,
  work: (call: Call, known: Known) => Promise<T>,
): Promise<T | undefined> {
  const call = `gateway: ${provider.toLowerCase()}`;
  return asActor(kernel.database.app, { institution_id, account_id: null, call }, async (_db, client) => {
    await client.query(`set local lock_timeout = ${patience}; set local statement_timeout = ${patience}`);
    const { rows } = await client.query<Known>(
      `select s.secret, g.service_id, g.merchant_user_id, g.addresses from gateways g join gateway_secrets s on s.gateway_id = g.id
        where g.provider = $1 and g.active and g.deleted_at is null`,
      [provider],
    );
    const [known] = rows;
    if (!known) return undefined;
    const abilities: Call['abilities'] = new Map();
    return work(backgroundCall(kernel, client, { institution_id, account_id: null, locale: 'uz', abilities }), known);
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Whether this is Payme: `Paycom:KEY`, compared in the same time whatever is said. */
const isPayme = (header: string | undefined, secret: string): boolean => {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]{1,400})$/.exec(header ?? '') ?? [];
  return timingSafeEqual(digest(Buffer.from(encoded, 'base64').toString()), digest(`Paycom:${secret}`));
};
const mayAsk = ({ addresses }: Known, ip: string) =>
  addresses.length === 0 || addresses.includes(ip.replace(/^::ffff:/, ''));

const institutionOf = (request: FastifyRequest): number => {
  const { institution = '' } = request.params as { institution?: string };
  return /^[1-9]\d{0,8}$/.test(institution) ? Number(institution) : 0;
};

interface Rpc {
  id: number | string | null;
  method: unknown;
  params: unknown;
}
function readRpc(body: unknown): Rpc | undefined {
  try {
    const rpc: unknown = JSON.parse(typeof body === 'string' ? body : '');
    if (rpc === null || typeof rpc !== 'object') return { id: null, method: undefined, params: undefined };
    const { id = null, method, params } = rpc as Record<string, unknown>;
    return { id: typeof id === 'number' || typeof id === 'string' ? id : null, method, params };
  } catch {
    return undefined;
  }
}

/** A request of a gateway, as it came over HTTP. */
export interface Asked {
  institution_id: number;
  ip: string;
  authorization?: string | undefined;
  body: unknown;
}

export async function paymeAnswer(kernel: Kernel, asked: Asked): Promise<Record<string, unknown>> {
  const rpc = readRpc(asked.body);
  const answer = await asGateway(kernel, asked.institution_id, 'PAYME', async (call, known) => {
    if (!isPayme(asked.authorization, known.secret) || !mayAsk(known, asked.ip)) return refusal('auth');
    if (!rpc) return refusal('json');
    if (typeof rpc.method !== 'string') return refusal('request');
    return answerPayme(call, rpc.method, rpc.params);
  });
  return { ...saidTo(rpc), ...(answer ?? refusal('auth')) };
}
const saidTo = (rpc: Rpc | undefined) => ({ jsonrpc: '2.0', id: rpc?.id ?? null });

const formOf = (body: unknown) => Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));

export async function clickAnswer(kernel: Kernel, asked: Asked): Promise<ClickAnswer> {
  const form = formOf(asked.body);
  const answer = await asGateway(kernel, asked.institution_id, 'CLICK', async (call, known) =>
    mayAsk(known, asked.ip) ? answerClick(call, form, known) : answerOf(form, -1),
  );
  return answer ?? answerOf(form, -1);
}

const askedBy = (request: FastifyRequest): Asked => ({
  institution_id: institutionOf(request),
  ip: request.ip,
  authorization: request.headers.authorization,
  body: request.body,
});

export function serveGateways(kernel: Kernel, app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );

    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/gateways/payme/:institution',
      async handler(request, reply) {
        reply.header('cache-control', 'no-store');
        const said = saidTo(readRpc(request.body));
        if (request.method !== 'POST') return { ...said, ...refusal('transport') };
        try {
          return await paymeAnswer(kernel, askedBy(request));
        } catch (error) {
          request.log.error({ err: error }, 'a gateway was not answered');
          return { ...said, ...refusal('system') };
        }
      },
    });

    scope.post('/gateways/click/:institution', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      try {
        return await clickAnswer(kernel, askedBy(request));
      } catch (error) {
        request.log.error({ err: error }, 'a gateway was not answered');
        return answerOf(formOf(request.body), -7);
      }
    });
  });
}
