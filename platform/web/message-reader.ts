/** A piece of a text, as react-intl formats it. */
type Piece =
  | { type: 0; value: string }
  | { type: 1; value: string }
  | { type: 2; value: string; style: null }
  | { type: 5; value: string; options: Choices }
  | { type: 6; value: string; options: Choices; offset: number; pluralType: 'cardinal' }
  | { type: 7 };
type Choices = Record<string, { value: Piece[] }>;

const argument = /\{\s*(\w+)\s*(?:,\s*(?:(number)|(plural|select)\s*,))?/y;
const choice = /\s*(=?\w+)\s*\{/y;
const close = /\s*\}/y;
/** Words; an apostrophe, doubled; what an apostrophe keeps from being read; what means nothing where it stands. */
const words = /[^{}<#']+|''|'([{}<>](?:[^']|'')*)'?|'(?!#)|[#}]|<(?![a-z/])/iy;

/**
 * Reads what texts of pages are written with, a small part of what a message may hold: values, numbers, plurals, choices
 * and quotes. A build puts it in the place of the parser that react-intl brings, twenty times as heavy, and holds every
 * text to it (scripts/text-parts.ts). It makes of a text what the parser would, or refuses it: texts with tags, dates or
 * styles of numbers. Texts stay as they are written on their way here, for in any other form they are heavier.
 */
export function readMessage(text: string): Piece[] {
  let at = 0;
  const ifNext = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const next = (pattern: RegExp) => {
    const found = ifNext(pattern);
    if (!found) throw new SyntaxError(`Texts of pages cannot say this, from ${at}: ${text}`);
    return found;
  };
  const readArgument = (): Piece => {
    const [, value = '', number, chooses] = next(argument);
    const options: Choices = {};
    if (chooses)
      for (let found = ifNext(choice); found; found = ifNext(choice)) {
        options[found[1] ?? ''] = { value: readPieces(chooses) };
        next(close);
      }
    next(close);
    if (number) return { type: 2, value, style: null };
    if (!chooses) return { type: 1, value };
    return chooses === 'select'
      ? { type: 5, value, options }
      : { type: 6, value, options, offset: 0, pluralType: 'cardinal' };
  };
  const readPieces = (within?: string): Piece[] => {
    const pieces: Piece[] = [];
    while (at < text.length && !(within && text[at] === '}')) {
      if (text[at] === '{') pieces.push(readArgument());
      else if (text[at] === '#' && within === 'plural') {
        at++;
        pieces.push({ type: 7 });
      } else {
        const [whole, quoted] = next(words);
        const value = quoted?.replaceAll("''", "'") ?? (whole === "''" ? "'" : whole);
        const last = pieces.at(-1);
        if (last?.type === 0) last.value += value;
        else pieces.push({ type: 0, value });
      }
    }
    return pieces;
  };
  return readPieces();
}
