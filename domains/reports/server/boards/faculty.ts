import { scopeOf } from '#platform/server/call/context.ts';
import { average, type Board, between, by, daysBefore, is, not, people, rows, sum, word } from './board.ts';
import { marksByYear, studentsBy, studyTile } from './shared.ts';

export const faculty: Board = {
  id: 'faculty',
  title: { uz: 'Fakultet', ru: 'Факультет', en: 'Faculty' },
  about: {
    uz: 'Guruhlar, davomat, natijalar va yuklama',
    ru: 'Группы, посещаемость, успеваемость и нагрузка',
    en: 'Groups, attendance, results and load',
  },
  offered: (call) =>
    (['student.read', 'attendance.read', 'transcript.read'] as const).every((one) =>
      ['branch', 'institution'].includes(scopeOf(call, one) ?? ''),
    ),
  panels: [
    {
      id: 'tiles',
      title: { uz: 'Bugun', ru: 'Сегодня', en: 'Today' },
      about: { uz: 'Asosiy sonlar', ru: 'Главные числа', en: 'Key figures' },
      kind: 'tiles',
      wide: true,
      parts: ({ today, year }) => [
        studyTile,
        {
          name: { uz: 'Taʼtilda', ru: 'В академическом отпуске', en: 'On leave' },
          ask: { subject: 'students', measures: people, filters: [is('status', 'GAP_YEAR')] },
        },
        {
          name: word.missed,
          ask: {
            subject: 'attendance',
            measures: average('missed_share'),
            filters: [is('academic_year_id', String(year.id))],
          },
        },
        { name: word.passed, ask: { subject: 'results', measures: average('pass_rate') } },
        {
          name: { uz: 'Davomati belgilanmagan darslar', ru: 'Занятия без журнала', en: 'Classes without a register' },
          ask: {
            subject: 'lessons',
            measures: rows,
            filters: [is('state', 'PLANNED'), { field: 'date', op: 'until', values: [daysBefore(today, 1)] }],
          },
        },
      ],
    },
    {
      id: 'risk',
      title: { uz: 'Xavfdagi guruhlar', ru: 'Группы в зоне риска', en: 'Groups at risk' },
      about: {
        uz: 'Darslar belgilanganidan koʻp sababsiz qoldirilgan yoki oʻzlashtirish belgilanganidan past',
        ru: 'Пропусков без причины больше заданного, или успеваемость ниже заданной',
        en: 'More unexcused absences, or a lower pass rate, than the limits allow',
      },
      kind: 'table',
      wide: true,
      parts: ({ year, limits }) => [
        {
          name: word.missed,
          ask: {
            subject: 'attendance',
            groups: by('group_id'),
            measures: average('missed_share'),
            filters: [is('academic_year_id', String(year.id)), { field: 'group_id', op: 'filled', values: [] }],
          },
          beyond: {
            above: limits.missed_above,
            why: {
              uz: `qoldirilgan dars ${limits.missed_above} % va undan koʻp`,
              ru: `пропусков ${limits.missed_above} % и больше`,
              en: `missed ${limits.missed_above} % or more`,
            },
          },
        },
        {
          name: word.passed,
          ask: {
            subject: 'results',
            groups: by('group_id'),
            measures: average('pass_rate'),
            filters: [{ field: 'group_id', op: 'filled', values: [] }],
          },
          beyond: {
            below: limits.passed_below,
            why: {
              uz: `oʻzlashtirish ${limits.passed_below} % dan past`,
              ru: `успеваемость ниже ${limits.passed_below} %`,
              en: `passed less than ${limits.passed_below} %`,
            },
          },
        },
      ],
    },
    {
      id: 'absence',
      title: { uz: 'Qoldirilgan darslar oyma-oy', ru: 'Пропуски по месяцам', en: 'Absences by month' },
      about: {
        uz: 'Oʻquv yilida, talaba va dars',
        ru: 'За учебный год, студент на занятие',
        en: 'This academic year, each student and class',
      },
      kind: 'line',
      parts: ({ year }) =>
        (
          [
            ['NOT_ATTENDED', { uz: 'Sababsiz', ru: 'Без причины', en: 'Unexcused' }],
            ['EXPLICABLE', { uz: 'Sababli', ru: 'По причине', en: 'Excused' }],
          ] as const
        ).map(([status, name]) => ({
          name,
          ask: {
            subject: 'absences',
            groups: by('date', 'month'),
            measures: rows,
            filters: [is('status', status), ...between('date', year.starts_on, year.ends_on)],
          },
          dated: 'date',
        })),
    },
    {
      id: 'modules',
      title: { uz: 'Modullar oʻzlashtirishi', ru: 'Успеваемость по модулям', en: 'Pass rate by module' },
      about: { uz: 'Eʼlon qilingan natijalar, %', ru: 'Опубликованные результаты, %', en: 'Published results, %' },
      kind: 'bars',
      parts: () => [
        {
          name: word.passed,
          ask: {
            subject: 'results',
            groups: by('module_id'),
            measures: average('pass_rate'),
            sort: { by: '1', descending: false },
          },
        },
      ],
    },
    {
      id: 'load',
      title: { uz: 'Oʻqituvchilar yuklamasi', ru: 'Нагрузка преподавателей', en: 'Teaching load' },
      about: {
        uz: 'Oʻquv yilidagi darslar, akademik soat',
        ru: 'Занятия учебного года, академические часы',
        en: 'Classes this academic year, academic hours',
      },
      kind: 'bars',
      parts: ({ year }) => [
        {
          name: { uz: 'Soat', ru: 'Часы', en: 'Hours' },
          ask: {
            subject: 'lessons',
            groups: by('staff_id'),
            measures: sum('hours'),
            filters: [not('state', 'CANCELLED'), ...between('date', year.starts_on, year.ends_on)],
          },
          dated: 'date',
        },
      ],
    },
    studentsBy('programmes', 'course_id', { uz: 'Yoʻnalishlar', ru: 'Направления', en: 'Programmes' }),
    marksByYear,
  ],
};
