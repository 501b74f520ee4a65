import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kernel } from '../kernel.ts';
import { bearerOf, hashToken } from './entering.ts';
import { fail } from './errors.ts';

/** What the server takes before it knows what it is good for. */
export const bodyBounds = {
  /** Bytes of a body, from anybody and from somebody who is signed in. Files come another way, with limits of their own. */
  stranger: 64 * 1024,
  known: 5 * 1024 * 1024,
  /** Levels and parts of JSON: far more than any form of ours has, and little enough to be read in a moment. */
  levels: 64,
  parts: 200_000,
  /** Milliseconds in which the headers of a request must be there. */
  headers: 15_000,
  /** Whoever sends fewer bytes than this in so many milliseconds, while we are ready for more, is not waited for. */
  stalled: 30_000,
  least: 4096,
  /** Of a whole request; the largest files come slowly. */
  request: 2 * 3_600_000,
};

/** Takes the place of Fastify's own reading of bodies, which neither asks who sends one nor looks before it parses. */
export function readBodies(app: FastifyInstance, kernel: Kernel): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const body = await read(kernel, request);
    demandPlain(body);
    return new Promise((resolve, reject) => {
      void parse(request, body.toString('utf8'), (error, value) => (error ? reject(error) : resolve(value)));
    });
  });
  // Nobody is told to send more by a request that is refused before its body was read.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.raw.complete === false && !request.headers.authorization) reply.header('connection', 'close');
    done();
  });
  cutOffStalled(app);
}

/** The whole body. Only who turns out to be signed in may send a long one, and is asked for it only then. */
function read(kernel: Kernel, request: FastifyRequest): Promise<Buffer> {
  const { raw } = request;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let most = bodyBounds.stranger;
    const stop = (error: unknown) => {
      raw.off('data', onData).off('end', onEnd).off('error', onError);
      raw.resume();
      reject(error);
    };
    const onEnd = () => resolve(Buffer.concat(chunks, length));
    const onError = (error: Error) => stop(Object.assign(error, { statusCode: 400 }));
    const demand = async (bytes: number) => {
      if (bytes <= most) return;
      raw.pause();
      most = await allowed(kernel, request);
      if (bytes > most) throw fail('PAYLOAD_TOO_LARGE');
      raw.resume();
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) demand(length).catch(stop);
    };
    demand(Number(request.headers['content-length'] ?? 0)).then(
      () => raw.on('data', onData).on('end', onEnd).on('error', onError),
      stop,
    );
  });
}

async function allowed(kernel: Kernel, request: FastifyRequest): Promise<number> {
  const bearer = bearerOf(request);
  if (!bearer) return bodyBounds.stranger;
  const { rows } = await kernel.database.app.query<{ account_id: number | null }>(
    "select account_id from edulab_enter($1, null, '')",
    [hashToken(bearer)],
  );
  if (!rows[0]?.account_id) throw fail('UNAUTHORIZED');
  return bodyBounds.known;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const opens = (byte: number) => byte === 0x5b || byte === 0x7b;
const closes = (byte: number) => byte === 0x5d || byte === 0x7d;

/** Refuses JSON of too many levels or parts by its bytes alone: parsing it is what would take the time. */
export function demandPlain(body: Buffer): void {
  let level = 0;
  let parts = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!;
    if (byte === quote) {
      for (at++; at < body.length && body[at] !== quote; at++) if (body[at] === backslash) at++;
    } else if (opens(byte)) {
      parts++;
      if (++level > bodyBounds.levels) throw fail('BODY_TOO_COMPLEX');
    } else if (closes(byte)) level--;
    else if (byte === comma || byte === colon) parts++;
  }
  if (parts > bodyBounds.parts) throw fail('BODY_TOO_COMPLEX');
}

/**
 * Ends connections whose request does not come on. Bytes are counted at the socket, so it holds for every way in which a
 * body is read, and for one that nobody reads.
 */
function cutOffStalled(app: FastifyInstance): void {
  const coming = new Map<FastifyRequest['raw'], { bytes: number; since: number }>();
  app.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    // Without either nothing comes after the headers. Requests that are made without a network come whole.
    const bodied = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    if (bodied && raw.complete === false && raw.socket instanceof Socket) {
      coming.set(raw, { bytes: raw.socket.bytesRead, since: performance.now() });
      raw.once('close', () => coming.delete(raw));
    }
    done();
  });
  const look = () => {
    for (const [raw, seen] of coming) {
      const { bytesRead: bytes } = raw.socket;
      if (raw.complete) coming.delete(raw);
      // What lies here unread is our delay, not theirs.
      else if (bytes - seen.bytes >= bodyBounds.least || raw.readableLength > 0)
        Object.assign(seen, { bytes, since: performance.now() });
      else if (performance.now() - seen.since >= bodyBounds.stalled) {
        coming.delete(raw);
        raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
        raw.socket.destroySoon();
      }
    }
  };
  const timer = setInterval(look, Math.min(1_000, bodyBounds.stalled)).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
