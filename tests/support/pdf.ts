import { inflateSync } from 'node:zlib';

/**
 * Reads back what our PDFs say, by the rules of the format alone: pages, their text through the fonts' own tables of
 * characters, and whether each font travels in the file. Knows what pdfkit writes, not every PDF in the world.
 */
export interface ReadPdf {
  /** Text of each page; pieces at one height are a line. */
  pages: string[];
  fonts: { name: string; embedded: boolean }[];
  title: string;
  language: string;
}

type Objects = Map<number, { head: string; stream: Buffer | null }>;

export function readPdf(bytes: Buffer): ReadPdf {
  const objects = objectsOf(bytes);
  const all = [...objects.values()];
  const pages = all.filter(({ head }) => /\/Type \/Page\b/.test(head));
  const order = numbers(/\/Kids \[([^\]]*)\]/.exec(all.find(({ head }) => /\/Type \/Pages\b/.test(head))?.head ?? ''));
  const info = all.find(({ head }) => /\/Producer/.test(head))?.head ?? '';
  const sorted = order.map((id) => objects.get(id)!).filter((page) => pages.includes(page));
  return {
    pages: sorted.map((page) => textOf(objects, page.head)),
    fonts: all
      .filter(({ head }) => /\/Type \/Font\b/.test(head) && /\/Subtype \/Type0/.test(head))
      .map(({ head }) => ({
        name: /\/BaseFont \/(?:[A-Z]{6}\+)?(\S+)/.exec(head)?.[1] ?? '',
        embedded: isEmbedded(objects, head),
      })),
    title: stringIn(objects.get(ref(info, 'Title'))?.head ?? /\/Title (\(.*\))/.exec(info)?.[1]),
    language: /\/Lang \((\w+)/.exec(all.map(({ head }) => head).join('\n'))?.[1] ?? '',
  };
}

function objectsOf(bytes: Buffer): Objects {
  const text = bytes.toString('latin1');
  const found: Objects = new Map();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = match.index + match[0].length;
    const streamAt = text.indexOf('\nstream\n', from);
    const end = text.indexOf('\nendobj', from);
    const head = text.slice(from, streamAt > 0 && streamAt < end ? streamAt : end);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const raw = streamAt > 0 && streamAt < end ? bytes.subarray(streamAt + 8, streamAt + 8 + length) : null;
    found.set(Number(match[1]), { head, stream: raw && /FlateDecode/.test(head) ? inflateSync(raw) : raw });
  }
  return found;
}

const numbers = (match: RegExpExecArray | null): number[] =>
  [...(match?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));
const ref = (head: string, name: string): number =>
  Number(new RegExp(`/${name} (?:\\[)?(\\d+) 0 R`).exec(head)?.[1] ?? 0);

function isEmbedded(objects: Objects, head: string): boolean {
  const below = objects.get(ref(head, 'DescendantFonts'))?.head ?? '';
  const described = objects.get(ref(below, 'FontDescriptor'))?.head ?? '';
  return (objects.get(ref(described, 'FontFile[23]?'))?.stream?.length ?? 0) > 1000;
}

function textOf(objects: Objects, page: string): string {
  const resources = objects.get(ref(page, 'Resources'))?.head ?? page;
  const names = /\/Font (?:(\d+) 0 R|<<([\s\S]*?)>>)/.exec(resources);
  const listed = names?.[1] ? (objects.get(Number(names[1]))?.head ?? '') : (names?.[2] ?? '');
  const fonts = new Map(
    [...listed.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
      name!,
      charactersOf(objects, objects.get(Number(id))?.head ?? ''),
    ]),
  );
  const content = objects.get(ref(page, 'Contents'))?.stream?.toString('latin1') ?? '';
  let font = new Map<string, string>();
  let height = Number.NaN;
  let said = '';
  const step = /\/(F\d+) [\d.]+ Tf|([-\d.]+) ([-\d.]+) Tm|\[([^\]]*)\] TJ/g;
  for (const [, name, , y, pieces] of content.matchAll(step)) {
    if (name) font = fonts.get(name) ?? new Map();
    else if (y !== undefined) {
      if (Math.abs(Number(y) - height) > 1 && said) said += '\n';
      height = Number(y);
    } else
      for (const [, hex = ''] of pieces!.matchAll(/<([0-9a-f]*)>/gi))
        for (const code of hex.match(/.{4}/g) ?? []) said += font.get(code.toLowerCase()) ?? '\ufffd';
  }
  return said;
}

/** Code in the file → characters, from the font's ToUnicode table. */
function charactersOf(objects: Objects, head: string): Map<string, string> {
  const table = objects.get(ref(head, 'ToUnicode'))?.stream?.toString('latin1') ?? '';
  const found = new Map<string, string>();
  for (const [, range] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first, , texts] of range!.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi))
      [...texts!.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex], at) => {
        found.set((Number.parseInt(first!, 16) + at).toString(16).padStart(4, '0'), utf16(hex!.replaceAll(' ', '')));
      });
  return found;
}

const utf16 = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

function stringIn(literal: string | undefined): string {
  if (!literal) return '';
  const bytes = literal.startsWith('<')
    ? Buffer.from(literal.slice(1, -1), 'hex')
    : Buffer.from(
        literal.slice(1, -1).replaceAll(/\\(.)/gs, (_, sign) => ({ n: '\n', r: '\r' })[sign as string] ?? sign),
        'latin1',
      );
  return bytes[0] === 0xfe ? utf16(bytes.subarray(2).toString('hex')) : bytes.toString('latin1');
}
