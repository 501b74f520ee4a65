import ExcelJS from 'exceljs';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { zip } from '#demo/zip.ts';
import { clock } from '#platform/contract/clock.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { bounds, work } from '#platform/server/heavy/index.ts';
import { exportBounds } from '#platform/server/records/exports.ts';
import { parseXml } from '#platform/server/spreadsheets/xml.ts';
import { plainText } from '#platform/server/work/mail.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let office: Caller;
let teacher: Caller;
let applicant: Caller;
beforeAll(async () => {
  api = await startApi({ students: 300 });
  [office, teacher, applicant] = (await Promise.all(
    ['registrar_head', 'teacher', 'student_viewer'].map((name) => api.as(name)),
  )) as [Caller, Caller, Caller];
});
afterAll(() => api.close());
const usual = { ...bounds };
afterEach(() => Object.assign(bounds, usual));

const follow = (link: string) => api.anonymous.get(link.slice(apiBase.length));

describe('a storm of exports', () => {
  it('of one person is refused but for a few, and lists answer meanwhile', async () => {
    const storm = Array.from({ length: 20 }, () => office.post('/student/export_data', {}));
    const [list] = await Promise.all([teacher.get('/user/info')]);
    expect(list.status).toBeLessThan(500);
    const answers = await Promise.all(storm);
    const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code));
    expect(new Set(codes)).toEqual(new Set(['done', 'HEAVY_RUNNING']));
    expect(codes.filter((code) => code === 'HEAVY_RUNNING')).toHaveLength(11);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.body.message).toMatch(/of your large tasks are already waiting/);
    // The line is empty again.
    expect((await office.post('/student/export_data', {})).status).toBe(200);
  });

  it('of many rows is a job, whose file opens for who asked alone', async () => {
    exportBounds.rowsAtOnce = 10;
    try {
      const { body } = await office.post('/student/export_data', {});
      expect(body).toEqual({ ok: true, job_id: expect.any(Number) });
      const { receipt } = await api.finished(body.job_id);
      expect(receipt).toMatchObject({ rows: expect.any(Number), file: expect.stringMatching(/^students-\d+\.xlsx$/) });
      const file = await office.get(`/job/${body.job_id}/file`);
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(file.raw as never);
      // Title, moment, heading.
      expect(book.worksheets[0]!.rowCount).toBe(receipt.rows + 3);
      expect((await teacher.get(`/job/${body.job_id}/file`)).status).toBe(404);
      expect((await (await api.as('admin')).get(`/job/${body.job_id}/file`)).status).toBe(404);
      await api.database.owner.query("update jobs set finished_at = edulab_now() - interval '25 hours' where id = $1", [
        body.job_id,
      ]);
      expect((await office.get(`/job/${body.job_id}/file`)).status).toBe(404);
    } finally {
      exportBounds.rowsAtOnce = 20_000;
    }
  });
});

describe('files that take much for little', () => {
  it('drawings with filters are refused before anything is drawn, and so is an editor’s picture of who edits nothing', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f"><feTurbulence numOctaves="99"/><feMorphology operator="dilate" radius="200"/></filter><g id="a"><rect width="2000" height="2000" filter="url(#f)"/></g><use href="#a"/></svg>',
    );
    const started = performance.now();
    expect((await teacher.upload('a.svg', svg, '?purpose=editor')).body.code).toBe('FILE_TYPE_NOT_ALLOWED');
    expect((await teacher.upload('a.png', svg, '?purpose=editor')).body.code).toBe('FILE_CONTENT_MISMATCH');
    expect(performance.now() - started).toBeLessThan(10_000);
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const refused = await applicant.upload('a.png', png, '?purpose=editor');
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await teacher.upload('a.png', png, '?purpose=editor')).status).toBe(200);
  });

  it('a task over its time or its memory is killed with its process, and the next one works', async () => {
    const png = await sharp({ create: { width: 7000, height: 7000, channels: 4, background: '#fff' } })
      .png()
      .toBuffer();
    bounds.seconds = 0.001;
    const { body } = await teacher.upload('a.png', png, '?purpose=photo');
    // Decoding has its own limit of seconds; a paper has none, and is stopped by the general one.
    expect([200, undefined]).toContain(body[0] ? 200 : undefined);
    await expect(work('table.template', { columns: [], locale: 'en' })).rejects.toMatchObject({
      code: 'HEAVY_STOPPED',
      status: 503,
    });
    Object.assign(bounds, usual, { memoryMb: 20 });
    const stopped = await teacher.upload('b.png', png, '?purpose=photo');
    expect([stopped.status, stopped.body.code]).toEqual([422, 'FILE_TOO_COMPLEX']);
    Object.assign(bounds, usual);
    expect((await teacher.upload('c.png', png, '?purpose=photo')).status).toBe(200);
  });

  it('a small xlsx that unpacks to hundreds of megabytes holds nobody', async () => {
    const rows = '<row><c t="n"><v>1</v></c></row>'.repeat(4_000_000);
    const parts = {
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    };
    const bomb = zip(Object.entries(parts).map(([name, content]) => ({ name, content })));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const sent = (await office.upload('a.xlsx', bomb)).body[0];
    const preview = office.post('/student/import/preview', { file_id: sent.id });
    const slowest = Math.max(
      ...(await Promise.all(
        [1, 2, 3, 4, 5].map(async (step) => {
          await new Promise((resolve) => setTimeout(resolve, step * 200));
          const started = performance.now();
          await teacher.get('/upload/limits');
          return performance.now() - started;
        }),
      )),
    );
    const { status, body } = await preview;
    expect([413, 422]).toContain(status);
    expect(['FILE_TOO_COMPLEX', 'FILE_NOT_READABLE']).toContain(body.code);
    expect(slowest).toBeLessThan(2_000);
  });
});

