import type { Content } from 'pdfmake/interfaces.js';
import type { ShownLocale } from '#platform/contract/index.ts';

/** What stands at the head of an institution's paper. */
export interface Letterhead {
  name: string;
  /** Address, phones, licence: small, one under the other. */
  lines: string[];
  /** PNG as a data address; absent where the institution has none, then its initials stand there. */
  logo: string | null;
  initials: string;
  rector: string | null;
  registrar: string | null;
}

/**
 * Documents that people are handed, as PDF: A4, letterhead, heading with number and date, content, a QR code that opens
 * the public page with all facts, and page numbers. Text in Source Serif 4, tables and small print in Inter; both are
 * embedded, know Cyrillic and the turned comma of oʻ and gʻ.
 *
 * `const bytes = await pdf({ locale, letterhead: await letterheadOf(call, locale), title: 'Transkript', content: […] })`
 *
 * `content` is built of the blocks in blocks.ts (`facts`, `grid`, `prose`, `heading`, `signatures`); what pdfmake knows
 * besides them works too, except for addresses and files: a document reads nothing from disk or net.
 */
export interface Paper {
  /** `uz-Cyrl`: given in Uzbek as always, drawn in Cyrillic. */
  locale: ShownLocale;
  letterhead: Letterhead;
  title: string;
  /** Under the title: what kind, for whom, which term. */
  subtitle?: string;
  number?: string;
  /** As it shall be read: `longDate(day, locale)`. */
  date?: string;
  content: Content[];
  /** Address of the public page that shows what this document says, and the code to type there. */
  check?: { url: string; code: string };
  landscape?: boolean;
  /** Without letterhead and title, for papers that are a person's and not the institution's; margins in points, and a band down the left. */
  bare?: {
    margins: [left: number, top: number, right: number, bottom: number];
    band?: { width: number; color: string };
  };
  /** At the foot, small, before the number of the page. */
  note?: string;
  /** When it was made, so that the same document is the same bytes; now unless told. */
  made?: Date;
}
