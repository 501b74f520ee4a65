import { average, type Board, by, inYear, rows, whole, word, yearOf } from './board.ts';
import { funnel } from './shared.ts';

export const admissions: Board = {
  id: 'admissions',
  title: { uz: 'Qabul', ru: 'Приём', en: 'Admission' },
  about: {
    uz: 'Qabulning borishi, oʻtgan yil bilan',
    ru: 'Ход приёма рядом с прошлым годом',
    en: 'Admission compared with last year',
  },
  offered: (call) => whole(call, 'application.read'),
  panels: [
    funnel,
    {
      id: 'days',
      title: { uz: 'Arizalar kunma-kun', ru: 'Заявления день за днём', en: 'Applications day by day' },
      about: {
        uz: 'Shu kungacha yuborilgani, oʻtgan yil bilan',
        ru: 'Подано к этому дню, рядом с прошлым годом',
        en: 'Sent by that day, compared with last year',
      },
      kind: 'line',
      wide: true,
      parts: ({ today }) =>
        [yearOf(today), yearOf(today, 1)].map((year) => ({
          name: { uz: year, ru: year, en: year },
          ask: {
            subject: 'applications',
            groups: by('submitted_on', 'day'),
            measures: rows,
            filters: inYear('submitted_on', year),
          },
          running: year,
        })),
    },
    {
      id: 'programmes',
      title: { uz: 'Yoʻnalishlar', ru: 'Направления', en: 'Programmes' },
      about: { uz: 'Shu yilgi arizalar', ru: 'Заявления этого года', en: 'Applications of this year' },
      kind: 'bars',
      parts: ({ today }) => [
        {
          name: word.records,
          ask: {
            subject: 'applications',
            groups: by('course_id'),
            measures: rows,
            filters: inYear('submitted_on', yearOf(today)),
          },
          dated: 'submitted_on',
        },
      ],
    },
    {
      id: 'states',
      title: { uz: 'Arizalar holati', ru: 'Заявления по статусам', en: 'Applications by status' },
      about: { uz: 'Shu yilgi arizalar', ru: 'Заявления этого года', en: 'Applications of this year' },
      kind: 'bars',
      parts: ({ today }) => [
        {
          name: word.records,
          ask: {
            subject: 'applications',
            groups: by('status'),
            measures: rows,
            filters: inYear('submitted_on', yearOf(today)),
          },
        },
      ],
    },
    {
      id: 'points',
      title: { uz: 'Oʻrtacha ball', ru: 'Средний балл', en: 'Average points' },
      about: {
        uz: 'Shu yilgi arizalar, yoʻnalish boʻyicha',
        ru: 'Заявления этого года по направлениям',
        en: 'Applications of this year by programme',
      },
      kind: 'bars',
      parts: ({ today }) => [
        {
          name: { uz: 'Ball', ru: 'Балл', en: 'Points' },
          ask: {
            subject: 'applications',
            groups: by('course_id'),
            measures: average('score'),
            filters: [...inYear('submitted_on', yearOf(today)), { field: 'score', op: 'filled', values: [] }],
          },
        },
      ],
    },
  ],
};
