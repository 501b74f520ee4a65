import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { getDocument, OPS, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sheet, sheetPdf } from '#platform/server/documents/index.ts';
import { bounds } from '#platform/server/heavy/index.ts';
import { codeOf, type LetterScene, letterScene } from '#tests/support/letters.ts';

/** A copy carries the stamp; the file itself stays byte for byte what it was. */

let scene: LetterScene;
beforeAll(async () => {
  scene = await letterScene();
});
afterAll(() => scene?.api.close());

const page: Sheet = {
  locale: 'uz',
  title: 'Xat',
  author: 'Vazirlik',
  size: 'A4',
  landscape: false,
  parts: [
    {
      kind: 'text',
      x: 20,
      y: 20,
      w: 100,
      h: 10,
      text: 'Hurmatli rektor',
      font: 'Serif',
      size: 12,
      bold: false,
      italic: false,
      align: 'left',
      color: '#000000',
    },
  ],
};
/** The same page as a scanner leaves it: turned in its file. */
async function turned(by: number): Promise<Buffer> {
  const doc = await PDFDocument.load(await sheetPdf(page));
  const { degrees } = await import('@cantoo/pdf-lib');
  for (const one of doc.getPages()) one.setRotation(degrees(by));
  return Buffer.from(await doc.save());
}

interface Word {
  text: string;
  x: number;
  y: number;
}
/** The words of the first page with where they stand as it is shown, and its size. */
async function shown(file: Buffer): Promise<{ words: Word[]; width: number; height: number; pages: number }> {
  const doc = await getDocument({ data: new Uint8Array(file), verbosity: 0, disableFontFace: true }).promise;
  const first = await doc.getPage(1);
  const view = first.getViewport({ scale: 1 });
  const { items } = await first.getTextContent();
  const words = items.flatMap((item) => {
    if (!('str' in item) || !item.str.trim()) return [];
    const [x = 0, y = 0] = view.convertToViewportPoint(item.transform[4], item.transform[5]);
    return [{ text: item.str, x, y }];
  });
  return { words, width: view.width, height: view.height, pages: doc.numPages };
}

/** What is filled on the first page, in the order in which it is painted: the colour, and left, lower, right and upper side. */
async function filledIn(file: Buffer): Promise<{ color: string; box: number[] }[]> {
  const doc = await getDocument({ data: new Uint8Array(file), verbosity: 0, disableFontFace: true }).promise;
  const { fnArray, argsArray } = await (await doc.getPage(1)).getOperatorList();
  const found: { color: string; box: number[] }[] = [];
  const moved: number[][] = [];
  let [color, at] = ['#000000', [1, 0, 0, 1, 0, 0]];
  for (const [index, what] of fnArray.entries()) {
    const args = argsArray[index];
    if (what === OPS.save) moved.push(at);
    else if (what === OPS.restore) at = moved.pop() ?? at;
    else if (what === OPS.transform) at = Util.transform(at, args);
    else if (what === OPS.setFillRGBColor) color = String(args[0]);
    else if (what === OPS.constructPath && args[0] === OPS.fill && args[2]) {
      const box = [Infinity, Infinity, -Infinity, -Infinity];
      Util.axialAlignedBoundingBox([...args[2]], at, box);
      found.push({ color, box });
    }
  }
  return found;
}

const stamped = async (id: number, by = scene.clerk) => by.get(`/document_management/stamped?id=${id}`);
const hashOf = async (file_id: number) => (await scene.sql('select hash from files where id = $1', [file_id]))[0].hash;

