import { transcode } from 'node:buffer';
import { StandardOpenAPIHandler } from '@orpc/openapi/standard';
import { ORPCError } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type CallMeta, type Locale, locales, type PermissionName, type Scope } from '#platform/contract/index.ts';
import { databaseIsAway, dbOf } from '../database/database.ts';
import { flushed, isReadOnly, isReplicaFault } from '../database/replica.ts';
import { beginStatement, elsewhere, endRead } from '../fast/index.ts';
import { turnOf } from '../heavy/index.ts';
import type { AsOf, Kernel } from '../kernel.ts';
import { enterAsOf, leaveAsOf } from '../records/as-of.ts';
import { noteRefusal, noteSecurity } from '../run/security.ts';
import type { Call } from './context.ts';
import { admit, bearerOf, type Entered, enterStatement, header, wholeNumber, wishOf } from './entering.ts';
import { errorBody, type FailData, fail, type Refusal } from './errors.ts';
import { storeAnswer, storedAnswer } from './idempotency.ts';
import { refusalOf } from './refused.ts';
import { aliasesOf } from './routes.ts';
import { connectionOf } from './turn.ts';

export const apiBase = '/edulab/lms/api/v1';

/** The caller's language: the header, else what the browser prefers, else English. */
export function localeOf(request: FastifyRequest): Locale {
  const wish = header(request, 'language', 'x-language') ?? header(request, 'accept-language')?.slice(0, 2) ?? 'en';
  return locales.find((locale) => locale === wish.toLowerCase()) ?? 'en';
}

const none: ReadonlyMap<PermissionName, Scope> = new Map();

/** The way of every call: session → institution → permission → input → handler, in one transaction. */
async function run(call: Call, meta: CallMeta, next: () => Promise<unknown>): Promise<unknown> {
  const { request, kernel } = call;
  call.meta = meta;
  if (call.shared) return call.shared.run(call, next);
  const bearer = bearerOf(request);
  const isPublic = 'public' in meta.access;
  if (!bearer && !isPublic) throw fail('UNAUTHORIZED');
  const wish = wishOf(request);
  // What is asked of the past reads much, as what declares itself does.
  const mayCopy = meta.reads && !meta.proof && !meta.secret && (meta.replica || call.wish !== undefined);
  const replica = mayCopy ? kernel.database.replica : undefined;
  /** What a replica must have seen; undefined while the primary answers. A stranger has written nothing to be read again. */
  let position = replica && isPublic && !bearer ? ((await replica.position()) ?? undefined) : undefined;
  let copied = false;
  const connect = async (): Promise<pg.PoolClient> => {
    const copy = position === undefined ? undefined : await replica?.connect(position);
    copied = copy !== undefined;
    return copy ?? connectionOf(call);
  };
  let client: pg.PoolClient | undefined = await connect();
  let broken: Error | undefined;
  const writes = meta.method !== 'GET' || Boolean(meta.logged);
  let opening: Promise<unknown> | undefined;
  const bind = () => Object.assign(call, { client, db: client && dbOf(client) });
  const giveBack = async () => {
    if (!client) return;
    await endRead(client);
    client.release();
    client = undefined;
  };
  /** One round trip opens the transaction and binds it. Of several statements the driver answers a list, which its types do not know. */
  const enter = (to: pg.PoolClient) =>
    to.query(
      `${beginStatement(to, copied || !writes ? ' read only' : '')}; ${enterStatement(bearer, wish, `${meta.method} ${meta.path}`, replica && !copied ? `, ${flushed} as position` : '')}`,
    ) as unknown as Promise<pg.QueryResult<Entered>[]>;
  call.apart = async (work) => {
    await giveBack();
    const result = await work();
    client = await connect();
    opening = isPublic && !copied ? asked(client.query(beginStatement(client, ''))) : asked(enter(client));
    bind();
    return result;
  };
  const backToPrimary = async () => {
    const copy = client;
    client = undefined;
    position = undefined;
    opening = undefined;
    await copy?.query('rollback').then(
      () => copy.release(),
      (fault: Error) => copy.release(fault),
    );
    client = await connect();
    bind();
    await enter(client);
  };
  try {
    const entering = enter(client);
    bind();
    // Of somebody without a token there is nothing to learn, so their first question goes with it.
    if (!bearer) opening = asked(entering);
    const entered = bearer ? (await entering).at(-1)?.rows[0] : undefined;
    await admit(call, client, entered, wish);
    // What is heavy waits for its turn without a connection, and then comes through the door once more.
    if (meta.heavy && !call.turn) {
      await giveBack();
      call.turn = await turnOf(request, entered?.account_id);
      return await run(call, meta, next).finally(call.turn);
    }
    if (replica && entered?.position) {
      const copy = await replica.connect(entered.position);
      if (copy) {
        position = entered.position;
        await giveBack();
        copied = true;
        client = copy;
        bind();
        opening = asked(enter(copy));
      }
    }
    const repeatable = !meta.reads && call.account_id && meta.secret !== 'again';
    const key = repeatable ? header(request, 'idempotency-key') : undefined;
    if (key === undefined) {
      const ask = async () => {
        if (call.wish !== undefined) await enterAsOf(call, call.wish);
        const output = await next();
        await opening;
        await leaveAsOf(call);
        return output;
      };
      const { abilities, apart } = call;
      const output = await ask().catch(async (error: unknown) => {
        if (!copied || !(databaseIsAway(error) || isReplicaFault(error))) throw error;
        // Nothing was answered yet, and nothing written: the primary is asked the same.
        replica?.leave();
        call.stream?.body.destroy();
        delete call.stream;
        delete call.asOf;
        call.afterCommit.length = 0;
        Object.assign(call, { abilities, apart });
        await backToPrimary();
        return ask();
      });
      // What is noted of it is noted on the primary, before anybody sees the answer.
      if (copied && (meta.logged || call.evidence.size)) await backToPrimary();
      const reads = !writes;
      // A transaction that only reads cannot add to the log, which is written before anybody sees the answer.
      if (reads && call.evidence.size) await call.client.query('commit');
      await noteAfter(call);
      if (!reads) await commit(call.client);
      else if (!call.evidence.size) await endRead(call.client);
      return output;
    }
    if (call.wish !== undefined) await enterAsOf(call, call.wish);
    const repeated = await storedAnswer(call, key);
    if (repeated && meta.secret) throw fail('ANSWER_GIVEN');
    // The key is written by now, and stands or falls with the work.
    call.apart = (work) => work();
    const output = repeated === undefined ? await next() : repeated.answer;
    await noteAfter(call);
    if (repeated === undefined && !meta.secret) await storeAnswer(call, key, output);
    await opening;
    await commit(call.client);
    return output;
  } catch (error) {
    call.afterCommit.length = 0;
    call.stream?.body.destroy();
    await client?.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    if (client && !broken && meta.proof && call.account_id && error instanceof ORPCError && error.status === 403)
      await noteRefusal(call, { kind: 'SENSITIVE_ACT', details: { code: error.code } }).catch((fault: Error) => {
        broken = fault;
      });
    // Whoever was the primary until a moment ago only reads now; another connection leads to the one that is.
    if (writes && !copied && isReadOnly(error)) {
      request.log.error({ err: error }, 'the database of a call that writes only reads');
      broken ??= error;
      throw fail('SERVICE_UNAVAILABLE');
    }
    throw error;
  } finally {
    if (client && call.asOf) elsewhere.delete(client);
    client?.release(broken);
  }
}

