import type { Words } from '#platform/contract/index.ts';
import {
  average,
  between,
  by,
  inYear,
  is,
  type Moment,
  not,
  type Panel,
  type Part,
  people,
  rows,
  studies,
  sum,
  word,
  yearOf,
} from './board.ts';

/** Panels that stand on more than one dashboard. */

export const moneyTiles = ({ year, today }: Moment): Part[] => [
  {
    name: { uz: 'Oʻquv yilida kutilgan', ru: 'Ожидается за учебный год', en: 'Expected this academic year' },
    ask: { subject: 'debits', measures: sum('total'), filters: between('due_on', year.starts_on, year.ends_on) },
    dated: 'due_on',
  },
  {
    name: { uz: 'Oʻquv yilida tushgan', ru: 'Поступило за учебный год', en: 'Received this academic year' },
    ask: { subject: 'payments', measures: sum('amount'), filters: between('paid_on', year.starts_on, today) },
    dated: 'paid_on',
  },
  {
    name: { uz: 'Muddati oʻtgan qarz', ru: 'Просроченный долг', en: 'Overdue' },
    ask: { subject: 'debits', measures: sum('left'), filters: [is('overdue', 'true')] },
  },
];
export const money: Panel = {
  id: 'money',
  title: { uz: 'Pul: kutilgan va tushgan', ru: 'Деньги: ожидалось и поступило', en: 'Money: expected and received' },
  about: {
    uz: 'Oʻquv yili, oyma-oy, soʻm',
    ru: 'Учебный год по месяцам, сум',
    en: 'This academic year by month, soʻm',
  },
  kind: 'bar',
  wide: true,
  parts: ({ year }) => [
    {
      name: word.expected,
      ask: {
        subject: 'debits',
        groups: by('due_on', 'month'),
        measures: sum('total'),
        filters: between('due_on', year.starts_on, year.ends_on),
      },
      dated: 'due_on',
    },
    {
      name: word.received,
      ask: {
        subject: 'payments',
        groups: by('paid_on', 'month'),
        measures: sum('amount'),
        filters: between('paid_on', year.starts_on, year.ends_on),
      },
      dated: 'paid_on',
    },
  ],
};
export const states: Panel = {
  id: 'states',
  title: { uz: 'Talabalar holati', ru: 'Студенты по статусам', en: 'Students by status' },
  about: { uz: 'Hamma talabalar, kishi', ru: 'Все студенты, человек', en: 'All students, people' },
  kind: 'bars',
  parts: () => [{ name: word.people, ask: { subject: 'students', groups: by('status'), measures: people } }],
};
export const studentsBy = (id: string, field: string, title: Words): Panel => ({
  id,
  title,
  about: { uz: 'Kontingent, kishi', ru: 'Контингент, человек', en: 'Enrolled, people' },
  kind: 'bars',
  parts: () => [
    { name: word.studying, ask: { subject: 'students', groups: by(field), measures: people, filters: [studies] } },
  ],
});

