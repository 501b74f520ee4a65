import { average, type Board, by, is, rows, sum, whole, word } from './board.ts';
import { marksByYear } from './shared.ts';

export const quality: Board = {
  id: 'quality',
  title: { uz: 'Sifat', ru: 'Качество', en: 'Quality' },
  about: {
    uz: 'Baholash, shikoyatlar, soʻrovlar muddati',
    ru: 'Оценка преподавания, жалобы, сроки обращений',
    en: 'Evaluation, complaints, times of requests',
  },
  offered: (call) => whole(call, 'evaluation.read'),
  panels: [
    {
      id: 'trend',
      title: { uz: 'Oʻqitishning oʻrtacha bahosi', ru: 'Средняя оценка преподавания', en: 'Average teaching rating' },
      about: {
        uz: 'Davrlar boʻyicha; javobi kamlarisiz',
        ru: 'По периодам, без тех, где мало ответов',
        en: 'By period, without those with too few answers',
      },
      kind: 'bars',
      parts: () => [
        {
          name: { uz: 'Oʻrtacha baho', ru: 'Средняя оценка', en: 'Mean' },
          ask: {
            subject: 'evaluations',
            groups: by('period_id'),
            measures: average('mean'),
            filters: [is('enough', 'true')],
          },
        },
      ],
    },
    {
      id: 'answers',
      title: { uz: 'Necha kishi javob berdi', ru: 'Сколько ответили', en: 'How many answered' },
      about: {
        uz: 'Soʻralgan va javob bergan, davrlar boʻyicha',
        ru: 'Опрошено и ответили по периодам',
        en: 'Asked and answered by period',
      },
      kind: 'bar',
      parts: () => [
        {
          name: { uz: 'Soʻralgan', ru: 'Опрошено', en: 'Asked' },
          ask: { subject: 'evaluations', groups: by('period_id'), measures: sum('invited') },
        },
        {
          name: { uz: 'Javob bergan', ru: 'Ответили', en: 'Answered' },
          ask: { subject: 'evaluations', groups: by('period_id'), measures: sum('voted') },
        },
      ],
    },
    {
      id: 'faculties',
      title: { uz: 'Fakultetlar bahosi', ru: 'Оценки факультетов', en: 'Faculty ratings' },
      about: {
        uz: 'Javobi yetarli fanlar oʻrtachasi',
        ru: 'Среднее предметов с достаточным числом ответов',
        en: 'Of modules with enough answers',
      },
      kind: 'bars',
      parts: () => [
        {
          name: { uz: 'Oʻrtacha baho', ru: 'Средняя оценка', en: 'Mean' },
          ask: {
            subject: 'evaluations',
            groups: by('department_id'),
            measures: average('mean'),
            filters: [is('enough', 'true')],
          },
        },
      ],
    },
    {
      id: 'themes',
      title: {
        uz: 'Shikoyat va takliflar nima haqida',
        ru: 'О чём жалобы и предложения',
        en: 'What complaints are about',
      },
      about: {
        uz: 'Joriy oʻquv yili; kam sonlar koʻrsatilmaydi',
        ru: 'Текущий учебный год; малые числа не показаны',
        en: 'This academic year; small numbers are not shown',
      },
      kind: 'bars',
      parts: () => [{ name: word.records, ask: { subject: 'feedback', groups: by('theme'), measures: rows } }],
    },
    {
      id: 'time',
      title: {
        uz: 'Soʻrov necha kunda hal boʻladi',
        ru: 'За сколько дней решаются обращения',
        en: 'How many days requests take',
      },
      about: {
        uz: 'Oʻrtacha kun, turi boʻyicha; hal qilinganlari',
        ru: 'В среднем дней, по видам; решённые',
        en: 'Average days by type, completed only',
      },
      kind: 'bars',
      parts: () => [
        {
          name: { uz: 'Kun', ru: 'Дней', en: 'Days' },
          ask: {
            subject: 'request_times',
            groups: by('type_id'),
            measures: average('days'),
            filters: [is('status', 'READY', 'ISSUED', 'REJECTED', 'APPROVED')],
          },
        },
      ],
    },
    marksByYear,
  ],
};
