import { type Board, by, is, type Panel, rows, whole, word } from './board.ts';

export const library: Board = {
  id: 'library',
  title: { uz: 'Kutubxona', ru: 'Библиотека', en: 'Library' },
  about: {
    uz: 'Fond: nima bor va qancha qoʻshilgan',
    ru: 'Фонд: что есть и сколько добавлено',
    en: 'Holdings and additions',
  },
  offered: (call) => whole(call, 'library.manage'),
  panels: [
    {
      id: 'tiles',
      title: { uz: 'Bugun', ru: 'Сегодня', en: 'Today' },
      about: { uz: 'Yozuvlar', ru: 'Записи', en: 'Records' },
      kind: 'tiles',
      wide: true,
      parts: () => [
        {
          name: { uz: 'Fondda', ru: 'В фонде', en: 'In the library' },
          ask: { subject: 'library', measures: rows },
          dated: 'added_on',
        },
        {
          name: { uz: 'Fayli bor', ru: 'С файлом', en: 'With a file' },
          ask: { subject: 'library', measures: rows, filters: [is('file', 'true')] },
        },
        {
          name: { uz: 'Hali eʼlon qilinmagan', ru: 'Ещё не опубликовано', en: 'Not published yet' },
          ask: { subject: 'library', measures: rows, filters: [is('active', 'false')] },
        },
      ],
    },
    ...(['type', 'language'] as const).map(
      (field): Panel => ({
        id: field,
        title: {
          type: { uz: 'Turlari', ru: 'Виды', en: 'Types' },
          language: { uz: 'Tillari', ru: 'Языки', en: 'Languages' },
        }[field],
        about: { uz: 'Yozuvlar soni', ru: 'Количество записей', en: 'Number of records' },
        kind: 'bars',
        parts: () => [
          { name: word.records, ask: { subject: 'library', groups: by(field), measures: rows }, dated: 'added_on' },
        ],
      }),
    ),
    {
      id: 'added',
      title: { uz: 'Oyma-oy qoʻshilgani', ru: 'Добавлено по месяцам', en: 'Added by month' },
      about: { uz: 'Yozuvlar soni', ru: 'Количество записей', en: 'Number of records' },
      kind: 'bar',
      parts: () => [
        {
          name: word.records,
          ask: { subject: 'library', groups: by('added_on', 'month'), measures: rows },
          dated: 'added_on',
        },
      ],
    },
  ],
};