describe('what lies about itself', () => {
  const end = '\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
  it.each([
    ['a page behind the mark', '%PDF-1.7\n<html><script>alert(1)</script></html>'],
    ['a page before the objects', `%PDF-1.7\n<html><body>x</body></html>${end}`],
    ['a page behind the end', `%PDF-1.7${end}<script>alert(1)</script>`],
    ['something before the mark', `GIF89a\n%PDF-1.7${end}`],
    ['no end', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
  ])('a PDF with %s is none', async (_, content) => {
    expect((await teacher.upload('a.pdf', Buffer.from(content))).body.code).toBe('FILE_CONTENT_MISMATCH');
  });

  it('one that is whole is taken, and answered as what it is', async () => {
    const { body } = await teacher.upload('a.pdf', Buffer.from(`%PDF-1.7${end}`));
    const got = await follow(body[0].src);
    expect(got.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
    expect(got.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('links to pictures of texts', () => {
  it('live for hours, are made anew when the text is shown, and open nothing that was not given as a picture', async () => {
    const admin = await api.as('admin');
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const {
      body: [picture],
    } = await admin.upload('a.png', png, '?purpose=editor');
    const expiry = (link: string) => Number(/[?&;]e=(\d+)/.exec(link)![1]);
    expect(expiry(picture.src) - clock.now() / 1000).toBeLessThan(3 * 3600);
    const {
      body: [secret],
    } = await office.upload('passport.png', png);
    const text = `<p>x</p><img src="${picture.src.replaceAll('&', '&amp;')}" /><img src="${secret.src}" />`;
    const texts = { uz: text, ru: text, en: text };
    const save = await admin.post('/institution/page-settings/', {
      identity: 'attack_links',
      title: texts,
      body: texts,
    });
    expect([save.status, save.body]).toMatchObject([200, {}]);
    const { rows } = await api.database.owner.query<{ body: { uz: string } }>(
      "select body from page_settings where identity = 'attack_links'",
    );
    expect(rows[0]!.body.uz).toContain(`/file/${picture.id}/`);
    expect(rows[0]!.body.uz).not.toContain(`/file/${secret.id}/`);
    const kept = /src="([^"]*file[^"]*)"/.exec(rows[0]!.body.uz)![1]!.replaceAll('&amp;', '&');
    expect((await follow(kept)).status).toBe(403);
    const shown = (await admin.get(`/institution/page-settings/${save.body.id}`)).body.body.uz;
    const fresh = /src="([^"]*file[^"]*)"/.exec(shown)![1]!.replaceAll('&amp;', '&');
    expect((await follow(fresh)).status).toBe(200);
    expect(expiry(fresh) - clock.now() / 1000).toBeLessThan(3 * 3600);
    // Written back as it was shown, it stays.
    const again = await admin.post('/institution/page-settings/', {
      id: save.body.id,
      version: save.body.version,
      body: { uz: shown, ru: shown, en: shown },
    });
    expect(again.body.body.uz).toContain(`/file/${picture.id}/`);
  });

  it('of before, made to last, show their picture and open nothing by themselves', async () => {
    const { signature } = await import('#platform/server/disk/signing.ts');
    const admin = await api.as('admin');
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#456' } })
      .png()
      .toBuffer();
    const {
      body: [picture],
    } = await admin.upload('b.png', png, '?purpose=editor');
    const lasting = `${apiBase}/file/${picture.id}/b.png?i=1&e=4102444800&s=${signature(api.dataDir, `1.${picture.id}.4102444800`)}`;
    expect((await follow(lasting)).body.code).toBe('LINK_EXPIRED');
    const old = `<img src="${lasting.replaceAll('&', '&amp;')}" />`;
    const {
      rows: [page],
    } = await api.database.owner.query<{ id: number }>(
      `insert into page_settings (institution_id, identity, title, body) values (1, 'attack_old', $1, $2) returning id`,
      [JSON.stringify({ uz: 'a', ru: 'a', en: 'a' }), JSON.stringify({ uz: old, ru: '', en: '' })],
    );
    const shown = (await admin.get(`/institution/page-settings/${page!.id}`)).body.body.uz;
    const fresh = /src="([^"]*)"/.exec(shown)![1]!.replaceAll('&amp;', '&');
    expect((await follow(fresh)).status).toBe(200);
  });
});

it('a name of an attribute a million letters long is read as quickly as a short one', async () => {
  const started = performance.now();
  for (const fill of ['a', ' ', 'a ', '="', "a='"]) {
    const markup = async function* () {
      yield Buffer.from(`<x ${fill.repeat(900_000 / fill.length)}/>`);
    };
    await parseXml(markup(), { open: (_, attribute) => void attribute('none') }).catch(() => undefined);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});

it('a text of one sign ten thousand times over is made plain as quickly as any other', () => {
  const started = performance.now();
  for (const text of ['<br', ' ', '\t', '<b>', '&', '\n ']) plainText(text.repeat(15_000));
  expect(performance.now() - started).toBeLessThan(3_000);
});
