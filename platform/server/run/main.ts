import { existsSync } from 'node:fs';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import serveStatic from '@fastify/static';
import { ORPCError } from '@orpc/server';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import helmet from 'helmet';
import type { ErrorCode } from '#platform/contract/index.ts';
import { registerPermissions } from '../call/access.ts';
import { admit } from '../call/admission.ts';
import { bodyBounds, readBodies } from '../call/bodies.ts';
import { docsPage } from '../call/docs-page.ts';
import { fail, registerConstraints, registerErrors } from '../call/errors.ts';
import { apiBase, localeOf, mountCalls, sendError } from '../call/http.ts';
import { forgetAnswers } from '../call/idempotency.ts';
import { registerMessages } from '../call/messages.ts';
import { openApi } from '../call/openapi.ts';
import { callsOf } from '../call/routes.ts';
import { mountTogether } from '../call/together.ts';
import { type Database, databaseIsAway } from '../database/database.ts';
import { addGuards } from '../database/guards.ts';
import { makeLinkKey } from '../disk/signing.ts';
import { makeSigningKey } from '../disk/signing-keys.ts';
import { bounds } from '../heavy/index.ts';
import type { Kernel, ServerDomain } from '../kernel.ts';
import { exportBounds } from '../records/exports.ts';
import { watchNights } from '../work/nightly.ts';
import { logSerializers } from './fault-log.ts';
import { meter } from './metrics.ts';
import type { Settings } from './settings.ts';

/** Makes the domains' permissions, error codes, texts and guards known. Once per process, before the database is opened. */
export function registerDomains(domains: readonly ServerDomain[]): void {
  for (const domain of domains) {
    if (domain.permissions) registerPermissions(domain.permissions);
    if (domain.errors) registerErrors(domain.errors);
    if (domain.constraints) registerConstraints(domain.constraints);
    if (domain.messages) registerMessages(domain.messages);
    for (const file of domain.guards ? [domain.guards].flat() : []) addGuards(file);
  }
  callsOf(domains);
}

export interface ServerOptions {
  database: Database;
  settings: Settings;
  domains: readonly ServerDomain[];
  /** Folder of the built web part; absent where only the API is served. */
  web?: string | undefined;
  logLevel?: string | undefined;
  onRefusal?: Kernel['onRefusal'];
  /** Jobs, letters and nights are done here as well (true). */
  background?: boolean;
}

