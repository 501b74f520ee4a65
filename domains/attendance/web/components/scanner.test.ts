import { expect, it } from 'vitest';
import { codeIn } from './scanner.tsx';

const token = `12.${'0f'.repeat(16)}`;

it('takes the code out of the address in the picture, or alone', () => {
  expect(codeIn(`https://edulab.example/attendance/check-in?code=${token}`)).toBe(token);
  expect(codeIn(`http://localhost:3000/attendance/check-in?x=1&code=${token}#a`)).toBe(token);
  expect(codeIn(` ${token} `)).toBe(token);
});

it.each(['https://example.com', 'https://example.com/?code=1', 'WIFI:S:Edulab;', `${token}0`, ''])(
  'is not content with %j',
  (text) => {
    expect(codeIn(text)).toBeUndefined();
  },
);
