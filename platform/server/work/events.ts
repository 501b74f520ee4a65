import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PermissionName, Scope } from '#platform/contract/index.ts';
import { abilitiesOf } from '../call/access.ts';
import { hashToken } from '../call/entering.ts';
import { fail } from '../call/errors.ts';
import { apiBase, localeOf, sendError } from '../call/http.ts';
import type { Kernel } from '../kernel.ts';
import type { Bus } from './events-bus.ts';

/** Live events to browsers, as server-sent events. They only say that something is new; what is new is asked by calls. */
const channel = 'edulab_events';
const heartbeatMs = 25_000;
const perAccount = 20;
/** What a notification of PostgreSQL can carry, less what surrounds the data. */
const maxPayload = 7500;

export interface LiveEvent {
  type: string;
  /** One person, some, or all who hold a permission; never beyond the caller's institution. */
  to: { account_id: number } | { account_ids: readonly number[] } | { permission: PermissionName };
  data: Record<string, unknown>;
}

/** Tells browsers, once the caller's transaction is committed. Data that is too long is left out: the screen asks anyway. */
/** What it takes to tell: an institution, and a connection or a pool. */
export interface Telling {
  client: { query(text: string, values: unknown[]): Promise<unknown> };
  institution_id: number;
}

export async function emit(call: Telling, event: LiveEvent): Promise<void> {
  const whole = JSON.stringify({ ...event, institution_id: call.institution_id });
  const payload =
    Buffer.byteLength(whole) <= maxPayload
      ? whole
      : JSON.stringify({ ...event, data: {}, institution_id: call.institution_id });
  await call.client.query('select pg_notify($1, $2)', [channel, payload]);
}

/** Accounts that one notification names: their numbers and what is told fit into what it can carry. */
const perNotification = 500;

/** The same to each of many people, in one statement. */
export async function emitToMany(
  call: Telling,
  account_ids: readonly number[],
  event: Omit<LiveEvent, 'to'>,
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(account_ids.length / perNotification) }, (_, part) =>
    JSON.stringify({
      ...event,
      to: { account_ids: account_ids.slice(part * perNotification, (part + 1) * perNotification) },
      institution_id: call.institution_id,
    }),
  );
  await call.client.query('select pg_notify($1, part) from unnest($2::text[]) part', [channel, parts]);
}

interface Stream {
  reply: FastifyReply;
  account_id: number;
  session_id: number;
  institution_id: number;
  abilities: ReadonlyMap<string, Scope>;
}

type Notified = (LiveEvent & { institution_id: number }) | { ended_session: number };

