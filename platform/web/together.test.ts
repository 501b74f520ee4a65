import { beforeEach, expect, it, vi } from 'vitest';
import { together } from './together.ts';

const root = 'http://localhost/api';
/** What was sent: the address, or the addresses that one request held. */
const sent: (string | string[])[] = [];
/** How the server answers what is asked together. */
let answer: (calls: string[], signal: AbortSignal) => Response;

beforeEach(() => {
  sent.length = 0;
  answer = (calls) => lines(calls.map((call, index) => line(index, 200, { call })));
});
const send = async (make: () => Request): Promise<Response> => {
  const request = make();
  if (request.method === 'GET') {
    sent.push(request.url.slice(root.length));
    return Response.json({ alone: true });
  }
  const { calls } = (await request.json()) as { calls: string[] };
  sent.push(calls);
  return answer(calls, request.signal);
};

const line = (index: number, status: number, body: unknown) =>
  `{"index":${index},"status":${status},"body":${JSON.stringify(body)}}\n`;
const lines = (given: string[]) => new Response(given.join(''));

const get = (path: string, { signal = new AbortController().signal, headers = {} } = {}) =>
  together(new Request(root + path, { headers: { accept: 'application/json', ...headers }, signal }), root, send);
const bodies = async (...asked: Promise<Response>[]) =>
  Promise.all((await Promise.all(asked)).map((response) => response.json()));

it('one that is asked alone goes as it is, as do files, the past and what is long', async () => {
  await get('/a');
  await Promise.all([together(new Request(`${root}/file`), root, send), get('/b')]);
  await Promise.all([get('/c?as_of=2026-01-01'), get(`/d?search=${'x'.repeat(1000)}`), get('/e')]);
  expect(sent.map((one) => (typeof one === 'string' ? one.slice(0, 5) : one))).toEqual([
    '/a',
    '/file',
    '/b',
    '/c?as',
    '/d?se',
    '/e',
  ]);
});

it('what is asked in one moment is one request, for each who asks', async () => {
  expect(await bodies(get('/a'), get('/b?page=1'), get('/c'))).toEqual([
    { call: '/a' },
    { call: '/b?page=1' },
    { call: '/c' },
  ]);
  await bodies(get('/a', { headers: { institution: '1' } }), get('/b', { headers: { institution: '2' } }));
  expect(sent).toEqual([['/a', '/b?page=1', '/c'], '/a', '/b']);
});

it('more than one request takes are two', async () => {
  await bodies(...Array.from({ length: 45 }, (_, n) => get(`/${n}`)));
  expect(sent.map((calls) => calls.length)).toEqual([40, 5]);
});

it('answers come one by one, in whatever order and however they are cut', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const give = writable.getWriter();
  const sending = vi.fn(() => new Response(readable));
  answer = sending;
  const [slow, quick] = [get('/slow'), get('/quick')];
  await vi.waitFor(() => expect(sending).toHaveBeenCalled());
  const bytes = new TextEncoder().encode(
    line(1, 404, { code: 'NOT_FOUND', message: 'Oʻ{"}\n\u2028' }) + line(0, 200, null),
  );
  for (const byte of bytes.subarray(0, bytes.length - 20)) void give.write(new Uint8Array([byte]));
  const response = await quick;
  expect([response.status, await response.json()]).toEqual([404, { code: 'NOT_FOUND', message: 'Oʻ{"}\n\u2028' }]);
  void give.write(bytes.subarray(bytes.length - 20));
  expect(await (await slow).json()).toBe(null);
});

it('what cannot be gathered is asked alone, and all of it at a server that does not know this', async () => {
  answer = () => lines([line(0, 421, { code: 'ASK_ALONE' }), line(1, 200, 1)]);
  expect(await bodies(get('/a'), get('/b'))).toEqual([{ alone: true }, 1]);
  answer = () => new Response('', { status: 404 });
  expect(await bodies(get('/a'), get('/b'))).toEqual([{ alone: true }, { alone: true }]);
  expect(sent).toEqual([['/a', '/b'], '/a', ['/a', '/b'], '/a', '/b']);
});

it('a refusal of all is told to each; what broke off is no answer', async () => {
  answer = () => Response.json({ code: 'BUSY' }, { status: 503 });
  for (const response of await Promise.all([get('/a'), get('/b')])) {
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ code: 'BUSY' });
  }
  answer = () => lines([line(0, 200, 1)]);
  const [first, second] = await Promise.allSettled([get('/a'), get('/b')]);
  expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
});

it('who no longer wants an answer gets none; when nobody does, the request is ended', async () => {
  let stopped: AbortSignal | undefined;
  answer = (_, signal) => {
    stopped = signal;
    return new Response(
      new ReadableStream({
        start(control) {
          control.enqueue(new TextEncoder().encode(line(0, 200, 1)));
          signal.addEventListener('abort', () => control.error(signal.reason));
        },
      }),
    );
  };
  const left = [new AbortController(), new AbortController(), new AbortController()];
  const early = get('/early', left[0]);
  const asked = [get('/first'), get('/a', left[1]), get('/b', left[2])];
  const told = Promise.allSettled([early, ...asked]);
  left[0]!.abort();
  await asked[0];
  expect(sent).toEqual([['/first', '/a', '/b']]);
  left[1]!.abort();
  expect(stopped?.aborted).toBe(false);
  left[2]!.abort();
  expect(stopped?.aborted).toBe(true);
  const over = { status: 'rejected', reason: { name: 'AbortError' } };
  expect(await told).toMatchObject([over, { status: 'fulfilled' }, over, over]);
});
