import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '#platform/server/run/settings.ts';

/*
 * Pages of one package must reach into each other's windows: frames call what stands around them, and the run time is
 * looked for from parent to parent. Browsers allow that within an origin only. So packages run under a host name of their
 * own, where nothing of the application is served and nobody is signed in. Where there is none, each page is its own origin.
 */

/** A name that every browser takes for this machine. */
const here = 'packages.localhost';
const local = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The origin for packages as the asking browser can reach it; null where there is none. */
export function packageOrigin(settings: Settings, request: FastifyRequest): string | null {
  if (settings.packagesUrl) return settings.packagesUrl;
  if (!local.has(request.hostname)) return null;
  return `http://${here}:${request.port}`;
}

/** Whether this request came to the packages' own host. */
export const isPackageOrigin = ({ packagesUrl }: Settings, request: FastifyRequest): boolean =>
  packagesUrl ? request.host === new URL(packagesUrl).host : request.hostname === here;

/** Keeps everything but packages away from their host, and programs that would go on running there without their page. */
export function guardPackageOrigin(settings: Settings, app: FastifyInstance, base: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isPackageOrigin(settings, request)) return;
    if (request.method !== 'GET' || !request.url.startsWith(`${base}/`) || request.headers['service-worker'])
      return reply.status(404).type('text/plain').send('Not found');
  });
}

/**
 * The page around a package under its own host: it holds the run time, for as long as the package goes from page to page.
 * Before it loads anything it tells, with the mark `key`, that this host is reached, however long the rest may take.
 */
export const holderPage = (key: string, scripts: string[], content: string, title: string): string => `<!doctype html>
<html><head><meta charset="utf-8"><title>${escaped(title)}</title>
<style>html,body{margin:0;height:100%;overflow:hidden;background:#fff}iframe{border:0;width:100%;height:100%;display:block}</style>
<script>window.top.postMessage({ edulab: ${JSON.stringify(key)}, reached: true }, '*')</script>
${scripts.map((address) => `<script src="${escaped(address)}"></script>`).join('\n')}</head>
<body><iframe id="edulab-content" src="${escaped(content)}" title="${escaped(title)}" allow="fullscreen; autoplay"></iframe></body></html>`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
