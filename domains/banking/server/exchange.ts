import iconv from 'iconv-lite';
import type { Tiyin } from '#domains/accounting/server/index.ts';
import { amountOf, type Statement, StatementError, type StatementRow, turnoverOf } from '../statement.ts';

/**
 * The exchange format of 1C, `1CClientBankExchange`: lines of `Key=value`, a section for each account with its balances and
 * one for each document. It says itself in which encoding it is; a file that is not what it says is refused, never read as
 * one without rows.
 */

const mark = '1CClientBankExchange';
const encodings = { Windows: 'win1251', DOS: 'cp866', 'UTF-8': 'utf8' } as const;
type Encoding = keyof typeof encodings;
const bom = Buffer.from([0xef, 0xbb, 0xbf]);

/** Whether bytes begin as such a file does, in whichever encoding. */
export const isExchange = (bytes: Buffer): boolean =>
  bytes.subarray(0, 64).toString('latin1').includes(mark) || bytes.subarray(0, 128).toString('utf16le').includes(mark);

/** Of the few first lines, so that a file of blanks is not gone through from each of them. */
const headBytes = 4096;
const saysEncoding = /^[ \t]*Кодировка[ \t]*=([^\r\n]*)/m;
/** More lines than any document has: a file with more holds something else. */
const mostLinesEach = 60;

/** The text of the file. Errors: STATEMENT_ENCODING with what it says and what it is. */
function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, 3).equals(bom)) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(3));
    } catch {
      throw new StatementError('STATEMENT_ENCODING', { said: 'UTF-8', found: 'other' });
    }
  }
  // Only in the encoding in which it was written is there a line that names one.
  const found = (Object.keys(encodings) as Encoding[]).flatMap((name) => {
    const said = saysEncoding.exec(iconv.decode(bytes.subarray(0, headBytes), encodings[name]))?.[1]?.trim();
    return said === undefined ? [] : [{ name, said }];
  });
  const [read, ...more] = found;
  if (!read || more.length) throw new StatementError('STATEMENT_ENCODING', { said: 'empty', found: 'other' });
  const said = Object.keys(encodings).find((name) => name.toLowerCase() === read.said.toLowerCase());
  const text = iconv.decode(bytes, encodings[read.name]);
  if (said !== read.name || text.includes('\ufffd'))
    throw new StatementError('STATEMENT_ENCODING', { said: read.said.slice(0, 40), found: read.name });
  return text;
}

interface Part {
  line: number;
  /** What follows `СекцияДокумент=`. */
  kind: string;
  values: Map<string, string>;
}

/** The lines, one after the other: all at once they would take many times the memory of the file. */
function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(from, index);
    from = index + end.length;
  }
  yield text.slice(from);
}

/**
 * The accounts that the file names, and its sections of accounts and of documents. Errors: STATEMENT_BROKEN where one
 * begins within another or does not end, STATEMENT_TOO_LONG.
 */
function partsOf(text: string, maxRows: number) {
  const head = new Map<string, string>();
  const named = new Set<string>();
  const accounts: Part[] = [];
  const documents: Part[] = [];
  let open: { part: Part; ends: string; into: Part[] } | undefined;
  let ended = false;
  const broken = (line: number) => new StatementError('STATEMENT_BROKEN', { line });
  let at = -1;
  for (const said of linesOf(text)) {
    at += 1;
    if (documents.length > maxRows || at > maxRows * mostLinesEach)
      throw new StatementError('STATEMENT_TOO_LONG', { rows: maxRows });
    const line = said.trim();
    if (line === '') continue;
    const cut = line.indexOf('=');
    const key = (cut < 0 ? line : line.slice(0, cut)).trim();
    const value = cut < 0 ? '' : line.slice(cut + 1).trim();
    if (key === 'КонецФайла') {
      ended = true;
      break;
    }
    if (key === 'СекцияРасчСчет' || key === 'СекцияДокумент') {
      if (open) throw broken(at + 1);
      const isAccount = key === 'СекцияРасчСчет';
      open = {
        part: { line: at + 1, kind: value, values: new Map() },
        ends: isAccount ? 'КонецРасчСчет' : 'КонецДокумента',
        into: isAccount ? accounts : documents,
      };
    } else if (key === 'КонецРасчСчет' || key === 'КонецДокумента') {
      if (open?.ends !== key) throw broken(at + 1);
      open.into.push(open.part);
      open = undefined;
    } else if (open) open.part.values.set(key, value);
    else if (key === 'РасчСчет') named.add(value);
    else head.set(key, value);
  }
  if (open) throw broken(open.part.line);
  // A file that was cut off on its way ends without saying so.
  if (!ended) throw broken(at + 1);
  for (const { values } of accounts) named.add(values.get('РасчСчет') ?? '');
  named.delete('');
  return { head, named: [...named], accounts, documents };
}

