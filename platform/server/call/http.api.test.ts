import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.as('super_admin');
});
afterAll(async () => api.close());

describe('an Idempotency-Key', () => {
  const upload = async (name: string, content: string, key: string) => {
    const part = `--x\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n${content}\r\n--x--\r\n`;
    return admin.post('/upload', Buffer.from(part), {
      'content-type': 'multipart/form-data; boundary=x',
      'idempotency-key': key,
    });
  };

  it('brings the first answer again for the same file, and refuses another', async () => {
    const first = await upload('a.csv', 'one', 'upload-1');
    expect(first.status).toBe(200);
    expect((await upload('a.csv', 'one', 'upload-1')).body).toEqual(first.body);
    expect((await upload('a.csv', 'two', 'upload-1')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await upload('b.csv', 'one', 'upload-1')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await upload('a.csv', 'two', 'upload-2')).body[0].id).not.toBe(first.body[0].id);
  });

  it('leaves the refusal of a file as it is', async () => {
    expect((await upload('a.exe', 'one', 'upload-3')).body.code).toBe('FILE_TYPE_NOT_ALLOWED');
  });

  it('belongs to one address: it does not delete a second record by mistake', async () => {
    const ids = [];
    for (const uz of ['Birinchi', 'Ikkinchi'])
      ids.push((await admin.post('/category/', { title: { uz, ru: '', en: '' } })).body.id);
    const key = { 'idempotency-key': 'delete-1' };
    expect((await admin.delete(`/category/${ids[0]}`, undefined, key)).status).toBe(200);
    expect((await admin.delete(`/category/${ids[0]}`, undefined, key)).status).toBe(200);
    expect((await admin.delete(`/category/${ids[1]}`, undefined, key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await admin.get(`/category/${ids[1]}`)).status).toBe(200);
  });
});

it('says with every answer what a browser may do with it', async () => {
  for (const path of ['/category/', '/nowhere']) {
    const { headers } = await admin.get(path);
    expect([headers['x-frame-options'], headers['content-security-policy']]).toEqual([
      'SAMEORIGIN',
      expect.stringContaining("frame-ancestors 'self'"),
    ]);
    // The public page of figures alone may stand in the frame of another site.
    const open = (await api.app.inject('/figures?frame=1&lang=ru')).headers;
    expect([open['x-frame-options'], open['content-security-policy']]).toEqual([
      undefined,
      expect.stringContaining('frame-ancestors *'),
    ]);
    expect(headers['content-security-policy']).toMatch(/default-src 'self'.*;script-src 'self';/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
  }
});

describe('a file that is sent slowly', () => {
  it('holds no connection to the database', async () => {
    const { body } = await admin.upload('a.csv', Buffer.from(randomBytes(2_000_000).toString('hex')));
    const answer = await api.app.inject({ url: body[0].original_url, payloadAsStream: true });
    const stream = answer.stream();
    await new Promise((resolve) => stream.once('readable', resolve));
    const { totalCount, idleCount, waitingCount } = api.database.app;
    expect([totalCount - idleCount, waitingCount]).toEqual([0, 0]);
    let size = 0;
    for await (const chunk of stream) size += (chunk as Buffer).length;
    expect([answer.statusCode, size]).toEqual([200, 4_000_000]);
  });
});