export const beyond = ['CONTRACT_ACCEPTED', 'PAID', 'ENROLLED'];
export const funnel: Panel = {
  id: 'funnel',
  title: { uz: 'Qabul voronkasi', ru: 'Воронка приёма', en: 'Admission funnel' },
  about: {
    uz: 'Shu yilgi arizalar: shu bosqichga yetgani yoki undan oʻtgani',
    ru: 'Заявления этого года: дошли до этапа или прошли его',
    en: 'Applications of this year: reached the step or passed it',
  },
  kind: 'steps',
  parts: ({ today }) => {
    const step = (name: Words, states?: string[]): Part => ({
      name,
      ask: {
        subject: 'applications',
        measures: rows,
        filters: [...inYear('submitted_on', yearOf(today)), ...(states ? [is('status', ...states)] : [])],
      },
      ...(states ? {} : { dated: 'submitted_on' }),
    });
    const examined = ['EXAM_TAKEN', 'RECOMMENDED', 'WAITING_LIST', 'OFFERED', ...beyond];
    return [
      step({ uz: 'Ariza yuborgan', ru: 'Подали заявление', en: 'Applied' }),
      step({ uz: 'Hujjatlari tekshirilgan', ru: 'Документы проверены', en: 'Papers checked' }, [
        'VERIFIED',
        'EXAM_ASSIGNED',
        ...examined,
      ]),
      step({ uz: 'Imtihon topshirgan', ru: 'Сдали экзамен', en: 'Examined' }, examined),
      step({ uz: 'Tavsiya etilgan', ru: 'Рекомендованы', en: 'Recommended' }, ['RECOMMENDED', 'OFFERED', ...beyond]),
      step({ uz: 'Shartnoma tasdiqlagan', ru: 'Приняли договор', en: 'Accepted the contract' }, beyond),
      step({ uz: 'Toʻlagan', ru: 'Оплатили', en: 'Paid' }, ['PAID', 'ENROLLED']),
      step({ uz: 'Talabalikka olingan', ru: 'Зачислены', en: 'Enrolled' }, ['ENROLLED']),
    ];
  },
};
export const marksByYear: Panel = {
  id: 'marks',
  title: { uz: 'Oʻzlashtirish va oʻrtacha ball', ru: 'Успеваемость и средний балл', en: 'Pass rate and average mark' },
  about: {
    uz: 'Eʼlon qilingan natijalar, oʻquv yillari boʻyicha',
    ru: 'Опубликованные результаты по учебным годам',
    en: 'Published results by academic year',
  },
  kind: 'line',
  parts: () => [
    { name: word.passed, ask: { subject: 'results', groups: by('academic_year_id'), measures: average('pass_rate') } },
    {
      name: { uz: 'Oʻrtacha ball', ru: 'Средний балл', en: 'Average mark' },
      ask: { subject: 'results', groups: by('academic_year_id'), measures: average('total') },
    },
  ],
};
export const fiveYears: Panel = {
  id: 'years',
  title: {
    uz: 'Besh yil: arizalar va qabul',
    ru: 'Пять лет: заявления и приём',
    en: 'Five years: applications and entry',
  },
  about: {
    uz: 'Yuborilgan arizalar va shu yili kirgan talabalar',
    ru: 'Поданные заявления и студенты, поступившие в этом году',
    en: 'Applications sent and students who entered that year',
  },
  kind: 'line',
  parts: ({ today }) => [
    {
      name: { uz: 'Arizalar', ru: 'Заявления', en: 'Applications' },
      ask: {
        subject: 'applications',
        groups: by('submitted_on', 'year'),
        measures: rows,
        filters: [{ field: 'submitted_on', op: 'from', values: [`${yearOf(today, 4)}-01-01`] }],
      },
      dated: 'submitted_on',
    },
    {
      name: { uz: 'Kirgan talabalar', ru: 'Поступившие', en: 'Entered' },
      ask: {
        subject: 'students',
        groups: by('entry_year'),
        measures: people,
        filters: [{ field: 'entry_year', op: 'from', values: [yearOf(today, 4)] }],
      },
    },
  ],
};
export const working = not('status', 'LEFT');
export const staffBy = (id: string, field: string, title: Words): Panel => ({
  id,
  title,
  about: { uz: 'Ishlayotganlar, kishi', ru: 'Работающие, человек', en: 'Current staff, people' },
  kind: 'bars',
  parts: () => [
    { name: word.people, ask: { subject: 'staff', groups: by(field), measures: people, filters: [working] } },
  ],
});
export const staffTile: Part = {
  name: { uz: 'Ishlayotgan xodimlar', ru: 'Работающие сотрудники', en: 'Staff at work' },
  ask: { subject: 'staff', measures: people, filters: [working] },
};
export const studyTile: Part = {
  name: word.studying,
  ask: { subject: 'students', measures: people, filters: [studies] },
};
