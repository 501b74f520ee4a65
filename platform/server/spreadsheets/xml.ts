import { SpreadsheetError } from './error.ts';

/*
 * The little of XML that spreadsheets use: elements, attributes, text. No document types, so no entities
 * of a file's own and nothing outside the file is ever fetched.
 */

export interface XmlHandler {
  /** `name` without its prefix; attributes are parsed only when asked for. */
  open?(name: string, attribute: (name: string) => string | undefined): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Asked after each piece: true ends the reading. */
  done?(): boolean;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MAX_MARKUP = 1_000_000;

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (name) return ENTITIES[name] ?? all;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

function attributeReader(markup: string) {
  return (wanted: string): string | undefined => {
    // A name begins behind a blank: else a word of a million letters would be tried anew from each of them.
    for (const [, name, double, single] of markup.matchAll(
      /(?:^|\s)([\w:.-]+)\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g,
    )) {
      if (name === wanted || local(name!) === wanted) return decodeEntities(double ?? single ?? '');
    }
    return undefined;
  };
}

/** Errors: BROKEN_FILE for text that is not XML or ends inside an element. */
export async function parseXml(source: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of walkXml(source, handler)) if (handler.done?.()) return;
}

/** As parseXml, pausing after every piece, so that what the handler gathered can be handed on. */
export async function* walkXml(source: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  let decoder: TextDecoder | undefined;
  let rest = '';
  let depth = 0;
  let seen = false;
  for await (const piece of source) {
    decoder ??= new TextDecoder(piece[0] === 0xff ? 'utf-16le' : piece[0] === 0xfe ? 'utf-16be' : 'utf-8');
    const text = rest + decoder.decode(piece, { stream: true });
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start < 0) break;
      if (start > at && depth > 0) handler.text?.(decodeEntities(text.slice(at, start)));
      at = start;
      if (text.startsWith('<!--', start)) {
        const end = text.indexOf('-->', start);
        if (end < 0) break;
        at = end + 3;
      } else if (text.startsWith('<![CDATA[', start)) {
        const end = text.indexOf(']]>', start);
        if (end < 0) break;
        handler.text?.(text.slice(start + 9, end));
        at = end + 3;
      } else {
        const end = text.indexOf('>', start);
        if (end < 0 || (text[start + 1] === '!' && text.length - start < 9)) break;
        at = end + 1;
        if (text[start + 1] === '!') throw new SpreadsheetError('BROKEN_FILE');
        if (text[start + 1] === '?') continue;
        if (text[start + 1] === '/') {
          depth--;
          handler.close?.(local(text.slice(start + 2, end).trim()));
        } else {
          seen = true;
          const empty = text[end - 1] === '/';
          const markup = text.slice(start + 1, empty ? end - 1 : end);
          const space = markup.search(/\s/);
          const name = local(space < 0 ? markup : markup.slice(0, space));
          handler.open?.(name, attributeReader(space < 0 ? '' : markup.slice(space)));
          if (empty) handler.close?.(name);
          else depth++;
        }
      }
    }
    rest = text.slice(at);
    if (rest.length > MAX_MARKUP) throw new SpreadsheetError('TOO_LARGE');
    yield;
  }
  if (!seen || depth !== 0) throw new SpreadsheetError('BROKEN_FILE');
}
