import { SaxesParser } from 'saxes';
import { SpreadsheetError } from './error.ts';

/*
 * XML as spreadsheets and packages use it: elements, attributes, text. No document types, so no entities of a file's own
 * and nothing outside the file is ever fetched.
 */

export interface XmlHandler {
  /** `name` without its prefix. */
  open?(name: string, attribute: (name: string) => string | undefined): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Asked after each piece: true ends the reading. */
  done?(): boolean;
}

/** Letters of one text, tag or comment. */
const MAX_MARKUP = 1_000_000;

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Errors: BROKEN_FILE for text that is not XML or ends inside an element, TOO_LARGE. */
export async function parseXml(source: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of walkXml(source, handler)) if (handler.done?.()) return;
}

/** As parseXml, pausing after every piece, so that what the handler gathered can be handed on. */
export async function* walkXml(source: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  /** Letters that the parser holds since it last told something. */
  let held = 0;
  const told = <T extends unknown[]>(tell: (...told: T) => void) => {
    return (...what: T) => {
      held = 0;
      tell(...what);
    };
  };
  const refuse = (cause?: Error) => {
    throw new SpreadsheetError('BROKEN_FILE', {}, cause);
  };
  parser.on('error', refuse);
  parser.on('doctype', () => refuse());
  parser.on(
    'comment',
    told(() => undefined),
  );
  parser.on(
    'text',
    told((text) => handler.text?.(text)),
  );
  parser.on(
    'cdata',
    told((text) => handler.text?.(text)),
  );
  parser.on(
    'closetag',
    told(({ name }) => handler.close?.(local(name))),
  );
  parser.on(
    'opentag',
    told(({ name, attributes }) =>
      handler.open?.(local(name), (wanted) => {
        const found = attributes[wanted];
        if (found !== undefined) return found;
        for (const key in attributes) if (local(key) === wanted) return attributes[key];
        return undefined;
      }),
    ),
  );
  let decoder: TextDecoder | undefined;
  for await (const piece of source) {
    decoder ??= new TextDecoder(piece[0] === 0xff ? 'utf-16le' : piece[0] === 0xfe ? 'utf-16be' : 'utf-8');
    const text = decoder.decode(piece, { stream: true });
    held += text.length;
    parser.write(text);
    if (held > MAX_MARKUP) throw new SpreadsheetError('TOO_LARGE');
    yield;
  }
  parser.close();
}
