import type { Page } from 'playwright-core';
import { textsOf } from './words.ts';

/**
 * What a screen reader says of a page, without what it says of records: landmarks, headings, heads of tables and everything
 * that can be pressed or filled in, each once where it stands. Names that are texts of ours stand in it, and of a text with
 * blanks the text; any other name is data and is `…`. So it stays the same while data, numbers and days change.
 */

const landmarks = 'banner navigation main complementary contentinfo region search form dialog alert'.split(' ');
const things =
  'heading link button textbox searchbox combobox checkbox radio switch slider tab columnheader table menuitem'.split(
    ' ',
  );
/** These can be reached, and so must say what they are. */
const reached = 'link button textbox searchbox combobox checkbox radio switch slider tab'.split(' ');

/** The name as the text that it is, or `…`. */
function namer(locale: 'uz' | 'ru' | 'en'): (name: string) => string {
  const texts = Object.values(textsOf(locale));
  const whole = new Set(texts);
  const blank = /\{\w+\}/;
  const patterns = texts
    .filter((text) => blank.test(text) && !text.includes(', ') && text.replaceAll(/\{\w+\}/g, '').length > 6)
    .toSorted((a, b) => b.length - a.length)
    .map((text) => ({
      text,
      fits: new RegExp(
        `^${text
          .split(/\{\w+\}/)
          .map((part) => RegExp.escape(part))
          .join('.+')}$`,
        'u',
      ),
    }));
  return (name) => {
    if (whole.has(name)) return name;
    return patterns.find(({ fits }) => fits.test(name))?.text ?? '…';
  };
}

export interface Aloud {
  /** One line for each thing, indented below its landmark. */
  text: string;
  /** What can be reached and says nothing. */
  nameless: string[];
}

/** `whole`: with what stands around the page, which is the same everywhere. */
export async function aloud(page: Page, locale: 'uz' | 'ru' | 'en', whole: boolean): Promise<Aloud> {
  const nameOf = namer(locale);
  const lines: string[] = [];
  const nameless: string[] = [];
  const inside: { indent: number; said: Set<string> }[] = [{ indent: -1, said: new Set() }];
  let record = Number.POSITIVE_INFINITY;
  for (const line of (await page.locator(whole ? 'body' : 'main').ariaSnapshot()).split('\n')) {
    const found = /^(\s*)- (\w+)(?: "((?:[^"\\]|\\.)*)")?(?: \[level=(\d)\])?/.exec(line);
    if (!found) continue;
    const [, { length: indent } = '', role = '', name, level] = found;
    while (inside.length > 1 && indent <= inside.at(-1)!.indent) inside.pop();
    if (indent <= record) record = Number.POSITIVE_INFINITY;
    if (reached.includes(role) && !name) nameless.push(line.trim());
    // Rows, and entries of lists outside menus, are records.
    if (
      record === Number.POSITIVE_INFINITY &&
      (role === 'row' || role === 'listitem') &&
      !line.includes('columnheader')
    )
      record = role === 'row' ? indent : record;
    const head = role === 'columnheader';
    if (indent > record && !head) continue;
    const isLandmark = landmarks.includes(role);
    if (!isLandmark && !things.includes(role)) continue;
    const said = `${role}${name === undefined ? '' : ` "${nameOf(name)}"`}${level ? ` ${level}` : ''}`;
    const where = inside.at(-1)!;
    if (!where.said.has(said) || isLandmark) lines.push('  '.repeat(inside.length - 1) + said);
    where.said.add(said);
    if (isLandmark) inside.push({ indent, said: new Set() });
  }
  return { text: `${lines.join('\n')}\n`, nameless };
}
