import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  canonicalJson,
  publicSigningKeys,
  rotateSigningKey,
  signingKeysFolder,
  signText,
  verifyText,
} from './signing-keys.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edulab-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what was signed is proved, and every changed byte is found', () => {
  const text = 'Oʻgʻiloy 85.5';
  const signed = signText(folder, text);
  expect(verifyText(folder, text, signed)).toBe(true);
  for (let at = 0; at < text.length; at++)
    expect(
      verifyText(folder, text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1), signed),
    ).toBe(false);
  expect(verifyText(folder, text, { ...signed, key_id: '0'.repeat(16) })).toBe(false);
});

test('a new key signs, the old one goes on proving, and its private part is gone', () => {
  const first = signText(folder, 'x');
  const id = rotateSigningKey(folder);
  const second = signText(folder, 'x');
  expect(second.key_id).toBe(id);
  expect(first.key_id).not.toBe(id);
  expect([verifyText(folder, 'x', first), verifyText(folder, 'x', second)]).toEqual([true, true]);
  expect(publicSigningKeys(folder).map((key) => [key.id, key.active])).toEqual([
    [id, true],
    [first.key_id, false],
  ]);
  const files = readdirSync(path.join(folder, signingKeysFolder)).sort();
  expect(files).toHaveLength(3);
  expect(existsSync(path.join(folder, signingKeysFolder, `${first.key_id}.private.pem`))).toBe(false);
  expect(statSync(path.join(folder, signingKeysFolder, `${id}.private.pem`)).mode & 0o077).toBe(0);
});

test('a public key that was exchanged under its name proves nothing', () => {
  const signed = signText(folder, 'x');
  const other = rotateSigningKey(folder);
  const file = (id: string) => path.join(folder, signingKeysFolder, `${id}.public.json`);
  rmSync(file(signed.key_id));
  writeFileSync(file(signed.key_id), readFileSync(file(other)));
  expect(verifyText(folder, 'x', signed)).toBe(false);
});

test('canonical JSON is the same whatever the order of keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'ʻ' })).toBe('{"a":"ʻ","b":[{"c":null,"d":1}]}');
});
