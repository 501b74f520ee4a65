import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, onSessionLost, send } from './http.ts';
import { write, writeJson } from './session/storage.ts';

const lost = vi.fn();
const sent: (string | null)[] = [];
/** A server that knows this token alone. */
let valid = '';
beforeEach(() => {
  onSessionLost(lost);
  lost.mockClear();
  sent.length = 0;
  write('token', 'old');
  writeJson('userInfo', { id: 7 });
  valid = 'new';
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string | Request, init?: RequestInit) {
        super(typeof input === 'string' ? `http://localhost${input}` : input, init);
      }
    },
  );
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.headers.get('authorization'));
    const known = request.headers.get('authorization') === `Bearer ${valid}`;
    return Response.json(known ? { body: await request.text() } : { code: 'UNAUTHORIZED' }, {
      status: known ? 200 : 401,
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const save = () => api<{ body: string }>('POST', '/thing', { body: { name: 'x' }, silent: true });

it('a call that set out before the password was changed goes again with the next token', async () => {
  setTimeout(() => write('token', 'new'), 120);
  expect((await save()).body).toBe('{"name":"x"}');
  expect(sent).toEqual(['Bearer old', 'Bearer new']);
  expect(lost).not.toHaveBeenCalled();
});

it('what would set out while the password is changed waits for the next token', async () => {
  valid = 'old';
  const change = api('PUT', '/user/own/password', { body: {}, silent: true }).then(() => {
    valid = 'new';
    setTimeout(() => write('token', 'new'), 120);
  });
  const other = save();
  await change;
  expect((await other).body).toBe('{"name":"x"}');
  expect(sent).toEqual(['Bearer old', 'Bearer new']);
  expect(lost).not.toHaveBeenCalled();
});

it('a refused change of the password holds nobody up', async () => {
  valid = 'other';
  await expect(api('PUT', '/user/own/password', { body: {}, silent: true })).rejects.toMatchObject({ status: 401 });
  valid = 'old';
  expect((await save()).body).toBe('{"name":"x"}');
});

it('a session that is over is over, and nobody acts in the name of whoever signs in next', async () => {
  await expect(save()).rejects.toMatchObject({ status: 401 });
  expect(lost).toHaveBeenCalledOnce();
  setTimeout(() => {
    write('token', 'new');
    writeJson('userInfo', { id: 8 });
  }, 120);
  await expect(save()).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual(['Bearer old', 'Bearer old']);
  expect(lost).toHaveBeenCalledOnce();
});

/** A server that has no room for so many of the next calls, and tells to come again in no time. */
function busyFor(times: number, code = 'SERVER_BUSY') {
  const came: { key: string | null; body: string }[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    came.push({ key: request.headers.get('idempotency-key'), body: await request.text() });
    return came.length <= times
      ? Response.json({ code }, { status: 503, headers: { 'retry-after': '1' } })
      : Response.json({});
  });
  vi.useFakeTimers();
  return came;
}
afterEach(() => vi.useRealTimers());

it('what the server has no room for comes again by itself, with its body and its key', async () => {
  const came = busyFor(3);
  const saved = save();
  await vi.advanceTimersByTimeAsync(7_000);
  await saved;
  expect(came).toHaveLength(4);
  expect(new Set(came.map(({ body }) => body))).toEqual(new Set(['{"name":"x"}']));
  expect(new Set(came.map(({ key }) => key)).size).toBe(1);
  expect(lost).not.toHaveBeenCalled();
});

it('it does so for two minutes, and then says what the server said', async () => {
  const came = busyFor(1_000);
  const saved = save();
  const refused = expect(saved).rejects.toMatchObject({ status: 503, code: 'SERVER_BUSY' });
  await vi.advanceTimersByTimeAsync(130_000);
  await refused;
  expect(came.length).toBeGreaterThan(55);
  expect(came.length).toBeLessThan(121);
});

it('of what failed for another reason only what has a key goes again, and soon ends', async () => {
  const came = busyFor(1_000, 'SERVICE_UNAVAILABLE');
  await expect(api('DELETE', '/thing/1', { silent: true })).rejects.toMatchObject({ status: 503 });
  expect(came).toHaveLength(1);
  const refused = expect(save()).rejects.toMatchObject({ status: 503 });
  await vi.advanceTimersByTimeAsync(25_000);
  await refused;
  expect(came.length).toBeGreaterThan(9);
});

it('whoever leaves the page waits no more, and live events come again in their own way', async () => {
  const came = busyFor(1_000);
  const leaves = new AbortController();
  const left = expect(api('GET', '/thing', { silent: true, signal: leaves.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await vi.advanceTimersByTimeAsync(500);
  leaves.abort();
  await left;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(came).toHaveLength(1);
  const stream = new Request('/events', { headers: { accept: 'text/event-stream' } });
  expect((await send(stream)).status).toBe(503);
  expect(came).toHaveLength(2);
});