function dayOf(said: string | undefined): string | undefined {
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(said ?? '') ?? [];
  const iso = `${year}-${month}-${day}`;
  const parsed = Date.parse(iso);
  return Number.isNaN(parsed) || new Date(parsed).toISOString().slice(0, 10) !== iso ? undefined : iso;
}

const first = (values: Map<string, string>, ...keys: string[]): string => {
  for (const key of keys) {
    const value = values.get(key);
    if (value) return value;
  }
  return '';
};

/**
 * The statements in a file, one for each of its accounts. `own`: the accounts of the institution, by which it is told who
 * paid whom. Errors: STATEMENT_TOO_LONG, STATEMENT_ENCODING, STATEMENT_BROKEN, STATEMENT_CELL, STATEMENT_EMPTY, STATEMENT_ACCOUNT,
 * STATEMENT_TURNOVER.
 */
export function readExchange(bytes: Buffer, own: readonly string[], maxRows = 10_000): Statement[] {
  const { head, named, accounts: sections, documents } = partsOf(textOf(bytes), maxRows);
  for (const account of named) if (!own.includes(account)) throw new StatementError('STATEMENT_ACCOUNT', { account });
  if (named.length === 0) throw new StatementError('STATEMENT_ACCOUNT', { account: 'empty' });
  if (documents.length === 0 && sections.length === 0) throw new StatementError('STATEMENT_EMPTY');
  const cell = (part: Part, key: string): never => {
    throw new StatementError('STATEMENT_CELL', { line: part.line, key, value: part.values.get(key) ?? '' });
  };
  const amountIn = (part: Part, key: string): Tiyin => amountOf(part.values.get(key) ?? '') ?? cell(part, key);
  const rows = new Map<string, StatementRow[]>(named.map((account) => [account, []]));
  for (const part of documents) {
    const { values } = part;
    const payer = first(values, 'ПлательщикСчет', 'ПлательщикРасчСчет');
    const payee = first(values, 'ПолучательСчет', 'ПолучательРасчСчет');
    // Between two own accounts money leaves one and comes to the other: a row of each.
    const sides = [
      ...(rows.has(payee) ? [{ account: payee, came: true }] : []),
      ...(rows.has(payer) && payer !== payee ? [{ account: payer, came: false }] : []),
    ];
    if (sides.length === 0) throw new StatementError('STATEMENT_ACCOUNT', { account: payee || payer || 'empty' });
    const sum = amountIn(part, 'Сумма');
    if (sum <= 0) cell(part, 'Сумма');
    for (const { account, came } of sides) {
      const moved = came ? 'ДатаПоступило' : 'ДатаСписано';
      const day = dayOf(values.get(moved)) ?? dayOf(values.get('Дата')) ?? cell(part, 'Дата');
      const other = came ? 'Плательщик' : 'Получатель';
      rows.get(account)?.push({
        day,
        number: (values.get('Номер') ?? '').slice(0, 60),
        amount: came ? sum : -sum,
        party: first(values, `${other}1`, other).slice(0, 300),
        party_account: (came ? payer : payee).slice(0, 40),
        party_tin: first(values, `${other}ИНН`).slice(0, 20),
        party_bank: first(values, `${other}Банк1`).slice(0, 120),
        party_mfo: first(values, `${other}БИК`).slice(0, 10),
        purpose: first(values, 'НазначениеПлатежа').slice(0, 1000),
      });
    }
  }
  return named.map((account) => {
    const found = rows.get(account) ?? [];
    const own = sections
      .filter(({ values }) => values.get('РасчСчет') === account)
      .map((part) => ({
        part,
        from: dayOf(part.values.get('ДатаНачала')) ?? cell(part, 'ДатаНачала'),
        until: dayOf(part.values.get('ДатаКонца')) ?? dayOf(part.values.get('ДатаНачала')) ?? cell(part, 'ДатаКонца'),
        opening: amountIn(part, 'НачальныйОстаток'),
        closing: part.values.has('КонечныйОстаток') ? amountIn(part, 'КонечныйОстаток') : null,
      }))
      .sort((a, b) => a.from.localeCompare(b.from));
    const { came, left } = turnoverOf(found);
    const total = (key: string) =>
      own.every(({ part }) => part.values.has(key)) && own.length
        ? own.reduce((sum, { part }) => sum + amountIn(part, key), 0)
        : null;
    for (const [key, sum] of [
      ['ВсегоПоступило', came],
      ['ВсегоСписано', left],
    ] as const) {
      const said = total(key);
      if (said !== null && said !== sum) throw new StatementError('STATEMENT_TURNOVER', { key, said, sum });
    }
    const days = found.map((row) => row.day).sort();
    const from = own[0]?.from ?? dayOf(head.get('ДатаНачала')) ?? days[0];
    const until = own.at(-1)?.until ?? dayOf(head.get('ДатаКонца')) ?? days.at(-1);
    if (!from || !until) throw new StatementError('STATEMENT_EMPTY');
    return {
      account,
      from,
      until,
      opening: own[0]?.opening ?? null,
      closing: own.at(-1)?.closing ?? null,
      rows: found,
    };
  });
}

