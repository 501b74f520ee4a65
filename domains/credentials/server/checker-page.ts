import { readFileSync } from 'node:fs';
import type { Locale } from '#platform/contract/index.ts';
import type { PublicSigningKey } from '#platform/server/disk/signing-keys.ts';

let template: string | undefined;

/**
 * One HTML file that checks saved documents on the person's own computer, with no server: the public keys and all texts
 * are inside. `host` is where the keys are from.
 */
export function checkerPage(keys: readonly PublicSigningKey[], host: string, locale: Locale): string {
  template ??= readFileSync(new URL('./checker.html', import.meta.url), 'utf8');
  // Nothing that is put in can end the script: keys are base64url, and `<` is written as a code.
  const data = JSON.stringify({ keys, host, locale }).replaceAll('<', '\\u003c');
  return template.replace('"DATA"', () => data);
}
