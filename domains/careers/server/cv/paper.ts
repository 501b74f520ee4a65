import type { Locale } from '#platform/contract/index.ts';
import type { Paper } from '#platform/server/documents/index.ts';
import { levelInWords, monthInWords, paperWords, spanInWords } from '../../paper-words.ts';
import type { CvContent, CvLayout, Fact } from '../../shapes-cv.ts';

/** A CV on paper, in one of two layouts. Whatever somebody wrote is text and nothing else. */

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
type Content = Paper['content'][number];

const ink = {
  text: '#1c2b2d',
  quiet: '#5b6b6e',
  line: '#cfd8d9',
  accent: '#0b6b68',
  band: '#0e3b3c',
  onBand: '#ffffff',
  dim: '#b9d2d1',
};
const sans = { font: 'Inter' };

const phoneOf = (digits: string) =>
  digits.replace(/^(?:998(\d{2})(\d{3})(\d{2})(\d{2})|(.*))$/, (_, a, b, c, d, other) =>
    other ? `+${other}` : `+998 ${a} ${b} ${c} ${d}`,
  );
const said = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

export function paperOf(cv: CvOnPaper): Paper {
  const modern = cv.layout === 'MODERN';
  return {
    locale: cv.language,
    letterhead: cv.letterhead,
    title: cv.name,
    subtitle: cv.content.headline,
    content: modern ? modernContent(cv) : classicContent(cv),
    bare: modern ? { margins: [0, 0, 0, 46], band: { width: 188, color: ink.band } } : { margins: [56, 50, 56, 46] },
    note: cv.facts.length ? paperWords[cv.language].verified(cv.institution, cv.verified_on) : '',
  };
}

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

function partsOf({ content, facts, language, publicUrl }: CvOnPaper): Part[] {
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
function modulesOf(cv: CvOnPaper): Content[] {
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
function entryContent(one: Entry, serif: boolean): Content {
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

const contactLines = ({ content }: CvOnPaper): { text: string; link?: string }[] => [
  ...(content.phone ? [{ text: phoneOf(content.phone), link: `tel:+${content.phone}` }] : []),
  ...(content.email ? [{ text: content.email, link: `mailto:${content.email}` }] : []),
  ...(content.city ? [{ text: content.city }] : []),
  ...content.links.map((link) => ({ text: link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''), link })),
];

/** One column with air: for banks, ministries, universities. */
function classicContent(cv: CvOnPaper): Content[] {
  const { content, language, name, photo } = cv;
  const words = paperWords[language];
  const heading = (text: string): Content => ({
    stack: [
      { text, ...sans, bold: true, fontSize: 9, color: ink.accent, characterSpacing: 0.4 },
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 483, y2: 0, lineWidth: 0.6, lineColor: ink.line }],
        margin: [0, 3, 0, 0],
      },
    ],
    margin: [0, 8, 0, 6],
    headlineLevel: 1,
  });
  const modules = modulesOf(cv);
  const line = contactLines(cv);
  return [
    {
      columns: [
        {
          width: '*',
          stack: [
            { text: name, fontSize: 24, bold: true, lineHeight: 1.05 },
            ...(content.headline
              ? [{ text: content.headline, fontSize: 12.5, color: ink.accent, margin: [0, 3, 0, 0] } as Content]
              : []),
            {
              text: line.flatMap((one, at) => [
                ...(at ? [{ text: '   ·   ', color: ink.line }] : []),
                { text: one.text, ...(one.link ? { link: one.link } : {}) },
              ]),
              ...sans,
              fontSize: 8.5,
              color: ink.quiet,
              margin: [0, 7, 0, 0],
            },
          ],
        },
        ...(photo ? [{ image: photo, fit: [84, 100], width: 84, alignment: 'right' } as Content] : []),
      ],
      columnGap: 18,
    } as Content,
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: 483, y2: 0, lineWidth: 1.4, lineColor: ink.accent }],
      margin: [0, 10, 0, 8],
    },
    ...(content.objective ? [{ text: content.objective, fontSize: 10.5, margin: [0, 2, 0, 4] } as Content] : []),
    ...partsOf(cv).flatMap(({ title, entries }) => [heading(title), ...entries.map((one) => entryContent(one, true))]),
    ...(modules.length ? [heading(words.modules), ...modules] : []),
    ...(content.hard_skills.length || content.soft_skills.length
      ? [
          heading(words.skills),
          ...(content.hard_skills.length
            ? [{ text: content.hard_skills.join(', '), fontSize: 10, margin: [0, 0, 0, 3] } as Content]
            : []),
          ...(content.soft_skills.length
            ? [{ text: content.soft_skills.join(', '), fontSize: 10, color: ink.quiet } as Content]
            : []),
        ]
      : []),
    ...(content.language_skills.length
      ? [
          heading(words.languages),
          {
            text: content.language_skills
              .map((one) => `${one.language} – ${levelInWords(language, one.level)}`)
              .join('   ·   '),
            fontSize: 10,
          } as Content,
        ]
      : []),
  ];
}

