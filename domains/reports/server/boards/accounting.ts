import { type Board, between, by, is, people, sum, whole, word, yearOf } from './board.ts';
import { money, moneyTiles } from './shared.ts';

export const accounting: Board = {
  id: 'accounting',
  title: { uz: 'Buxgalteriya', ru: 'Бухгалтерия', en: 'Accounting' },
  about: {
    uz: 'Kutilgan va tushgan pul, qarzlar',
    ru: 'Ожидаемые и поступившие деньги, долги',
    en: 'Money expected and received, debts',
  },
  offered: (call) => whole(call, 'payment.read', 'debit.read', 'journal.read'),
  panels: [
    {
      id: 'tiles',
      title: { uz: 'Bugun', ru: 'Сегодня', en: 'Today' },
      about: { uz: 'Soʻm va kishi', ru: 'Сумы и люди', en: 'Soʻm and people' },
      kind: 'tiles',
      wide: true,
      parts: (moment) => [
        ...moneyTiles(moment),
        {
          name: { uz: 'Qarzdorlar', ru: 'Должники', en: 'Debtors' },
          ask: { subject: 'debits', measures: people, filters: [is('overdue', 'true')] },
        },
      ],
    },
    money,
    {
      id: 'ways',
      title: { uz: 'Toʻlov usullari', ru: 'Способы оплаты', en: 'Payment methods' },
      about: {
        uz: 'Oʻquv yilida tushgan, soʻm',
        ru: 'Поступило за учебный год, сум',
        en: 'Received this academic year, soʻm',
      },
      kind: 'bars',
      parts: ({ year }) => [
        {
          name: word.received,
          ask: {
            subject: 'payments',
            groups: by('payment_type'),
            measures: sum('amount'),
            filters: between('paid_on', year.starts_on, year.ends_on),
          },
          dated: 'paid_on',
        },
      ],
    },
    {
      id: 'overdue',
      title: { uz: 'Muddati oʻtgan qarz', ru: 'Просроченный долг', en: 'Overdue' },
      about: { uz: 'Yoʻnalishlar boʻyicha, soʻm', ru: 'По направлениям, сум', en: 'By programme, soʻm' },
      kind: 'bars',
      parts: () => [
        {
          name: { uz: 'Qolgan', ru: 'Осталось', en: 'Left to pay' },
          ask: {
            subject: 'debits',
            groups: by('course_id'),
            measures: sum('left'),
            filters: [is('overdue', 'true')],
          },
        },
      ],
    },
    {
      id: 'kinds',
      title: { uz: 'Nima uchun qarz', ru: 'За что долг', en: 'What the debt is for' },
      about: { uz: 'Toʻlanmagani, soʻm', ru: 'Не оплачено, сум', en: 'Not paid yet, soʻm' },
      kind: 'bars',
      parts: () => [
        {
          name: { uz: 'Qolgan', ru: 'Осталось', en: 'Left to pay' },
          ask: { subject: 'debits', groups: by('kind'), measures: sum('left') },
        },
      ],
    },
    {
      id: 'years',
      title: { uz: 'Besh yilda tushgan pul', ru: 'Поступления за пять лет', en: 'Received in five years' },
      about: { uz: 'Kalendar yili boʻyicha, soʻm', ru: 'По календарным годам, сум', en: 'By calendar year, soʻm' },
      kind: 'bar',
      parts: ({ today }) => [
        {
          name: word.received,
          ask: {
            subject: 'payments',
            groups: by('paid_on', 'year'),
            measures: sum('amount'),
            filters: [{ field: 'paid_on', op: 'from', values: [`${yearOf(today, 4)}-01-01`] }],
          },
          dated: 'paid_on',
        },
      ],
    },
  ],
};
