import { type Locale, locales } from '#platform/contract/index.ts';
import { message } from '#platform/server/call/messages.ts';
import { documentReasons } from '../shapes.ts';

/** A reason in words for whoever holds the paper: of a code in each language, of what the office wrote as it stands. */

export function reasonIn(locale: Locale, reason: string): string {
  return documentReasons.some((code) => code === reason) ? message(locale, `document_reason.${reason}`) : reason;
}

/** The same in every language; null where the office wrote it. */
export const reasonsOf = (reason: string | null): Record<Locale, string> | null =>
  documentReasons.some((code) => code === reason)
    ? (Object.fromEntries(locales.map((locale) => [locale, reasonIn(locale, reason ?? '')])) as Record<Locale, string>)
    : null;
