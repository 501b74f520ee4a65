import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isCommonPassword, listFile } from './common-passwords.ts';

it('knows the hundred thousand commonest passwords, and hardly takes another for one of them', () => {
  expect(readFileSync(listFile).length / 3).toBeGreaterThan(99_900);
  for (const password of ['password', 'PASSWORD', 'ｐａｓｓｗｏｒｄ', '123456789', 'qwertyuiop', 'tromboni'])
    expect([password, isCommonPassword(password)]).toEqual([password, true]);
  let taken = 0;
  for (let i = 0; i < 100_000; i++) if (isCommonPassword(`bogda-gul-${i}-ochildi`)) taken++;
  expect(taken).toBeLessThan(12);
});
