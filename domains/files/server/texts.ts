import type { Call } from '#platform/server/call/context.ts';
import { cleanHtml } from '#platform/server/call/html.ts';
import { shownAddress, storedAddress } from './links.ts';

/* Formatted texts with pictures: stored with what names a picture, shown with links that open it for some hours. */

type Reader = Pick<Call, 'kernel'>;
const sources = /(<img\b[^<>]*?\ssrc=")([^"]*)(")/gi;

const withAddresses = (html: string, change: (src: string) => string | undefined): string =>
  html.replace(sources, (_, before: string, src: string, after: string) => {
    const address = change(src);
    // The quotation marks stay: what stands between them is an address of ours, or as it was.
    return `${before}${address === undefined ? '' : address === src ? src : address.replaceAll('&', '&amp;')}${after}`;
  });

/** What somebody wrote, as it is kept: cleaned, and without pictures that they were not given. */
export const storedText = (call: Reader, html: string, clean: (html: string) => string = cleanHtml): string =>
  withAddresses(clean(html), (src) => storedAddress(call.kernel.settings.dataDir, src));

/** A kept text as it is shown: its pictures open for some hours. */
export const presentedText = (call: Reader, html: string): string =>
  withAddresses(html, (src) => shownAddress(call.kernel.settings.dataDir, src));
