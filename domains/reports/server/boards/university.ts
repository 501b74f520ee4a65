import { type Board, inYear, rows, whole, yearOf } from './board.ts';
import {
  fiveYears,
  funnel,
  marksByYear,
  money,
  moneyTiles,
  staffBy,
  staffTile,
  states,
  studentsBy,
  studyTile,
} from './shared.ts';

export const university: Board = {
  id: 'university',
  title: { uz: 'Universitet', ru: 'Университет', en: 'University' },
  about: {
    uz: 'Bir qarashda: talabalar, qabul, pul, natijalar, xodimlar',
    ru: 'Главное: студенты, приём, деньги, успеваемость, сотрудники',
    en: 'At a glance: students, admission, money, results, staff',
  },
  offered: (call) =>
    whole(call, 'student.read', 'application.read', 'debit.read', 'payment.read', 'staff.read', 'journal.read'),
  panels: [
    {
      id: 'tiles',
      title: { uz: 'Bugun', ru: 'Сегодня', en: 'Today' },
      about: { uz: 'Asosiy sonlar', ru: 'Главные числа', en: 'Key figures' },
      kind: 'tiles',
      wide: true,
      parts: (moment) => [
        studyTile,
        staffTile,
        {
          name: { uz: 'Shu yilgi arizalar', ru: 'Заявления этого года', en: 'Applications this year' },
          ask: { subject: 'applications', measures: rows, filters: inYear('submitted_on', yearOf(moment.today)) },
          dated: 'submitted_on',
        },
        ...moneyTiles(moment),
      ],
    },
    states,
    studentsBy('faculties', 'department_id', { uz: 'Fakultetlar', ru: 'Факультеты', en: 'Faculties' }),
    funnel,
    fiveYears,
    money,
    marksByYear,
    staffBy('staff', 'department_id', {
      uz: 'Xodimlar boʻlinmalarda',
      ru: 'Сотрудники по подразделениям',
      en: 'Staff by department',
    }),
  ],
};
