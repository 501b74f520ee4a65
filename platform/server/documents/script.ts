import { textInCyrillic } from '#platform/contract/cyrillic.ts';
import type { Locale, ShownLocale } from '#platform/contract/index.ts';
import type { Call } from '../call/context.ts';
import type { Paper } from './paper.ts';
import type { Sheet, SheetPart } from './sheet.ts';

/** The script of a paper: Uzbek is drawn in Cyrillic for whoever reads it so. What the paper is signed for stays as it is stored. */
export async function scriptFor(
  { client }: Pick<Call, 'client'>,
  locale: Locale,
  account_id: number | null,
): Promise<ShownLocale> {
  if (locale !== 'uz' || !account_id) return locale;
  const { rows } = await client.query<{ cyrillic: boolean }>(
    "select cyrillic and locale = 'uz' as cyrillic from accounts where id = $1",
    [account_id],
  );
  return rows[0]?.cyrillic ? 'uz-Cyrl' : locale;
}

/** Under these keys of the library's content stand words, or more content. */
const withWords = new Set(['text', 'stack', 'columns', 'ul', 'ol', 'table', 'body']);

/** Whatever is read of some content in Cyrillic; pictures, fonts, colours and addresses stand as they are. */
function written<T>(content: T): T;
function written(content: unknown): unknown {
  if (typeof content === 'string') return textInCyrillic(content);
  if (Array.isArray(content)) return content.map((part: unknown) => written(part));
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).map(([key, value]: [string, unknown]) => [
      key,
      withWords.has(key) ? written(value) : value,
    ]),
  );
}

export const paperInCyrillic = (paper: Paper): Paper => ({
  ...paper,
  letterhead: {
    ...paper.letterhead,
    name: textInCyrillic(paper.letterhead.name),
    lines: written(paper.letterhead.lines),
    initials: textInCyrillic(paper.letterhead.initials),
  },
  title: textInCyrillic(paper.title),
  ...(paper.subtitle ? { subtitle: textInCyrillic(paper.subtitle) } : {}),
  ...(paper.date ? { date: textInCyrillic(paper.date) } : {}),
  ...(paper.note ? { note: textInCyrillic(paper.note) } : {}),
  content: written(paper.content),
});

function partInCyrillic(part: SheetPart): SheetPart {
  if (part.kind === 'text') return { ...part, text: textInCyrillic(part.text) };
  if (part.kind === 'signature') return { ...part, role: textInCyrillic(part.role), name: textInCyrillic(part.name) };
  return part;
}

export const sheetInCyrillic = (sheet: Sheet): Sheet => ({
  ...sheet,
  title: textInCyrillic(sheet.title),
  author: textInCyrillic(sheet.author),
  parts: sheet.parts.map(partInCyrillic),
  ...(sheet.more ? { more: sheet.more.map((parts) => parts.map(partInCyrillic)) } : {}),
});
