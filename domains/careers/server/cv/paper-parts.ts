import type { Locale } from '#platform/contract/index.ts';
import type { Paper } from '#platform/server/documents/index.ts';
import { monthInWords, paperWords, spanInWords } from '../../paper-words.ts';
import type { CvContent, CvLayout, Fact } from '../../shapes-cv.ts';

/** What a CV on paper is made of, whatever its layout. Whatever somebody wrote is text and nothing else. */

export interface CvOnPaper {
  language: Locale;
  layout: CvLayout;
  name: string;
  content: CvContent;
  facts: readonly Fact[];
  /** As a data address. */
  photo: string | null;
  institution: string;
  /** The day on which the record said so, as it is read. */
  verified_on: string;
  publicUrl: string;
  letterhead: Paper['letterhead'];
}
export type Content = Paper['content'][number];

export const ink = {
  text: '#1c2b2d',
  quiet: '#5b6b6e',
  line: '#cfd8d9',
  accent: '#0b6b68',
  band: '#0e3b3c',
  onBand: '#ffffff',
  dim: '#b9d2d1',
};
export const sans = { font: 'Inter' };

const phoneOf = (digits: string) =>
  digits.replace(/^(?:998(\d{2})(\d{3})(\d{2})(\d{2})|(.*))$/, (_, a, b, c, d, other) =>
    other ? `+${other}` : `+998 ${a} ${b} ${c} ${d}`,
  );
const said = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

interface Entry {
  title: string;
  under: string;
  when: string;
  text: string;
  link?: string | null | undefined;
  verified?: boolean;
}
interface Part {
  title: string;
  entries: Entry[];
}

export function partsOf({ content, facts, language, publicUrl }: CvOnPaper): Part[] {
  const words = paperWords[language];
  const fact = (one: Fact): Entry => ({
    title: one.title,
    under: one.detail,
    when: one.at,
    text: '',
    link: one.check_code ? `${publicUrl}/check/${one.check_code}` : null,
    verified: true,
  });
  return [
    {
      title: words.work,
      entries: content.work_experiences.map((one) => ({
        title: one.position,
        under: said(one.employer, one.city),
        when: spanInWords(language, one.from, one.to, true),
        text: one.text,
      })),
    },
    {
      title: words.education,
      entries: [
        ...facts.filter(({ kind }) => kind === 'DEGREE').map(fact),
        ...content.schools.map((one) => ({
          title: one.name,
          under: said(one.degree, one.city),
          when: spanInWords(language, one.from, one.to),
          text: one.note,
        })),
      ],
    },
    { title: words.achievements, entries: facts.filter(({ kind }) => kind === 'ACHIEVEMENT').map(fact) },
    {
      title: words.certificates,
      entries: content.certificates.map((one) => ({
        title: one.title,
        under: one.issuer,
        when: monthInWords(one.at),
        text: '',
        link: one.link,
      })),
    },
    {
      title: words.awards,
      entries: content.awards.map((one) => ({
        title: one.title,
        under: one.issuer,
        when: monthInWords(one.at),
        text: '',
      })),
    },
    {
      title: words.articles,
      entries: content.articles.map((one) => ({
        title: one.title,
        under: one.published_in,
        when: monthInWords(one.at),
        text: '',
        link: one.link,
      })),
    },
  ].filter(({ entries }) => entries.length > 0);
}

/** That the record vouches for it. */
const tick = (color: string) => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12"><circle cx="6" cy="6" r="6" fill="${color}"/><path d="M3.2 6.2l2 2 3.6-4" fill="none" stroke="#fff" stroke-width="1.4"/></svg>`,
  width: 8,
  margin: [0, 3, 0, 0] satisfies [number, number, number, number],
});

/** Modules of the record in two columns, each with its mark. */
export function modulesOf(cv: CvOnPaper): Content[] {
  const rows = cv.facts.filter(({ kind }) => kind === 'MODULE');
  if (!rows.length) return [];
  const cell = (one: Fact): Content => ({
    columns: [
      tick(ink.accent),
      {
        stack: [
          { text: one.title, fontSize: 9, lineHeight: 1.1 },
          { text: one.detail, ...sans, fontSize: 7.5, color: ink.quiet },
        ],
        width: '*',
      },
    ],
    columnGap: 4,
    margin: [0, 0, 0, 4],
  });
  const half = Math.ceil(rows.length / 2);
  return [
    {
      columns: [
        { stack: rows.slice(0, half).map(cell), width: '*' },
        { stack: rows.slice(half).map(cell), width: '*' },
      ],
      columnGap: 16,
    },
  ];
}

/** The title with its mark where the record vouches for it, the time at the right. */
export function entryContent(one: Entry, serif: boolean): Content {
  const title = {
    text: one.title,
    bold: true,
    fontSize: serif ? 11 : 10,
    ...(one.link ? { link: one.link } : {}),
    width: '*' as const,
  };
  return {
    unbreakable: one.text.length < 400,
    stack: [
      {
        columns: [
          ...(one.verified ? [tick(ink.accent)] : []),
          title,
          {
            text: one.when,
            ...sans,
            fontSize: 8,
            color: ink.quiet,
            alignment: 'right',
            width: 92,
            margin: [0, 2, 0, 0],
          },
        ],
        columnGap: 4,
      },
      ...(one.under
        ? [{ text: one.under, ...sans, fontSize: 8.5, color: ink.quiet, margin: [0, 1, 0, 0] } as Content]
        : []),
      ...(one.text ? [{ text: one.text, fontSize: 9.5, margin: [0, 3, 0, 0] } as Content] : []),
    ],
    margin: [0, 0, 0, 8],
  };
}

export const contactLines = ({ content }: CvOnPaper): { text: string; link?: string }[] => [
  ...(content.phone ? [{ text: phoneOf(content.phone), link: `tel:+${content.phone}` }] : []),
  ...(content.email ? [{ text: content.email, link: `mailto:${content.email}` }] : []),
  ...(content.city ? [{ text: content.city }] : []),
  ...content.links.map((link) => ({ text: link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''), link })),
];
