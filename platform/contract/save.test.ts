import { expect, it } from 'vitest';
import type { z } from 'zod';
import { saveShape } from './call.ts';
import { clearable, requiredText, text, title } from './index.ts';

const shape = saveShape({ name: requiredText(20), title, note: clearable(text(100)) });
const letter = saveShape({ words: text(100) });
const titles = { uz: 'Nomi', ru: '', en: '' };
const faultsOf = (given: unknown) =>
  shape.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

it('asks a new record for all that it needs, and a change for nothing', () => {
  expect(faultsOf({ name: 'a', title: titles })).toEqual([]);
  expect(faultsOf({ note: 'b' })).toEqual(['name form_required', 'title form_required']);
  expect(faultsOf({ id: 1, version: 1, note: 'b' })).toEqual([]);
  expect(shape.parse({ id: 1, version: 1, note: '' })).toEqual({ id: 1, version: 1, note: null });
});

it('lets a change empty nothing that a new record needs', () => {
  expect(faultsOf({ id: 1, version: 1, name: null })).toHaveLength(1);
  expect(faultsOf({ id: 1, version: 1, name: ' ' })).toHaveLength(1);
  expect(letter.safeParse({ id: 1, version: 1, words: ' ' }).success).toBe(false);
});

it('is known to the compiler', () => {
  type Save = z.input<typeof shape>;
  const made: Save = { name: 'a', title: titles };
  const changed: Save = { id: 1, version: 1, note: 'b' };
  // @ts-expect-error a new record needs its title
  const short: Save = { name: 'a' };
  expect([made, changed, short]).toHaveLength(3);
});