/** What the call's contract, and what it showed, have the security log keep of it. */
export async function noteAfter(call: Call): Promise<void> {
  const { path } = call;
  const { logged } = call.meta;
  if (logged) await noteSecurity(call, { kind: logged, details: { path } });
  if (call.evidence.size)
    await noteSecurity(call, { kind: 'SENSITIVE_READ', details: { path, files: [...call.evidence].slice(0, 200) } });
}

/** For a question whose answer says nothing: its failure is told before the commit, not where nobody waits for it yet. */
function asked<T>(question: Promise<T>): Promise<T> {
  question.catch(() => undefined);
  return question;
}

/** PostgreSQL answers the commit of a failed transaction with a silent rollback; that must not pass for done. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error(`the transaction had failed before its end (${command})`);
}

/** Seconds after which whoever met something that is away just now may ask again, where nobody knows better. */
const shortly = 2;

/** What is said of a refusal, in the caller's language. */
export const toldOfRefusal = (locale: Locale, { status, code, data }: Refusal) =>
  errorBody(status, code, locale, status === 503 ? { seconds: shortly, ...data } : data);

export const sendError = (reply: FastifyReply, locale: Locale, error: Refusal) => {
  const body = toldOfRefusal(locale, error);
  if ((error.status === 429 || error.status === 503) && typeof body.data?.seconds === 'number')
    reply.header('retry-after', String(body.data.seconds));
  return reply.status(error.status).send(body);
};

/** How a call ended: its answer stands in the call, unless it was refused. */
interface Ended {
  call: Call;
  status: number;
  refusal?: Refusal;
}
/** Answers a call; whoever asks sends the answer. `address` is the whole one, with its query. */
export type Ask = (request: FastifyRequest, method: string, address: string, shared?: Call['shared']) => Promise<Ended>;

