import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { listen } from './doors.ts';

test('answers over every socket, refuses a second server on its port, and leaves the port free', async () => {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/', async (request) => request.ip);
  await listen(app, 0, '127.0.0.1');
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ maxSockets: 200 });
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      get({ agent, port, host: '127.0.0.1' }, (answer) =>
        answer.setEncoding('utf8').once('data', (text: string) => resolve(text)),
      ).on('error', reject);
    });
  expect(new Set(await Promise.all(Array.from({ length: 200 }, ask)))).toEqual(new Set(['127.0.0.1']));
  const second = Fastify();
  await expect(listen(second, port, '127.0.0.1')).rejects.toThrow('already in use');
  await app.close();
  await expect(ask()).rejects.toThrow('ECONNREFUSED');
  await listen(second, port, '127.0.0.1');
  await second.close();
});