/** Builds the HTTP server; the caller listens. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { database, settings, domains, background = true } = options;
  const kernel: Kernel = { database, settings, domains, background };
  makeLinkKey(settings.dataDir);
  // Of several processes one.
  if (background) makeSigningKey(settings.dataDir);
  if (options.onRefusal) kernel.onRefusal = options.onRefusal;
  const { heavySeconds: seconds, heavyMemoryMb: memoryMb, exportRows: rowsAtOnce } = options.settings;
  Object.assign(bounds, { seconds, memoryMb });
  Object.assign(exportBounds, { rowsAtOnce });
  const app = Fastify({
    logger: { level: options.logLevel ?? 'warn', serializers: logSerializers },
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: bodyBounds.request,
    http: { headersTimeout: bodyBounds.headers, connectionsCheckingInterval: Math.min(5_000, bodyBounds.headers) },
    trustProxy: options.settings.trustedProxies,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: true,
  });
  // Made once: the plugin of this library would read the policy anew for every request.
  const policy = (ancestors: string[]) =>
    helmet({
      contentSecurityPolicy: {
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          // Mantine and the chart library set style attributes; scripts stay strict.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'", 'data:'],
          // The program with which people sign (E-IMZO) listens on their own machine.
          connectSrc: ["'self'", 'wss://127.0.0.1:64443', 'ws://127.0.0.1:64646'],
          frameSrc: ["'self'", 'blob:', 'https:', options.settings.packagesUrl ?? 'http://packages.localhost:*'],
          objectSrc: ["'none'"],
          frameAncestors: ancestors,
          upgradeInsecureRequests: null,
        },
      },
      strictTransportSecurity: options.settings.publicUrl.startsWith('https:'),
      crossOriginEmbedderPolicy: false,
      // With `same-origin`, windows that a package opens could not speak with it.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      xFrameOptions: ancestors.includes('*') ? false : { action: 'sameorigin' },
    });
  const secure = policy(["'self'"]);
  // What an institution shows of itself to the world any site may show in a frame: there is nothing to press in it.
  const shown = policy(['*']);
  app.addHook('onRequest', (request, reply, done) =>
    (request.url.split('?')[0] === '/figures' ? shown : secure)(request.raw, reply.raw, (fault) =>
      done(fault as Error | undefined),
    ),
  );
  admit(app, kernel);
  await app.register(compress, { global: true, threshold: 2048, encodings: ['br', 'gzip'] });
  // Files are read as they come; nothing is kept in memory.
  await app.register(multipart, { limits: { files: 20, fields: 20, fieldSize: 64 * 1024 } });
  readBodies(app, kernel);
  app.setErrorHandler((error: { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof ORPCError) return sendError(reply, localeOf(request), error);
    const codes: Record<number, ErrorCode> = {
      413: 'PAYLOAD_TOO_LARGE',
      415: 'UNSUPPORTED_MEDIA_TYPE',
      429: 'TOO_MANY_REQUESTS',
    };
    if (databaseIsAway(error)) return sendError(reply, localeOf(request), fail('SERVICE_UNAVAILABLE'));
    const status = error.statusCode ?? 500;
    // Whoever left in the middle of an answer is no fault of ours.
    const left = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed;
    if (status >= 500 && !left) request.log.error({ err: error }, 'a request failed');
    return sendError(
      reply,
      localeOf(request),
      fail(codes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'), { error_id: request.id }),
    );
  });
  meter(app, kernel);
  app.addHook('onReady', async () => void (await forgetAnswers(kernel.database.owner)));
  app.get(`${apiBase}/openapi.json`, async (_request, reply) =>
    reply.header('content-type', 'application/json').send(await openApi(options.domains).text),
  );
  app.get(`${apiBase}/docs`, async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(await docsPage(options.domains)),
  );
  for (const domain of options.domains) await domain.start?.(kernel, app);
  if (background) watchNights(kernel, app);
  mountTogether(app, kernel, mountCalls(app, kernel));
  await mountWeb(app, options.web, options.settings);
  return app;
}

/** What says how a page behaves says nothing of a script, a style or a font, and is longer than many of them. */
const ofPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

async function mountWeb(app: FastifyInstance, folder: string | undefined, settings: Settings): Promise<void> {
  if (!folder || !existsSync(folder)) {
    app.setNotFoundHandler((request, reply) => sendError(reply, localeOf(request), fail('NOT_FOUND')));
    return;
  }
  await app.register(serveStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    wildcard: false,
    maxAge: '1y',
    immutable: true,
    cacheControl: true,
    // Only what is built has a fingerprint in its name; all else is asked for again, for the next build may change it.
    setHeaders: (reply, path) => {
      if (!/[\\/]assets[\\/]/.test(path)) void reply.header('cache-control', 'no-cache');
      // A worker (`.mjs`) is held to what comes with it, as a page is.
      else if (/\.(js|css|woff2)(\.br)?$/.test(path)) for (const name of ofPages) reply.raw.removeHeader(name);
    },
  });
  // Every other address is a page of the application, which draws its own not-found page.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (request.method !== 'GET' || path.startsWith(apiBase) || /\.[a-z0-9]{2,5}$/i.test(path))
      return sendError(reply, localeOf(request), fail('NOT_FOUND'));
    // The hosts of applicants open where one signs up; that page sends on whoever is signed in.
    const host = request.hostname.toLowerCase();
    if (path === '/' && (host === settings.admissionHost || host === settings.transferHost))
      return reply.redirect(`/admission/reg${request.url.slice(path.length)}`, 302);
    return reply.sendFile('index.html', folder, { maxAge: 0, immutable: false });
  });
}
