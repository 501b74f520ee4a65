import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import yazl from 'yazl';
import files from '#domains/files/server/index.ts';
import { pdf } from '#platform/server/documents/index.ts';
import type { Caller } from '#tests/support/api.ts';
import { type LetterScene, letterScene } from '#tests/support/letters.ts';

/** Letters are found by what their files say, in either script, and by nobody who does not see the letter. */

let scene: LetterScene;
beforeAll(async () => {
  scene = await letterScene();
});
afterAll(() => scene?.api.close());

async function zipped(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const pieces: Buffer[] = [];
  zip.outputStream.on('data', (piece: Buffer) => pieces.push(piece));
  await once(zip.outputStream, 'end');
  return Buffer.concat(pieces);
}
const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const docx = (body: string) =>
  zipped({
    '[Content_Types].xml': types,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
const letterhead = { name: 'Edulab', lines: [], logo: null, initials: 'E', rector: null, registrar: null };
const paper = (text: string) => pdf({ locale: 'uz', letterhead, title: 'Xat', content: [text], made: new Date(0) });

const give = async (name: string, content: Buffer, more: object = {}) => {
  const file = await scene.clerk.upload(name, content);
  expect(file.status, JSON.stringify(file.body)).toBe(200);
  return scene.registered({ heading: `Fayl ${name}`, file_ids: [file.body[0].id], ...more });
};
const found = async (by: Caller, search: string) => {
  const { body } = await by.get(`/document_management/?size=50&search=${encodeURIComponent(search)}`);
  return { ids: body.content.map(({ id }: { id: number }) => id) as number[], total: body.total_elements as number };
};
const states = async () => scene.sql('select state, cut from file_texts order by file_id');
const readAll = async () => {
  // The server's own worker may have taken some meanwhile.
  for (let waiting = 1; waiting > 0; ) {
    await files.errands?.['files.texts']?.(scene.api.kernel);
    await scene.sql('update file_texts set next_at = edulab_now() where attempts > 0');
    [{ waiting }] = await scene.sql("select count(*)::int as waiting from file_texts where state = 'WAITING'");
  }
};

it('finds a word of a PDF and of an office file in uz-Latin, uz-Cyrillic and ru alike', async () => {
  const { clerk } = scene;
  const one = await give('bayon.pdf', await paper('Magistratura boʻlimining ogʻzaki hisoboti va stipendiyasi'));
  // A word that the program cut in pieces is one word; what stands in two paragraphs is two.
  const two = await give(
    'buyruq.docx',
    await docx(
      '<w:p><w:r><w:t>Приказ о пере</w:t></w:r><w:r><w:t>воде в Самарканд</w:t></w:r></w:p><w:p><w:r><w:t>Ректор</w:t></w:r></w:p>',
    ),
  );
  expect((await found(clerk, 'stipendiyasi')).ids).not.toContain(one.id);
  await readAll();
  expect((await states()).map(({ state }) => state)).toEqual(['READ', 'READ']);
  for (const search of ['ogʻzaki', 'оғзаки', 'ОГЗАКИ', 'магистратура stipendiyasi', "og'zaki bo'lim"])
    expect((await found(clerk, search)).ids, search).toContain(one.id);
  for (const search of ['переводе', 'perevode', 'Самарқанд', 'Samarkand rektor'])
    expect((await found(clerk, search)).ids, search).toContain(two.id);
  expect((await found(clerk, 'воде')).ids).toContain(two.id);
  expect((await found(clerk, 'Самаркандректор')).ids).toEqual([]);
  // Whoever has no part in them finds nothing and is told no count.
  expect(await found(scene.teacher, 'stipendiyasi')).toEqual({ ids: [], total: 0 });
});

it('keeps what is confidential out of what is found and counted', async () => {
  const secret = await give('maxfiy.pdf', await paper('Intizomiy tekshiruv xulosasi'), { confidential: true });
  await readAll();
  expect(await found(scene.clerk, 'интизомий хулоса')).toMatchObject({ ids: [secret.id], total: 1 });
  const admin = await scene.api.as('admin');
  expect(await found(admin, 'intizomiy')).toEqual({ ids: [], total: 0 });
  expect(await found(await scene.api.as('super_admin', 2), 'intizomiy')).toEqual({ ids: [], total: 0 });
  // Known as a total before it was confidential: not after.
  const open = await give('ochiq.pdf', await paper('Tantanali majlis'));
  await readAll();
  expect((await found(admin, 'tantanali')).total).toBe(1);
  await scene.clerk.post('/document_management/', { id: open.id, version: open.version, confidential: true });
  expect((await found(admin, 'tantanali')).total).toBe(0);
});

it('gives up what is a trap, and keeps the letter', { timeout: 240_000 }, async () => {
  const traps: Record<string, Buffer> = {
    // A megabyte that unpacks to a gigabyte.
    'bomba.docx': await zipped({
      '[Content_Types].xml': types,
      'word/document.xml': Buffer.concat([
        Buffer.from('<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>'),
        Buffer.alloc(300 * 1024 * 1024, 'a '),
        Buffer.from('</w:t></w:r></w:p></w:body></w:document>'),
      ]),
    }),
    // Entities that would grow without end, were they read.
    'kulgu.docx': await zipped({
      '[Content_Types].xml': types,
      'word/document.xml': `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`,
    }),
    'chuqur.docx': await docx('<w:p>'.repeat(200_000)),
    // Says that it has a billion pages.
    'milliard.pdf': Buffer.from(
      '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1000000000/Kids[2 0 R]>>\nendobj\ntrailer\n<</Root 1 0 R/Size 3>>\n%%EOF',
    ),
    'teran.pdf': Buffer.from(
      `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/Deep ${'['.repeat(100_000)}${']'.repeat(100_000)}>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1/Kids[]>>\nendobj\ntrailer\n<</Root 1 0 R/Size 3>>\n%%EOF`,
    ),
  };
  const before = (await states()).length;
  for (const [name, content] of Object.entries(traps)) await give(name, content);
  await readAll();
  const after = (await states()).slice(before).map(({ state }) => state);
  expect(after).toHaveLength(Object.keys(traps).length);
  for (const state of after) expect(['EMPTY', 'FAILED']).toContain(state);
  // Nothing behind them has to wait.
  const last = await give('keyin.pdf', await paper('Navbatdagi xat matni'));
  await readAll();
  expect((await found(scene.clerk, 'navbatdagi matni')).ids).toEqual([last.id]);
});