/** A dark band with who one is and what one can, the way beside it: for companies. */
function modernContent(cv: CvOnPaper): Content[] {
  const { content, language, name, photo } = cv;
  const words = paperWords[language];
  const onBand = (text: string): Content => ({
    text,
    ...sans,
    bold: true,
    fontSize: 8.5,
    color: ink.dim,
    characterSpacing: 0.5,
    margin: [0, 16, 0, 6],
  });
  const levels = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'NATIVE'];
  const heading = (text: string): Content => ({
    text,
    ...sans,
    bold: true,
    fontSize: 11,
    color: ink.accent,
    margin: [0, 12, 0, 7],
    headlineLevel: 1,
  });
  const modules = modulesOf(cv);
  const side: Content[] = [
    ...(photo ? [{ image: photo, fit: [116, 140], margin: [0, 0, 0, 14] } as Content] : []),
    { text: name, ...sans, bold: true, fontSize: 17, color: ink.onBand, lineHeight: 1.1 },
    ...(content.headline
      ? [{ text: content.headline, ...sans, fontSize: 9.5, color: ink.dim, margin: [0, 4, 0, 0] } as Content]
      : []),
    ...(contactLines(cv).length
      ? [
          onBand(words.contacts),
          ...contactLines(cv).map(
            (one) => ({ ...one, ...sans, fontSize: 7.8, color: ink.onBand, margin: [0, 0, 0, 3] }) as Content,
          ),
        ]
      : []),
    ...(content.hard_skills.length
      ? [
          onBand(words.skills),
          ...content.hard_skills.map(
            (text) => ({ text, ...sans, fontSize: 8.5, color: ink.onBand, margin: [0, 0, 0, 2.5] }) as Content,
          ),
          ...content.soft_skills.map(
            (text) => ({ text, ...sans, fontSize: 8.5, color: ink.dim, margin: [0, 0, 0, 2.5] }) as Content,
          ),
        ]
      : []),
    ...(content.language_skills.length
      ? [
          onBand(words.languages),
          ...content.language_skills.map(
            (one) =>
              ({
                stack: [
                  {
                    text: `${one.language} – ${levelInWords(language, one.level)}`,
                    ...sans,
                    fontSize: 8.5,
                    color: ink.onBand,
                  },
                  {
                    canvas: [
                      {
                        type: 'line',
                        x1: 0,
                        y1: 3,
                        x2: 140,
                        y2: 3,
                        lineWidth: 2.4,
                        lineColor: '#2b5a5a',
                        lineCap: 'round',
                      },
                      {
                        type: 'line',
                        x1: 0,
                        y1: 3,
                        x2: (140 * (levels.indexOf(one.level) + 1)) / levels.length,
                        y2: 3,
                        lineWidth: 2.4,
                        lineColor: '#6fc2bd',
                        lineCap: 'round',
                      },
                    ],
                  },
                ],
                margin: [0, 0, 0, 6],
              }) as Content,
          ),
        ]
      : []),
  ];
  return [
    {
      columns: [
        { stack: side, width: 150, margin: [0, 38, 0, 0] },
        {
          width: '*',
          stack: [
            ...(content.objective
              ? [{ text: content.objective, fontSize: 10.5, color: ink.text, margin: [0, 0, 0, 4] } as Content]
              : []),
            ...partsOf(cv).flatMap(({ title, entries }) => [
              heading(title),
              ...entries.map((one) => entryContent(one, false)),
            ]),
            ...(modules.length ? [heading(words.modules), ...modules] : []),
          ],
          margin: [0, 38, 0, 0],
        },
      ],
      columnGap: 40,
      margin: [24, 0, 36, 0],
    } as Content,
  ];
}
