import type { FileHandle } from 'node:fs/promises';
import { serialToDate } from './dates.ts';
import { SpreadsheetError } from './error.ts';
import type { Cell, TableRow } from './row.ts';
import { parseXml, walkXml } from './xml.ts';
import { openZip, type Zip } from './zip.ts';

interface Limits {
  maxRows: number;
  maxColumns: number;
  maxUnpacked: number;
  sheet?: string | undefined;
}

/** Number formats of Excel that show a day, by their fixed numbers. */
const isDateNumber = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
/** A format shows a day when a y or d stands outside quotes, brackets and escapes. */
const isDateFormat = (format: string) => /[yd]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, ''));

/** What a cell shows besides its number. */
type Shows = 'DATE' | 'PERCENT' | undefined;
const showsNumber = (id: number): Shows => (isDateNumber(id) ? 'DATE' : id === 9 || id === 10 ? 'PERCENT' : undefined);
const showsFormat = (format: string): Shows =>
  isDateFormat(format) ? 'DATE' : format.replace(/"[^"]*"|\\./g, '').includes('%') ? 'PERCENT' : undefined;

/** Rows of the first visible sheet (or of the one named). The zip is known to hold a spreadsheet only after this looks. */
export async function* readXlsx(file: FileHandle, limits: Limits): AsyncGenerator<TableRow> {
  const zip = await openZip(file, limits.maxUnpacked);
  if (zip.has('EncryptedPackage')) throw new SpreadsheetError('ENCRYPTED');
  const root = zip.has('xl/workbook.xml')
    ? 'xl/workbook.xml'
    : zip.names.find((name) => /(^|\/)workbook\.xml$/.test(name));
  if (!root) throw new SpreadsheetError('NOT_A_SPREADSHEET', { found: 'zip' });
  const { path, from1904 } = await findSheet(zip, root, limits.sheet);
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  const strings = zip.has(`${folder}sharedStrings.xml`) ? await readStrings(zip, `${folder}sharedStrings.xml`) : [];
  const styles = zip.has(`${folder}styles.xml`) ? await readStyles(zip, `${folder}styles.xml`) : [];
  yield* readSheet(zip, path, { strings, styles, from1904 }, limits);
}

async function findSheet(zip: Zip, root: string, wanted?: string) {
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  let from1904 = false;
  await parseXml(zip.open(root), {
    open(name, attribute) {
      if (name === 'sheet') {
        sheets.push({
          name: attribute('name') ?? '',
          id: attribute('id') ?? '',
          hidden: (attribute('state') ?? 'visible') !== 'visible',
        });
      } else if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
    },
  });
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  const targets = new Map<string, string>();
  const links = `${folder}_rels/workbook.xml.rels`;
  if (zip.has(links)) {
    await parseXml(zip.open(links), {
      open(name, attribute) {
        if (name === 'Relationship') targets.set(attribute('Id') ?? '', attribute('Target') ?? '');
      },
    });
  }
  const sheet = sheets.find((s) => s.name === wanted) ?? sheets.find((s) => !s.hidden) ?? sheets[0];
  const target = sheet && targets.get(sheet.id);
  if (!target) throw new SpreadsheetError('BROKEN_FILE', { part: root });
  return { path: target.startsWith('/') ? target.slice(1) : folder + target.replace(/^\.\//, ''), from1904 };
}

async function readStrings(zip: Zip, path: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let phonetic = false;
  await parseXml(zip.open(path), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') inText = !phonetic;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

/** For each cell style what it shows. */
async function readStyles(zip: Zip, path: string): Promise<Shows[]> {
  const own = new Map<number, Shows>();
  const styles: Shows[] = [];
  let inCells = false;
  await parseXml(zip.open(path), {
    open(name, attribute) {
      if (name === 'numFmt') own.set(Number(attribute('numFmtId')), showsFormat(attribute('formatCode') ?? ''));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attribute('numFmtId') ?? 0);
        styles.push(own.has(id) ? own.get(id) : showsNumber(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

interface Book {
  strings: string[];
  styles: Shows[];
  from1904: boolean;
}

async function* readSheet(zip: Zip, path: string, book: Book, limits: Limits): AsyncGenerator<TableRow> {
  let ready: TableRow[] = [];
  let count = 0;
  let row = 0;
  let cells: Cell[] = [];
  let column = -1;
  let type = '';
  let style = 0;
  let text = '';
  let formula = false;
  let inValue = false;
  let phonetic = false;

  const walk = walkXml(zip.open(path), {
    open(name, attribute) {
      if (name === 'row') {
        row = Number(attribute('r') ?? row + 1);
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attribute('r')) ?? column + 1;
        if (column >= limits.maxColumns)
          throw new SpreadsheetError('TOO_MANY_COLUMNS', { limit: limits.maxColumns, row });
        type = attribute('t') ?? 'n';
        style = Number(attribute('s') ?? 0);
        text = '';
        formula = false;
      } else if (name === 'f') formula = true;
      else if (name === 'rPh') phonetic = true;
      else if (name === 'v' || name === 't') inValue = !phonetic;
    },
    text(piece) {
      if (inValue) text += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c') {
        const value = cellValue(type, text, book, style);
        if (value === null && !formula) return;
        while (cells.length < column) cells.push({ value: null });
        cells[column] = formula ? { value, formula: true } : { value };
      } else if (name === 'row' && cells.some((cell) => cell.formula || cell.value !== null)) {
        if (++count > limits.maxRows) throw new SpreadsheetError('TOO_MANY_ROWS', { limit: limits.maxRows });
        ready.push({ row, cells });
      }
    },
  });
  for await (const _ of walk) {
    const rows = ready;
    ready = [];
    yield* rows;
  }
}

function cellValue(type: string, text: string, book: Book, style: number): Cell['value'] {
  switch (type) {
    case 's':
      return cleanText(book.strings[Number(text)] ?? '');
    case 'inlineStr':
    case 'str':
    case 'e':
      return cleanText(text);
    case 'b':
      return text.trim() === '' ? null : text.trim() === '1';
    case 'd':
      return text.slice(0, 10);
    default: {
      if (text.trim() === '') return null;
      const number = Number(text);
      if (!Number.isFinite(number)) return cleanText(text);
      // As the person sees it: 80 % is stored as 0.8, which nobody has typed.
      if (book.styles[style] === 'PERCENT') return `${Number((number * 100).toPrecision(12))}%`;
      return (book.styles[style] === 'DATE' && serialToDate(number, book.from1904)) || number;
    }
  }
}

/** Excel writes control characters as _x000D_ and the like, and holds no more than this many letters in a cell. */
const MAX_TEXT = 32_767;
function cleanText(text: string): string | null {
  const clean = text
    .slice(0, MAX_TEXT)
    .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .trim();
  return clean === '' ? null : clean;
}

/** 'AB12' → 27 (from 0); undefined when the cell has no address. */
function columnOf(address: string | undefined): number | undefined {
  if (!address) return undefined;
  let column = 0;
  for (const letter of address) {
    const code = letter.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column === 0 ? undefined : column - 1;
}
