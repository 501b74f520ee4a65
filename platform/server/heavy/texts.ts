import { open, readFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { searchKey } from '#platform/contract/script.ts';
import { parseXml } from '../spreadsheets/xml.ts';
import { openZip } from '../spreadsheets/zip.ts';

/* What a file says. Runs in a process of the pool, which is killed when it takes too long or too much. */

const most = {
  /** Pages of a PDF, parts of an office file. */
  parts: 500,
  /** Letters that are read, and those of different words that are kept. */
  letters: 3_000_000,
  kept: 400_000,
  /** What an archive may unpack to. */
  unpacked: 64 * 1024 * 1024,
};

export interface FileWords {
  /** Its words as search keys, each once, parted by spaces. */
  words: string;
  /** There was more than is read. */
  cut: boolean;
}

/** Gathers words until there are enough. */
class Words {
  readonly found = new Set<string>();
  private letters = 0;
  private kept = 0;
  /** Something was left out. */
  cut = false;
  get full(): boolean {
    return this.letters > most.letters || this.kept > most.kept;
  }
  add(text: string): void {
    if (this.full) return;
    this.letters += text.length;
    for (const word of searchKey(text).split(' ')) {
      // What is longer than any word is no text: pictures and keys written as letters.
      if (!word || word.length > 60 || this.found.has(word)) continue;
      this.found.add(word);
      this.kept += word.length + 1;
    }
    if (this.full) this.cut = true;
  }
}

/** Where office programs keep their text: the parts that are read, the elements that hold it, and those after which a word ends. */
const office: Record<string, { parts: RegExp; text: RegExp; ends: RegExp }> = {
  docx: {
    parts: /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/,
    text: /^t$/,
    ends: /^(?:p|tab|br|cr|tc)$/,
  },
  xlsx: { parts: /^xl\/(?:sharedstrings|worksheets\/sheet\d+)\.xml$/, text: /^t$/, ends: /^(?:si|is|row)$/ },
};

export async function words({ path, extension }: { path: string; extension: string }): Promise<FileWords> {
  const into = new Words();
  if (extension === 'pdf') await readPdf(path, into);
  else if (office[extension]) await readOffice(path, office[extension], into);
  else into.add(decoded(await readFile(path)));
  return { words: [...into.found].join(' '), cut: into.cut };
}

/** Plain text is UTF-8, or else what was usual before it here. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return iconv.decode(bytes, 'windows-1251');
  }
}

async function readOffice(path: string, { parts, text, ends }: (typeof office)[string], into: Words): Promise<void> {
  const file = await open(path, 'r');
  try {
    const zip = await openZip(file, most.unpacked);
    const names = zip.names.filter((name) => parts.test(name));
    if (names.length > most.parts) into.cut = true;
    for (const name of names.slice(0, most.parts)) {
      if (into.full) return;
      let depth = 0;
      let said = '';
      const tell = () => {
        into.add(said);
        said = '';
      };
      await parseXml(zip.open(name), {
        open: (element) => {
          if (text.test(element)) depth++;
        },
        close: (element) => {
          if (text.test(element)) depth--;
          // A word may be cut in pieces by its formatting; where a paragraph ends, it ends.
          if (!ends.test(element)) return;
          said += ' ';
          if (said.length > 10_000) tell();
        },
        text: (piece) => {
          if (depth > 0) said += piece;
        },
        done: () => into.full,
      });
      tell();
    }
  } finally {
    await file.close();
  }
}

/** As it is loaded it complains that it cannot draw, which nobody asks of it. */
async function pdfLibrary() {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs');
  } finally {
    console.warn = warn;
  }
}

async function readPdf(path: string, into: Words): Promise<void> {
  const { getDocument, VerbosityLevel } = await pdfLibrary();
  const { buffer, byteOffset, byteLength } = await readFile(path);
  const task = getDocument({
    data: new Uint8Array(buffer, byteOffset, byteLength),
    verbosity: VerbosityLevel.ERRORS,
    // Text needs neither fonts nor pictures.
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: 1,
    stopAtErrors: false,
  });
  try {
    const pdf = await task.promise;
    // How many pages a file says it has is its own claim.
    if (pdf.numPages > most.parts) into.cut = true;
    for (let place = 1; place <= Math.min(pdf.numPages, most.parts); place++) {
      const page = await pdf.getPage(place).catch(() => undefined);
      if (!page) {
        into.cut = true;
        return;
      }
      const { items } = await page.getTextContent();
      into.add(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
      if (into.full) return;
      page.cleanup();
    }
  } finally {
    await task.destroy();
  }
}