/** Opens `GET /events`. A stream is bound to one session and one institution and ends with either. */
export function mountEvents(kernel: Kernel, app: FastifyInstance, bus: Bus): void {
  const streams = new Set<Stream>();
  const end = (stream: Stream) => {
    streams.delete(stream);
    stream.reply.raw.end();
  };
  const write = (stream: Stream, text: string) => {
    stream.reply.raw.write(text);
    // Who does not read is let go, and comes again when able.
    if (stream.reply.raw.writableLength > 1024 * 1024) {
      streams.delete(stream);
      stream.reply.raw.destroy();
    }
  };

  bus.on(channel, (payload) => {
    if (payload === undefined) {
      // Events may have been missed: browsers that connect again ask for everything anew.
      for (const stream of [...streams]) end(stream);
      return;
    }
    const event = JSON.parse(payload) as Notified;
    if ('ended_session' in event) {
      for (const stream of [...streams]) if (stream.session_id === event.ended_session) end(stream);
      return;
    }
    const text = `event: ${event.type.replaceAll(/\s/g, '')}\ndata: ${JSON.stringify(event.data)}\n\n`;
    for (const stream of [...streams]) {
      if (stream.institution_id !== event.institution_id) continue;
      if (isFor(event.to, stream)) write(stream, text);
    }
  });

  app.get(`${apiBase}/events`, async (request, reply) => {
    const bearer = /^Bearer ([\w.~+/=-]{16,512})$/i.exec(request.headers.authorization ?? '')?.[1];
    const locale = localeOf(request);
    if (!bearer) return sendError(reply, locale, fail('UNAUTHORIZED'));
    const wish = /^\d{1,9}$/.exec(String(request.headers.institution ?? ''))?.[0] ?? null;
    const entered = await enter(kernel, bearer, wish);
    if (!entered) return sendError(reply, locale, fail('UNAUTHORIZED'));
    if (entered.refused || entered.institution_id === null)
      return sendError(reply, locale, fail('INSTITUTION_NOT_ALLOWED'));
    const own = [...streams].filter((stream) => stream.account_id === entered.account_id);
    if (own.length >= perAccount && own[0]) end(own[0]);
    reply.hijack();
    const stream: Stream = {
      reply,
      account_id: entered.account_id,
      session_id: entered.session_id,
      institution_id: entered.institution_id,
      abilities: entered.abilities,
    };
    // An error of a closing line is no news; without a listener it would end the process.
    reply.raw.on('error', () => undefined);
    reply.raw.on('close', () => streams.delete(stream));
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    streams.add(stream);
    write(stream, ': here\n\n');
  });

  const beat = async () => {
    if (streams.size === 0) return;
    const still = await rightsOf(kernel, [...streams]);
    for (const stream of [...streams]) {
      const abilities = still.get(stream);
      if (!abilities) end(stream);
      else {
        stream.abilities = abilities;
        write(stream, ': beat\n\n');
      }
    }
  };
  const timer = setInterval(
    () => beat().catch((error: unknown) => app.log.error({ err: error }, 'live events')),
    heartbeatMs,
  );
  timer.unref();
  // Before the server waits for its connections, or it would wait for these for ever.
  app.addHook('preClose', async () => {
    clearInterval(timer);
    for (const stream of [...streams]) end(stream);
  });
}

function isFor(to: LiveEvent['to'], { account_id, abilities }: Stream): boolean {
  if ('account_id' in to) return to.account_id === account_id;
  return 'account_ids' in to ? to.account_ids.includes(account_id) : abilities.has(to.permission);
}

interface Entered {
  account_id: number;
  session_id: number;
  institution_id: number | null;
  refused: boolean;
  access_version: number;
}

async function enter(kernel: Kernel, bearer: string, wish: string | null) {
  const client = await kernel.database.app.connect();
  try {
    await client.query('begin read only');
    const {
      rows: [entered],
    } = await client.query<Entered>('select * from edulab_enter($1, $2, $3)', [hashToken(bearer), wish, 'GET /events']);
    if (!entered?.account_id) return undefined;
    const abilities =
      entered.institution_id === null
        ? new Map<string, Scope>()
        : await abilitiesOf(client, entered.account_id, entered.institution_id, entered.access_version);
    return { ...entered, abilities };
  } finally {
    await client.query('rollback').finally(() => client.release());
  }
}

/** What the people behind these streams may now; a stream whose session or role ended is missing. One query for all sessions. */
async function rightsOf(kernel: Kernel, streams: Stream[]): Promise<Map<Stream, ReadonlyMap<string, Scope>>> {
  const client = await kernel.database.owner.connect();
  try {
    const { rows } = await client.query<{ session_id: number; institution_id: number; access_version: number }>(
      `select distinct s.id as session_id, r.institution_id, (select last_value from access_changes) as access_version
         from sessions s join accounts a on a.id = s.account_id join account_roles r on r.account_id = a.id
        where s.id = any($1) and s.revoked_at is null and s.expires_at > edulab_now() and a.active and a.deleted_at is null`,
      [streams.map((stream) => stream.session_id)],
    );
    const versions = new Map(rows.map((row) => [`${row.session_id}:${row.institution_id}`, row.access_version]));
    const still = new Map<Stream, ReadonlyMap<string, Scope>>();
    for (const stream of streams) {
      const version = versions.get(`${stream.session_id}:${stream.institution_id}`);
      if (version !== undefined)
        still.set(stream, await abilitiesOf(client, stream.account_id, stream.institution_id, version));
    }
    return still;
  } finally {
    client.release();
  }
}
