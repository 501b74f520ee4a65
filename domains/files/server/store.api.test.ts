import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiBase } from '#platform/server/call/http.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { type ObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { sweepFiles } from './sweep.ts';

/** Files in a store that servers share, through the calls of a server. */

let store: ObjectStore;
let api: Api;
let me: Caller;
beforeAll(async () => {
  store = await startObjectStore();
  api = await startApi({ environment: { FILES_URL: store.url('calls') } });
  me = await api.as('registrar_head');
});
afterAll(async () => {
  await api?.close();
  await store?.close();
});

const address = (link: string) => link.slice(apiBase.length);
const csv = (text: string) => Buffer.from(`${text}\n`.repeat(1000));

it('uploads, hands out whole and in part, and draws smaller pictures, while one request of ten fails', async () => {
  store.faults.failing = 10;
  const content = csv('ism;familiya');
  const answer = await me.upload('a.csv', content);
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  const [file] = answer.body;
  const whole = await api.anonymous.get(address(file.original_url));
  expect([whole.status, whole.raw.equals(content)]).toEqual([200, true]);
  const part = await api.anonymous.get(address(file.original_url), { range: 'bytes=13-25' });
  expect([part.status, part.raw.equals(content.subarray(13, 26)), part.headers['content-range']]).toEqual([
    206,
    true,
    `bytes 13-25/${content.length}`,
  ]);
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#147' } })
    .png()
    .toBuffer();
  const [picture] = (await me.upload('a.png', png)).body;
  const small = await api.anonymous.get(`${address(picture.original_url)}&size=64`);
  expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp']);
  delete store.faults.failing;
});

it('says that it cannot while the store is away, keeps nothing of that, and takes the file afterwards', async () => {
  store.faults.failing = 1;
  const refused = await me.upload('b.csv', csv('b'));
  expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  delete store.faults.failing;
  const hash = createHash('sha256').update(csv('b')).digest('hex');
  const known = () => api.database.owner.query('select 1 from files where hash = $1', [hash]);
  expect((await known()).rowCount).toBe(0);
  expect((await me.upload('b.csv', csv('b'))).status).toBe(200);
  expect((await known()).rowCount).toBe(1);
});

it('sweeps nothing that came lately', async () => {
  expect(await sweepFiles(api.kernel)).toBe(0);
});
