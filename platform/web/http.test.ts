import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, onSessionLost } from './http.ts';
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
