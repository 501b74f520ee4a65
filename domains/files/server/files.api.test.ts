import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { signedLink } from './links.ts';

let api: Api;
let me: Caller;
beforeAll(async () => {
  api = await startApi();
  me = await api.as('registrar_head');
});
afterAll(() => api.close());

const png = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#2563eb' } })
    .png()
    .toBuffer();
const follow = (link: string, headers?: Record<string, string>) =>
  api.anonymous.get(link.slice(apiBase.length), headers);
const names = async () =>
  (await readdir(join(api.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

/** A request with several files, as a browser sends it. */
function several(files: [name: string, content: Buffer][]): [Buffer, Record<string, string>] {
  const parts = files.flatMap(([name, content]) => [
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: text/html\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  return [Buffer.concat([...parts, Buffer.from('--x--\r\n')]), { 'content-type': 'multipart/form-data; boundary=x' }];
}

describe('upload', () => {
  it('keeps a file and hands out a link that opens it without a session', async () => {
    const content = Buffer.from('ism;familiya\nOʻtkir;Karimov\n');
    const { status, body } = await me.upload('Рўйхат oʻquvchi.csv', content);
    expect([status, body]).toMatchObject([200, [{}]]);
    expect(body[0]).toMatchObject({
      original_name: 'Рўйхат oʻquvchi.csv',
      file_size: content.length,
      extension: 'csv',
      type: 'text/csv',
    });
    const got = await follow(body[0].original_url);
    expect(got.raw.equals(content)).toBe(true);
    expect(got.headers['content-disposition']).toContain('attachment');
    expect(got.headers['x-content-type-options']).toBe('nosniff');
    expect(got.headers['content-security-policy']).toContain('sandbox');
  });

  it.each(['/media/upload', '/media/upload/react/', '/file/upload', '/upload/'])(
    'answers under %s too',
    async (path) => {
      expect((await me.post(path, ...several([['a.csv', Buffer.from('a')]]))).status).toBe(200);
    },
  );

  it('takes office files, old and new, and refuses one that has another name', async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('a').getCell('A1').value = 1;
    const xlsx = Buffer.from(await book.xlsx.writeBuffer());
    expect((await me.upload('a.xlsx', xlsx)).body[0].type).toContain('spreadsheetml');
    const renamed = (await me.upload('a.docx', xlsx)).body;
    expect([renamed.code, renamed.message]).toEqual(['FILE_CONTENT_MISMATCH', 'a.docx contains xlsx, not docx']);
    expect((await me.upload('a.doc', oldOffice('WordDocument'))).status).toBe(200);
    expect((await me.upload('a.xls', oldOffice('Workbook'))).status).toBe(200);
    expect((await me.upload('a.xls', oldOffice('WordDocument'))).status).toBe(415);
  });

  it('has the sizes that the administrators of an institution set, within what the installation takes', async () => {
    const admin = await api.as('admin');
    const most_mb = 1024;
    expect((await admin.get('/upload/settings')).body).toEqual({ file_mb: 10, package_mb: 100, most_mb });
    const beyond = await admin.post('/upload/settings', { file_mb: 2, package_mb: most_mb + 1 });
    expect([beyond.status, beyond.body.message, beyond.body.data.fields[0].path]).toEqual([
      422,
      `The system accepts files of at most ${most_mb} MB`,
      'package_mb',
    ]);
    expect((await admin.post('/upload/settings', { file_mb: 0, package_mb: 1 })).status).toBe(400);
    expect((await me.post('/upload/settings', { file_mb: 1, package_mb: 1 })).status).toBe(403);
    const saved = await admin.post('/upload/settings', { file_mb: 1, package_mb: 3 });
    expect(saved.body).toEqual({ file_mb: 1, package_mb: 3, most_mb });
    expect((await me.get('/upload/limits?purpose=package')).body.max_bytes).toBe(3 * 1024 * 1024);
    const large = await me.upload('a.csv', Buffer.alloc(1024 * 1024 + 1, 'a'));
    expect([large.status, large.body.message]).toEqual([413, 'File size cannot be more than 1 MB']);
    await api.database.owner.query("delete from settings where name = 'files'");
  });
  it('refuses other formats, false names, pictures that are none, and says which', async () => {
    const exe = await me.upload('a.exe', Buffer.from('MZ'));
    expect([exe.status, exe.body.code, exe.body.message]).toEqual([
      415,
      'FILE_TYPE_NOT_ALLOWED',
      expect.stringMatching(/^Only pdf, .* are allowed\. Chosen: a\.exe$/),
    ]);
    const limits = async (purpose: string) => (await me.get(`/upload/limits?purpose=${purpose}`)).body;
    expect(await limits('package')).toEqual({ max_bytes: 100 * 1024 * 1024, formats: ['zip'] });
    await api.database.owner.query(
      "insert into settings (institution_id, name, value) values (1, 'files', '{\"package_max_bytes\": 5}')",
    );
    expect(await limits('package')).toMatchObject({ max_bytes: 5 });
    const zip = await me.upload('a.zip', Buffer.from('PK\x03\x04....'), '?purpose=package');
    expect([zip.status, zip.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    const text = await me.upload('a.txt', Buffer.from('a'), '?purpose=package');
    expect(text.body.message).toBe('Only zip files are allowed. Chosen: a.txt');
    await api.database.owner.query("delete from settings where name = 'files'");
    expect((await me.upload('page.png', Buffer.from('<html><script>1</script></html>'))).body.code).toBe(
      'FILE_CONTENT_MISMATCH',
    );
    expect((await me.upload('a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415);
    const picture = await png(200);
    expect((await me.upload('cut.png', picture.subarray(0, picture.length / 2))).body.code).toBe(
      'FILE_CONTENT_MISMATCH',
    );
    expect((await me.upload('a.csv', Buffer.alloc(0))).body.code).toBe('FILE_EMPTY');
    expect((await me.post('/upload', ...several([]))).body.code).toBe('FILES_MISSING');
    expect((await me.post('/upload', {})).body.code).toBe('FILES_MISSING');
  });

  it('refuses what is too large and leaves nothing behind, all or none', async () => {
    const before = await names();
    const {
      rows: [count],
    } = await api.database.owner.query('select count(*) from files');
    const large = await me.upload('a.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    expect([large.status, large.body.code, large.body.message]).toEqual([
      413,
      'FILE_TOO_LARGE',
      'File size cannot be more than 10 MB',
    ]);
    expect(
      (
        await me.post(
          '/upload',
          ...several([
            ['good.csv', Buffer.from('neu')],
            ['bad.exe', Buffer.from('MZ')],
          ]),
        )
      ).status,
    ).toBe(415);
    expect(await names()).toEqual(before);
    expect((await api.database.owner.query('select count(*) from files')).rows[0]).toEqual(count);
    expect((await me.upload('a.csv', Buffer.alloc(10 * 1024 * 1024, 'a'))).status).toBe(200);
  });

  it('refuses a picture of too many points, however small the file', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect((await me.upload('bomb.png', bomb)).body.code).toBe('IMAGE_TOO_LARGE');
  });

  it('takes several and keeps equal contents once', async () => {
    const one = await png(30);
    const { body } = await me.post(
      '/upload',
      ...several([
        ['a.png', one],
        ['b.png', one],
      ]),
    );
    expect(body.map((file: { original_name: string }) => file.original_name)).toEqual(['a.png', 'b.png']);
    const { rows } = await api.database.owner.query<{ hash: string }>(
      'select distinct hash from files where id = any($1)',
      [body.map((file: { id: number }) => file.id)],
    );
    expect(rows).toHaveLength(1);
    expect((await names()).filter((name) => name === rows[0]!.hash)).toHaveLength(1);
  });

  it('takes place and camera out of photos, and pictures only', async () => {
    const photo = await sharp(await png(40))
      .jpeg()
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '41/1 18/1 0/1' } })
      .toBuffer();
    expect(photo.includes('SecretCamera')).toBe(true);
    const { body } = await me.upload('me.jpg', photo, '?purpose=photo');
    const kept = await follow(body[0].original_url);
    expect((await sharp(kept.raw).metadata()).exif).toBeUndefined();
    expect((await me.upload('a.csv', Buffer.from('a'), '?purpose=photo')).status).toBe(415);
  });

  it('takes no drawings, whatever they are called and for', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>',
    );
    const editor = await api.as('admin');
    for (const purpose of ['editor', 'photo', 'file'])
      expect((await editor.upload('plan.svg', svg, `?purpose=${purpose}`)).body.code).toBe('FILE_TYPE_NOT_ALLOWED');
    expect((await editor.upload('plan.png', svg, '?purpose=editor')).body.code).toBe('FILE_CONTENT_MISMATCH');
  });

  it('needs a session', async () => {
    const before = await names();
    expect((await api.anonymous.upload('a.csv', Buffer.from('a'))).status).toBe(401);
    expect(await names()).toEqual(before);
  });
});

describe('links', () => {
  it('open parts for players, and small pictures', async () => {
    const content = Buffer.from('0123456789');
    const {
      body: [file],
    } = await me.upload('ten.csv', content);
    const part = await follow(file.src, { range: 'bytes=2-4' });
    expect([part.status, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    expect((await follow(file.src, { range: 'bytes=-3' })).body).toBe('789');
    expect((await follow(file.src, { range: 'bytes=10-' })).status).toBe(416);
    const {
      body: [picture],
    } = await me.upload('big.png', await png(600));
    for (const _ of [1, 2]) {
      const small = await follow(`${picture.src}&size=64`);
      expect(small.headers['content-type']).toBe('image/webp');
      expect((await sharp(small.raw).metadata()).width).toBe(64);
    }
  });

  it('end, and cannot be made or bent', async () => {
    const {
      body: [file],
    } = await me.upload('a.csv', Buffer.from('geheim'));
    const {
      body: [other],
    } = await me.upload('b.csv', Buffer.from('b'));
    const old = signedLink(api.dataDir, 1, file, clock.now() - 3 * 3600_000);
    expect((await follow(old)).body).toMatchObject({ status: 403, code: 'LINK_EXPIRED' });
    expect((await follow(file.src.replace(`/file/${file.id}/`, `/file/${other.id}/`))).status).toBe(404);
    expect((await follow(file.src.replace('i=1', 'i=2'))).status).toBe(404);
    expect((await follow(file.src.replace(/e=\d+/, 'e=9999999999'))).status).toBe(404);
    expect((await follow(file.src, { institution: '2' })).status).toBe(200);
  });
});

/** The smallest file of the office format before 2007 whose directory names this stream. */
function oldOffice(stream: string): Buffer {
  const file = Buffer.alloc(512 * 4);
  file.writeBigUInt64BE(0xd0cf11e0a1b11ae1n, 0);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(0, 76);
  file.fill(0xff, 512, 1024);
  file.writeUInt32LE(0xfffffffd, 512);
  file.writeUInt32LE(0xfffffffe, 516);
  ['Root Entry', stream].forEach((name, index) => {
    file.write(`${name}\0`, 1024 + index * 128, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, 1024 + index * 128 + 64);
  });
  return file;
}