/** Hangs every domain's calls below the base of the API; answers how one is asked from here. */
export function mountCalls(app: FastifyInstance, kernel: Kernel): Ask {
  const router = Object.fromEntries(kernel.domains.map((domain) => [domain.name, domain.router]));
  const canonical = aliasesOf(kernel.domains);
  const handler = new StandardOpenAPIHandler<Call>(router, {
    clientInterceptors: [
      async ({ context, procedure, next }) => {
        // Kept here, because the library would walk through the whole answer once more to make JSON of what is JSON.
        context.answer = await run(context, procedure['~orpc'].meta as CallMeta, next);
      },
    ],
    interceptors: [
      async ({ context, next }) => {
        try {
          return await next();
        } catch (error) {
          throw refusalOf(error, context);
        }
      },
    ],
  });

  const ask: Ask = async (request, method, address, shared) => {
    const body = shared ? undefined : request.body;
    const url = new URL(address, 'http://server');
    const asked = url.pathname.slice(apiBase.length);
    const [path, named] = canonical(method, asked, body).split('?');
    url.pathname = apiBase + path;
    for (const [name, value] of new URLSearchParams(named)) url.searchParams.set(name, value);
    // A URL writes and reads its whole query anew after anything is taken out of it. Signs may be written as numbers.
    const wish = /as_of|%/.test(url.search) ? (url.searchParams.get('as_of') ?? undefined) : undefined;
    if (wish !== undefined) url.searchParams.delete('as_of');
    // The rest is set before a handler sees it: `meta` where the call is known, the connection where it is opened.
    const begun: Omit<Call, 'meta' | 'db' | 'client' | 'apart'> = {
      kernel,
      request,
      path: asked,
      locale: localeOf(request),
      education_form: wholeNumber(header(request, 'education_form', 'education-form', 'x-education-form')),
      account_id: 0,
      session_id: null,
      proved: false,
      institution_id: 0,
      abilities: none,
      afterCommit: [],
      evidence: new Set(),
      ...(wish === undefined ? {} : { wish }),
      ...(shared ? { shared } : {}),
    };
    const call = begun as Call;
    const refused = (refusal: Refusal): Ended => ({ call, status: refusal.status, refusal });
    let result: Awaited<ReturnType<typeof handler.handle>>;
    try {
      result = await handler.handle(
        {
          method,
          url,
          headers: request.headers,
          signal: undefined,
          // Fields may come in the query of a POST, PUT or DELETE as well; what the body says wins.
          body: async () => withQuery(url, body),
        },
        { prefix: apiBase, context: call },
      );
    } catch (error) {
      return refused(refusalOf(error, call));
    }
    if (!result.matched) return refused(fail('NOT_FOUND'));
    for (const work of call.afterCommit) work();
    const { status } = result.response;
    if (status < 400) return { call, status };
    const error = result.response.body as { code: string; data: FailData | undefined };
    kernel.onRefusal?.(call.meta, error.code);
    return refused(new ORPCError<string, FailData | undefined>(error.code, { status, data: error.data }));
  };

  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: `${apiBase}/*`,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { call, status, refusal } = await ask(request, request.method, request.raw.url ?? '/');
      if (call.asOf) {
        reply.header('as-of', call.asOf.at);
        if (call.asOf.begins) reply.header('history-begins', call.asOf.begins);
      }
      if (refusal) return sendError(reply, call.locale, refusal);
      if (call.stream)
        return reply
          .status(call.stream.status ?? 200)
          .headers(call.stream.headers)
          .send(call.stream.body);
      return reply
        .status(status)
        .header('content-type', 'application/json; charset=utf-8')
        .send(inUtf8(JSON.stringify(call.asOf ? ofThen(call.asOf, call.answer) : (call.answer ?? null))));
    },
  });
  return ask;
}

/** What is answered of the past says of when, and from when on the history of it is whole. */
const ofThen = ({ at, begins = null }: AsOf, answer: unknown): unknown =>
  typeof answer === 'object' && answer && !Array.isArray(answer)
    ? { ...answer, as_of: { at, history_begins: begins } }
    : answer;

/** Text as it is sent. Names need more than Latin 1, and for such text this is five times quicker than Buffer.from. */
const inUtf8 = (text: string): Buffer | string =>
  text.length > 2000 ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') : text;

function withQuery(url: URL, body: unknown): unknown {
  if (url.search === '' || Array.isArray(body)) return body ?? {};
  return { ...Object.fromEntries(url.searchParams), ...(body as object | undefined) };
}
