import { type Board, between, by, daysBefore, inHand, is, rows, whole, word } from './board.ts';
import { states, studentsBy, studyTile } from './shared.ts';

export const registrar: Board = {
  id: 'registrar',
  title: { uz: 'Registrator', ru: 'Регистратор', en: 'Registrar' },
  about: { uz: 'Nima kutyapti va qachondan beri', ru: 'Что ждёт и как давно', en: 'What is waiting, and since when' },
  offered: (call) => whole(call, 'student.read', 'form_request.read', 'attendance.read'),
  panels: [
    {
      id: 'tiles',
      title: { uz: 'Bugun', ru: 'Сегодня', en: 'Today' },
      about: { uz: 'Kutayotgan ishlar', ru: 'Дела, которые ждут', en: 'Work waiting' },
      kind: 'tiles',
      wide: true,
      parts: ({ today }) => [
        {
          name: { uz: 'Soʻrovlar navbatda', ru: 'Обращения в работе', en: 'Requests in hand' },
          ask: { subject: 'requests', measures: rows, filters: [inHand] },
        },
        {
          name: { uz: 'Muddati oʻtgan soʻrovlar', ru: 'Просроченные обращения', en: 'Overdue requests' },
          ask: {
            subject: 'requests',
            measures: rows,
            filters: [inHand, { field: 'due_on', op: 'until', values: [daysBefore(today, 1)] }],
          },
        },
        {
          name: { uz: 'Davomati belgilanmagan darslar', ru: 'Занятия без журнала', en: 'Classes without a register' },
          ask: {
            subject: 'lessons',
            measures: rows,
            filters: [is('state', 'PLANNED'), { field: 'date', op: 'until', values: [daysBefore(today, 1)] }],
          },
        },
        studyTile,
      ],
    },
    {
      id: 'waiting',
      title: {
        uz: 'Soʻrovlar qachondan beri kutyapti',
        ru: 'Как давно ждут обращения',
        en: 'How long requests wait',
      },
      about: {
        uz: 'Ishdagi soʻrovlar, yuborilgan kunidan',
        ru: 'В работе, со дня отправки',
        en: 'In hand, since sent',
      },
      kind: 'steps',
      parts: ({ today }) =>
        (
          [
            ['0–3', 3, 0],
            ['4–7', 7, 4],
            ['8–14', 14, 8],
            ['15–30', 30, 15],
            ['> 30', 40_000, 31],
          ] as const
        ).map(([days, from, until]) => ({
          name: { uz: `${days} kun`, ru: `${days} дней`, en: `${days} days` },
          ask: {
            subject: 'requests',
            measures: rows,
            filters: [inHand, ...between('submitted_on', daysBefore(today, from), daysBefore(today, until))],
          },
        })),
    },
    {
      id: 'types',
      title: { uz: 'Nima soʻralyapti', ru: 'О чём просят', en: 'What students request' },
      about: {
        uz: 'Ishdagi soʻrovlar turi boʻyicha',
        ru: 'Обращения в работе по видам',
        en: 'Requests in hand by type',
      },
      kind: 'bars',
      parts: () => [
        {
          name: word.records,
          ask: { subject: 'requests', groups: by('type_id'), measures: rows, filters: [inHand] },
        },
      ],
    },
    {
      id: 'sent',
      title: { uz: 'Soʻrovlar oyma-oy', ru: 'Обращения по месяцам', en: 'Requests by month' },
      about: { uz: 'Yuborilgani, oʻquv yilida', ru: 'Отправлены в этом учебном году', en: 'Sent this academic year' },
      kind: 'line',
      parts: ({ year }) => [
        {
          name: word.records,
          ask: {
            subject: 'requests',
            groups: by('submitted_on', 'month'),
            measures: rows,
            filters: between('submitted_on', year.starts_on, year.ends_on),
          },
          dated: 'submitted_on',
        },
      ],
    },
    states,
    studentsBy('forms', 'education_form_id', {
      uz: 'Taʼlim shakllari',
      ru: 'Формы обучения',
      en: 'Forms of education',
    }),
  ],
};
