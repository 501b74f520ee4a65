import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { domains } from '#domains/server.ts';
import { messageInCyrillic } from '#platform/contract/cyrillic.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { declaredWords } from '#tests/support/declared.ts';
import { repositoryFiles } from './files.ts';

/** Every Uzbek text that people may see, those that the server says included. */
const texts = Object.entries({
  ...declaredWords('uz'),
  ...Object.fromEntries(
    [...repositoryFiles()]
      .filter(([path]) => /\/messages\/uz\.json$/.test(path))
      .flatMap(([path, text]) =>
        Object.entries(JSON.parse(text) as Record<string, string>).map(([id, one]) => [`${path} ${id}`, one]),
      ),
  ),
});

const { formatters } = createIntl({ locale: 'uz' });
type Piece = { type: number; value?: string; options?: Record<string, { value: Piece[] }>; children?: Piece[] };
const parsed = (text: string) => formatters.getMessageFormat(text, 'uz').getAst() as Piece[];
/** What a pattern is made of without its words. */
const bones = (pieces: Piece[]): unknown =>
  pieces.map(({ type, value, options, children }) => [
    type,
    type === 0 ? '' : value,
    Object.entries(options ?? {}).map(([key, option]) => [key, bones(option.value)]),
    bones(children ?? []),
  ]);
const words = (pieces: Piece[]): string[] =>
  pieces.flatMap(({ type, value = '', options = {}, children = [] }) => [
    ...(type === 0 ? [value] : []),
    ...Object.values(options).flatMap((option) => words(option.value)),
    ...words(children),
  ]);

/** All that is written in Latin in the Cyrillic texts. A word that is missing here is Uzbek, or belongs to the names in cyrillic.ts. */
const latin = new Set(
  [
    // products, formats, degrees, keys
    'Articulate CNY CSV Click Ctrl D DOS DSc E ECTS Edulab Enter Esc Escape Excel F2 HEMIS ID IMZO IP ISBN ISFT ISO JPEG JPG JSON MS PDF PNG Tab WCAG',
    'Payme PhD QR SCORM SHA Service UTC Windows Word Z csv mail',
    // codes and what is typed as it is written
    'A1 A2 AA1234567 B1 B2 BACHELOR C C1 C2 C7 CONTRACT DAY EDITION EIMZO_URL EVENING_DEAN FEMALE FOREIGN GRANT INSTITUTION',
    'IQ Idempotency K Key LASTNAME LINE_CODE LINE_TITLE PINFL PROGRAMME_CODE TOTAL UZ YEAR age_from age_to citizenship form',
    'gender language level ru says status tuition uz year',
    // addresses, names of files, and names of values that a text quotes
    'amount codes com demo example https imsmanifest instalments jsonl name number password person request reset rooms',
    'template ways xml',
  ].flatMap((line) => line.split(' ')),
);

describe('Uzbek in Cyrillic', () => {
  test('every text keeps its values, choices and tags', () => {
    expect(texts.length).toBeGreaterThan(9000);
    for (const [id, text] of texts) expect(bones(parsed(messageInCyrillic(text))), id).toEqual(bones(parsed(text)));
  });

  test('no text keeps a Latin word, but for names and codes', () => {
    const found = new Set(
      texts.flatMap(([, text]) =>
        words(parsed(messageInCyrillic(text))).flatMap((part) => part.match(/[A-Za-z]\w*/g) ?? []),
      ),
    );
    expect([...found].filter((word) => !latin.has(word)).sort()).toEqual([]);
  });
});

/** Whether somebody may send what an answer has as a reference or as a row about a module: then its title would come back in Cyrillic. */
const sent = (schema: unknown): boolean => {
  if (typeof schema !== 'object' || schema === null) return false;
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  const keys = Object.keys(properties);
  const text = (key: string) => properties[key]?.type === 'string';
  if (text('title') && keys.includes('id') && keys.every((key) => ['id', 'title', 'code'].includes(key))) return true;
  const module = text('course') || keys.includes('course_module_id') || keys.includes('module_id');
  if (text('title') && text('code') && module && !keys.includes('version')) return true;
  return Object.values(schema).some(sent);
};

test('no call takes a reference or a row about a module with its title, which the browser may have written in Cyrillic', () => {
  const takers = callsOf(domains).filter(({ contract }) => {
    const input = contract['~orpc'].inputSchema as z.ZodType | undefined;
    return input && sent(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
  });
  expect(takers.map(({ meta }) => meta.path)).toEqual([]);
});
