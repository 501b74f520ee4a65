import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Settings, settings } from '#platform/server/run/settings.ts';
import { guardPackageOrigin, holderPage, packageOrigin } from './package-origin.ts';

const given = (environment: Record<string, string>) => settings({ EDULAB_DATA: '/tmp', ...environment }, []);

async function ask(own: Settings, host: string, url: string, headers = {}) {
  const app = Fastify();
  guardPackageOrigin(own, app, '/packages');
  app.get('/*', async (request) => ({ origin: packageOrigin(own, request) }));
  app.post('/*', async () => ({}));
  const got = await app.inject({ url, headers: { host, ...headers } });
  const sent = await app.inject({ method: 'POST', url, headers: { host } });
  await app.close();
  return [got.statusCode, sent.statusCode, got.statusCode === 200 ? got.json().origin : undefined];
}

describe('the host of packages', () => {
  it('is another name of this machine, or what the operator says, or none', async () => {
    const [usual, set] = [given({}), given({ EDULAB_URL: 'https://lms.uz', PACKAGES_URL: 'https://packages.uz' })];
    expect(await ask(usual, 'localhost:3211', '/')).toEqual([200, 200, 'http://packages.localhost:3211']);
    expect(await ask(usual, 'lms.uz', '/')).toEqual([200, 200, null]);
    expect(await ask(set, 'lms.uz', '/')).toEqual([200, 200, 'https://packages.uz']);
    expect(() => given({ EDULAB_URL: 'https://lms.uz', PACKAGES_URL: 'https://lms.uz:8443' })).toThrow(/another host/);
  });

  it('serves packages and nothing else, and no workers', async () => {
    for (const [own, host] of [
      [given({}), 'packages.localhost:3211'],
      [given({ EDULAB_URL: 'https://lms.uz', PACKAGES_URL: 'https://packages.uz' }), 'packages.uz'],
    ] as const) {
      expect((await ask(own, host, '/packages/a/b.html')).slice(0, 2)).toEqual([200, 404]);
      for (const url of ['/', '/login', '/packagesx', '/edulab/lms/api/v1/user/me/info'])
        expect((await ask(own, host, url)).slice(0, 2)).toEqual([404, 404]);
      expect((await ask(own, host, '/packages/sw.js', { 'service-worker': 'script' }))[0]).toBe(404);
    }
  });

  it('shows titles as text', () => {
    expect(holderPage('key', [], '/a', '<script>"x"')).toContain('<title>&lt;script&gt;&quot;x&quot;</title>');
  });
});
