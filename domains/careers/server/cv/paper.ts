import type { Paper } from '#platform/server/documents/index.ts';
import { levelInWords, paperWords } from '../../paper-words.ts';
import {
  type Content,
  type CvOnPaper,
  contactLines,
  entryContent,
  ink,
  modulesOf,
  partsOf,
  sans,
} from './paper-parts.ts';

/** A CV on paper, in one of two layouts. */

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
