import { searchKey } from '#platform/contract/script.ts';
import { columnLetter, parse, type TableRow } from '#platform/server/spreadsheets.ts';
import { type ColumnMap, type SheetField, sheetFields } from '../shapes.ts';
import { amountOf, type Statement, StatementError, type StatementRow } from '../statement.ts';

/**
 * Statements as csv and xlsx files. Each bank heads its columns as it likes: what they mean is guessed from their words the
 * first time, put right by a person, and remembered with the bank account.
 */

/** Words of headings, in the order in which they are tried; keys of all spellings. */
const words: Record<SheetField, readonly string[]> = {
  day: ['sana', 'kun', 'дата', 'дата проводки', 'дата операции', 'date', 'day', 'sanasi'],
  number: ['hujjat raqami', 'raqam', 'номер', 'номер документа', '№ док', 'номер док', 'number', 'document', 'n док'],
  came: ['kirim', 'kredit', 'кредит', 'приход', 'поступление', 'credit', 'income', 'оборот кредит', 'tushum'],
  left: ['chiqim', 'debet', 'дебет', 'расход', 'списание', 'debit', 'оборот дебет'],
  amount: ['summa', 'сумма', 'amount', 'sum'],
  party: [
    'toʻlovchi',
    'kontragent',
    'плательщик',
    'контрагент',
    'корреспондент',
    'наименование',
    'payer',
    'party',
    'name',
  ],
  party_account: ['toʻlovchi hisobi', 'hisob raqami', 'счет', 'счет плательщика', 'счет корреспондента', 'account'],
  party_tin: ['stir', 'инн', 'inn', 'tin', 'пинфл', 'jshshir', 'pinfl'],
  party_bank: ['bank', 'банк', 'toʻlovchi banki'],
  party_mfo: ['mfo', 'мфо', 'бик'],
  purpose: ['toʻlov maqsadi', 'maqsad', 'tafsilot', 'назначение', 'назначение платежа', 'purpose', 'details'],
};

export const indexOf = (letter: string): number =>
  [...letter].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1;

export const textIn = (row: TableRow, index: number): string => String(row.cells[index]?.value ?? '').trim();

export interface Sheet<F extends string> {
  /** Place of the heading among the rows. */
  head: number;
  headings: { letter: string; title: string }[];
  guess: Partial<Record<F, string>>;
}

/** The heading is the row in which most words are known. Errors: STATEMENT_EMPTY where nothing stands below it. */
export function lookFor<F extends string>(
  rows: readonly TableRow[],
  fields: readonly F[],
  known: Record<F, readonly string[]>,
): Sheet<F> {
  const keyed = new Map(fields.map((field) => [field, known[field].map((word) => searchKey(word))]));
  let head = 0;
  let guess: Sheet<F>['guess'] = {};
  for (const [at, row] of rows.slice(0, 30).entries()) {
    const map: Sheet<F>['guess'] = {};
    const titles = row.cells.map((_, index) => searchKey(textIn(row, index)));
    // What is the very word first, then what holds it.
    for (const fits of [
      (title: string, word: string) => title === word,
      (title: string, word: string) => title.split(' ').length < 6 && ` ${title} `.includes(` ${word} `),
    ])
      for (const field of fields) {
        if (map[field]) continue;
        const index = titles.findIndex(
          (title, place) =>
            title !== '' &&
            (keyed.get(field) ?? []).some((word) => fits(title, word)) &&
            !Object.values(map).includes(columnLetter(place)),
        );
        if (index >= 0) map[field] = columnLetter(index);
      }
    if (Object.keys(map).length > Object.keys(guess).length) {
      head = at;
      guess = map;
    }
  }
  const heading = rows[head];
  if (!heading || rows.length <= head + 1) throw new StatementError('STATEMENT_EMPTY');
  return {
    head,
    headings: heading.cells.map((_, index) => ({ letter: columnLetter(index), title: textIn(heading, index) })),
    guess,
  };
}

export const lookAt = (rows: readonly TableRow[]): Sheet<SheetField> => lookFor(rows, sheetFields, words);

/** What the map lacks, or nothing. */
export const lacking = (map: ColumnMap): SheetField | undefined =>
  !map.day ? 'day' : !map.amount && !map.came && !map.left ? 'amount' : undefined;

/** Bytes of one encoding read as another are letters that no word has: bars and signs in the middle of Cyrillic. */
const garbled = /[ЂЃѓЉЊЋЏђљњћџ‚„…†‡€‰‹¤¦§¬®°±µ¶·]{2}|\ufffd/u;

/**
 * The rows below the heading; what has neither a day nor an amount is a total or a note of the bank. Errors: STATEMENT_COLUMNS,
 * STATEMENT_FORMULA, STATEMENT_CELL, STATEMENT_ENCODING, STATEMENT_EMPTY.
 */
export function readSheet(
  rows: readonly TableRow[],
  { head }: Pick<Sheet<SheetField>, 'head'>,
  map: ColumnMap,
): Omit<Statement, 'account' | 'opening' | 'closing'> {
  const lacks = lacking(map);
  if (lacks) throw new StatementError('STATEMENT_COLUMNS', { field: lacks });
  const day = parse.date();
  const found: StatementRow[] = [];
  for (const row of rows.slice(head + 1)) {
    const cellOf = (field: SheetField) => {
      const letter = map[field];
      const cell = letter ? row.cells[indexOf(letter)] : undefined;
      if (cell?.formula) throw new StatementError('STATEMENT_FORMULA', { line: row.row, column: letter ?? '' });
      return cell?.value === null ? undefined : cell;
    };
    const said = (field: SheetField, most: number): string => {
      const text = String(cellOf(field)?.value ?? '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, most);
      if (garbled.test(text)) throw new StatementError('STATEMENT_ENCODING', { said: 'empty', found: 'other' });
      return text;
    };
    const refuse = (field: SheetField): never => {
      throw new StatementError('STATEMENT_CELL', {
        line: row.row,
        key: field,
        value: String(cellOf(field)?.value ?? ''),
      });
    };
    const money = (field: SheetField): number => {
      const cell = cellOf(field);
      if (!cell || cell.value === '') return 0;
      // A number of a sheet is written out first: its shortest text is what was typed.
      return amountOf(String(cell.value)) ?? refuse(field);
    };
    const when = cellOf('day');
    const read = when ? day(when) : undefined;
    if (!read || 'error' in read) {
      // Totals below the rows have an amount, but no day.
      if (when && money('amount') + money('came') + money('left') !== 0 && /\d/.test(String(when.value))) refuse('day');
      continue;
    }
    const came = money('came');
    const left = money('left');
    const amount = map.amount ? money('amount') : came - left;
    if (amount === 0) {
      if (came !== 0 && left !== 0) refuse('came');
      continue;
    }
    found.push({
      day: read.value,
      number: said('number', 60),
      amount,
      party: said('party', 300),
      party_account: said('party_account', 40).replace(/\s/g, ''),
      party_tin: said('party_tin', 20),
      party_bank: said('party_bank', 120),
      party_mfo: said('party_mfo', 10),
      purpose: said('purpose', 1000),
    });
  }
  const days = found.map((row) => row.day).sort();
  const [from] = days;
  const until = days.at(-1);
  if (!from || !until) throw new StatementError('STATEMENT_EMPTY');
  return { from, until, rows: found };
}