it('puts number, day and hash under the page, however the page lies in its file', async () => {
  const { clerk } = scene;
  for (const by of [0, 90, 180, 270]) {
    const file = (await clerk.upload(`xat-${by}.pdf`, await turned(by))).body[0].id as number;
    const before = await hashOf(file);
    const letter = await scene.registered({ file_ids: [file] });
    const answer = await stamped(letter.id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { words, width, height, pages } = await shown(answer.raw);
    const text = words.map((word) => word.text).join(' ');
    expect(pages).toBe(1);
    expect(text).toContain('Hurmatli rektor');
    expect(text).toContain(String(letter.number));
    expect(text).toContain(before);
    // Upright in a strip under the page: left to right, and lower than whatever stood there.
    const whole = await shown(await turned(by));
    expect(Math.round(width)).toBe(Math.round(whole.width));
    expect(height).toBeGreaterThan(whole.height + 60);
    const number = words.find((word) => word.text.includes(String(letter.number)))!;
    expect(number.y, `turned by ${by}`).toBeGreaterThan(whole.height);
    expect(number.y).toBeLessThan(height);
    expect(number.x).toBeLessThan(width / 2);
    expect(await hashOf(file)).toBe(before);
  }
});

it('stands on white, though the scan goes on behind what is shown of it and is dark there', async () => {
  const { clerk } = scene;
  for (const by of [0, 90, 180, 270]) {
    const doc = await PDFDocument.load(await turned(by));
    const [scan] = doc.getPages();
    scan!.drawRectangle({ x: -400, y: -400, width: 1600, height: 1800, color: rgb(0.1, 0.1, 0.1) });
    const file = (await clerk.upload(`qora-${by}.pdf`, Buffer.from(await doc.save()))).body[0].id as number;
    const letter = await scene.registered({ file_ids: [file] });
    const { raw } = await stamped(letter.id);
    const copy = await PDFDocument.load(raw);
    const { x, y, width, height } = copy.getPages()[0]!.getCropBox();
    const { height: before, width: across } = scan!.getCropBox();
    const [wide, high] = by % 180 === 0 ? [width, height - before] : [width - across, height];
    const corner = {
      0: { x, y },
      90: { x: x + width - wide, y },
      180: { x, y: y + height - high },
      270: { x, y },
    }[by]!;
    const fills = await filledIn(raw);
    const white = fills.findLastIndex(({ color }) => color === '#ffffff');
    const dark = fills.findLastIndex(({ color }) => color === '#1a1a1a');
    expect(white, `turned by ${by}`).toBeGreaterThan(dark);
    const [left, low, right, top] = fills[white]!.box;
    const expected = [corner.x, corner.y, corner.x + wide, corner.y + high];
    for (const [at, side] of [left, low, right, top].entries()) expect(side).toBeCloseTo(expected[at]!, 0);
  }
});

it('of a file that is too much work is refused in words, and the next one is stamped', async () => {
  const { clerk } = scene;
  const file = (await clerk.upload('ogir.pdf', await sheetPdf(page))).body[0].id as number;
  const letter = await scene.registered({ file_ids: [file] });
  const usual = bounds.seconds;
  bounds.seconds = 0.001;
  const refused = await stamped(letter.id);
  bounds.seconds = usual;
  expect([refused.status, codeOf(refused)]).toEqual([422, 'FILE_TOO_COMPLEX']);
  expect((await stamped(letter.id)).status).toBe(200);
});

it('says of a letter that goes out who signed it, and with which code that is checked', async () => {
  const { clerk, director, dean, ids, outgoing, step } = scene;
  const file = (await dean.upload('javob.pdf', await sheetPdf(page))).body[0].id as number;
  const made = await dean.post('/document_management/', {
    direction: 'OUTGOING',
    group_id: outgoing.id,
    kind: 'LETTER',
    heading: 'Javob',
    correspondent: 'Vazirlik',
    signer_id: ids.director,
    file_ids: [file],
  });
  let now = (await step(dean, made.body, 'AGREEING')).body;
  now = (await step(director, now, 'SIGNED')).body;
  expect(codeOf(await stamped(now.id))).toBe('LETTER_NOT_REGISTERED');
  now = (await step(clerk, now, 'REGISTERED')).body;
  const { words } = await shown((await stamped(now.id)).raw);
  const text = words.map((word) => word.text).join(' ');
  expect(text).toContain(now.number);
  expect(text).toContain(now.signature.code);
  expect(text).toContain(now.signature.name);
  // What was signed is still the file.
  expect(await hashOf(file)).toBe(now.signed_hash);
});

it('is refused where there is nothing to stamp, and to who does not see the letter', async () => {
  const { clerk, teacher } = scene;
  const bare = await scene.registered();
  expect(codeOf(await stamped(bare.id))).toBe('STAMP_NO_PDF');
  const broken = (await clerk.upload('buzuq.pdf', Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')))
    .body[0].id;
  const letter = await scene.registered({ file_ids: [broken] });
  expect(codeOf(await stamped(letter.id))).toBe('STAMP_UNREADABLE');
  expect((await stamped(letter.id, teacher)).status).toBe(404);
  expect((await stamped(letter.id, await scene.api.as('super_admin', 2))).status).toBe(404);
});