/** Letters that cp1251 has not, by those with which they are written there; of any other letter its sign is left out. */
const written: Record<string, string> = {
  ʻ: "'",
  ʼ: "'",
  '‛': "'",
  '′': "'",
  '`': "'",
  '´': "'",
  Қ: 'К',
  қ: 'к',
  Ғ: 'Г',
  ғ: 'г',
  Ҳ: 'Х',
  ҳ: 'х',
};

/** Every letter of cp1251. */
const letters: ReadonlySet<string> = new Set(
  iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), 'win1251').replace('\ufffd', ''),
);

/** One letter as cp1251 can say it. */
function writtenAs(letter: string): string {
  const plain = written[letter] ?? letter;
  if (/\s|\p{Cc}/u.test(plain)) return ' ';
  if (letters.has(plain)) return plain;
  return [...plain.normalize('NFKD').replace(/\p{M}/gu, '')].filter((one) => letters.has(one)).join('');
}

/** As it can stand in a line of the file: of cp1251 alone, and without an end of line, behind which another key would begin. */
export const exchangeText = (text: string): string =>
  Array.from(text.normalize('NFC'), writtenAs).join('').replace(/ {2,}/g, ' ').trim();

const decimal = (amount: Tiyin): string => {
  const value = BigInt(amount < 0 ? -amount : amount);
  return `${amount < 0 ? '-' : ''}${value / 100n}.${String(value % 100n).padStart(2, '0')}`;
};
const dayText = (iso: string): string => iso.split('-').reverse().join('.');

export interface ExchangeOut extends Statement {
  /** Whose account it is. */
  owner: { name: string; tin: string; bank: string; mfo: string };
  made_on: string;
  made_at: string;
}

/** The file of a statement, in cp1251 to the byte; `readExchange` reads it back as it was. */
export function writeExchange({ account, owner, ...of }: ExchangeOut): Buffer {
  const { came, left } = turnoverOf(of.rows);
  const own = {
    side: [exchangeText(owner.name), account, owner.tin, exchangeText(owner.bank), owner.mfo] as const,
  };
  const side = (name: string, [title, number, tin, bank, mfo]: readonly string[]) => [
    `${name}Счет=${number}`,
    `${name}=${title}`,
    `${name}ИНН=${tin}`,
    `${name}1=${title}`,
    `${name}РасчСчет=${number}`,
    `${name}Банк1=${bank}`,
    `${name}БИК=${mfo}`,
  ];
  const lines = [
    mark,
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    'Отправитель=Edulab',
    'Получатель=',
    `ДатаСоздания=${dayText(of.made_on)}`,
    `ВремяСоздания=${of.made_at}`,
    `ДатаНачала=${dayText(of.from)}`,
    `ДатаКонца=${dayText(of.until)}`,
    `РасчСчет=${account}`,
    ...(of.opening === null || of.closing === null
      ? []
      : [
          'СекцияРасчСчет',
          `ДатаНачала=${dayText(of.from)}`,
          `ДатаКонца=${dayText(of.until)}`,
          `РасчСчет=${account}`,
          `НачальныйОстаток=${decimal(of.opening)}`,
          `ВсегоПоступило=${decimal(came)}`,
          `ВсегоСписано=${decimal(left)}`,
          `КонечныйОстаток=${decimal(of.closing)}`,
          'КонецРасчСчет',
        ]),
    ...of.rows.flatMap((row) => {
      const other = [
        exchangeText(row.party),
        exchangeText(row.party_account),
        exchangeText(row.party_tin),
        exchangeText(row.party_bank),
        exchangeText(row.party_mfo),
      ];
      const isIn = row.amount > 0;
      return [
        'СекцияДокумент=Платежное поручение',
        `Номер=${exchangeText(row.number)}`,
        `Дата=${dayText(row.day)}`,
        `Сумма=${decimal(isIn ? row.amount : -row.amount)}`,
        ...side('Плательщик', isIn ? other : own.side),
        isIn ? `ДатаПоступило=${dayText(row.day)}` : `ДатаСписано=${dayText(row.day)}`,
        ...side('Получатель', isIn ? own.side : other),
        `НазначениеПлатежа=${exchangeText(row.purpose)}`,
        'КонецДокумента',
      ];
    }),
    'КонецФайла',
    '',
  ];
  return iconv.encode(lines.join('\r\n'), 'win1251');
}
