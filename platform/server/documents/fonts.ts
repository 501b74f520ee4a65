import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { LRUCache } from 'lru-cache';

/**
 * The fonts of documents, opened once per process. pdfkit would open and parse them anew for every document, and set
 * every word anew, which takes ten times as long as all the rest. So it is handed names instead of fonts, and fontkit,
 * which pdfkit opens fonts with, gets a format of ours in which a name stands for a font that is open already.
 */
const require = createRequire(import.meta.url);
const fontkit = createRequire(createRequire(require.resolve('pdfmake')).resolve('pdfkit'))('fontkit') as {
  create(bytes: Uint8Array): Font;
  registerFormat(format: { probe(bytes: Uint8Array): boolean; new (stream: { buffer: Uint8Array }): object }): void;
};

interface Run {
  positions: object[];
  /** In units of the font. */
  advanceWidth: number;
}
interface Font {
  unitsPerEm: number;
  getGlyph(id: number, characters?: number[]): { codePoints: number[] };
  layout(text: string, features?: unknown, ...rest: unknown[]): Run;
}

const files = {
  Inter: ['inter', 'Inter_'],
  Serif: ['source-serif-4', 'SourceSerif4_'],
} as const;
const styles = {
  normal: '400Regular',
  bold: '600SemiBold',
  italics: '400Regular_Italic',
  bolditalics: '600SemiBold_Italic',
} as const;
type Family = keyof typeof files;
type Style = keyof typeof styles;

const sign = 'font of the house: ';
const open = new Map<string, Font>();

function fontCalled(name: string): Font {
  let font = open.get(name);
  if (!font) {
    const [family, style] = name.split('/') as [Family, Style];
    const [folder, prefix] = files[family];
    const root = path.dirname(require.resolve(`@expo-google-fonts/${folder}/package.json`));
    font = remembering(fontkit.create(readFileSync(path.join(root, styles[style], `${prefix}${styles[style]}.ttf`))));
    // The turned comma looks like a quotation mark and shares its glyph; whoever copies text gets the one set first.
    font.layout('ʻʼ');
    open.set(name, font);
  }
  return font;
}

/** How wide a text is, as a share of the size of its letters. */
export function widthOf(family: Family, style: Style, text: string): number {
  const font = fontCalled(`${family}/${style}`);
  return font.layout(text).advanceWidth / font.unitsPerEm;
}

/** Words come again and again, within a document and from one to the next. */
function remembering(font: Font): Font {
  const words = new LRUCache<string, Run>({ max: 5000 });
  const layout = font.layout.bind(font);
  const getGlyph = font.getGlyph.bind(font);
  // A glyph that was first drawn as a part of another (Cyrillic с is made of Latin c) knows no character of its own yet.
  font.getGlyph = (id, characters = []) => {
    const glyph = getGlyph(id, characters);
    if (characters.length && glyph.codePoints.length === 0) glyph.codePoints = characters;
    return glyph;
  };
  font.layout = (text, features, ...rest) => {
    const key = features ? `${text}\0${JSON.stringify(features)}` : text;
    const run = words.get(key) ?? layout(text, features, ...rest);
    words.set(key, run);
    // pdfkit scales the positions that it gets in place.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.create(run, { positions: { value: positions } });
  };
  return font;
}

const nameIn = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
class OpenFont {
  static probe(bytes: Uint8Array): boolean {
    return bytes.length < 100 && nameIn(bytes).startsWith(sign);
  }
  constructor(stream: { buffer: Uint8Array }) {
    // biome-ignore lint/correctness/noConstructorReturn: the font that is open already is what is asked for
    return fontCalled(nameIn(stream.buffer).slice(sign.length)) as OpenFont;
  }
}
fontkit.registerFormat(OpenFont);

const families = Object.keys(files) as Family[];
const kinds = Object.keys(styles) as Style[];

/** What pdfmake calls the fonts, and what it finds under these names in its file system in memory. */
export const fonts = Object.fromEntries(
  families.map((family) => [family, Object.fromEntries(kinds.map((style) => [style, `${family}/${style}`]))]),
) as Record<Family, Record<Style, string>>;
export const fontFiles = families.flatMap((family) =>
  kinds.map((style) => [`${family}/${style}`, Buffer.from(`${sign}${family}/${style}`, 'latin1')] as const),
);
