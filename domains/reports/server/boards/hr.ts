import { type Board, by, inYear, is, people, whole, word, yearOf } from './board.ts';
import { staffBy, staffTile } from './shared.ts';

export const hr: Board = {
  id: 'hr',
  title: { uz: 'Kadrlar', ru: 'Кадры', en: 'Staff' },
  about: {
    uz: 'Kim ishlaydi, qayerda, qanday daraja bilan',
    ru: 'Кто работает, где, с какой степенью',
    en: 'Staff, departments and degrees',
  },
  offered: (call) => whole(call, 'staff.read', 'staff.personal'),
  panels: [
    {
      id: 'tiles',
      title: { uz: 'Bugun', ru: 'Сегодня', en: 'Today' },
      about: { uz: 'Kishi', ru: 'Человек', en: 'People' },
      kind: 'tiles',
      wide: true,
      parts: ({ today }) => [
        staffTile,
        {
          name: { uz: 'Taʼtilda', ru: 'В отпуске', en: 'On leave' },
          ask: { subject: 'staff', measures: people, filters: [is('status', 'ON_LEAVE')] },
        },
        {
          name: { uz: 'Shu yil ishga kirgan', ru: 'Приняты в этом году', en: 'Hired this year' },
          ask: { subject: 'staff', measures: people, filters: inYear('hired_on', yearOf(today)) },
          dated: 'hired_on',
        },
      ],
    },
    staffBy('departments', 'department_id', { uz: 'Boʻlinmalar', ru: 'Подразделения', en: 'Departments' }),
    staffBy('positions', 'job_position_id', { uz: 'Lavozimlar', ru: 'Должности', en: 'Positions' }),
    staffBy('degrees', 'degree', { uz: 'Ilmiy daraja', ru: 'Учёная степень', en: 'Degree' }),
    staffBy('gender', 'gender', { uz: 'Jinsi', ru: 'Пол', en: 'Gender' }),
    {
      id: 'hired',
      title: { uz: 'Ishga kirganlar', ru: 'Принятые на работу', en: 'Hired' },
      about: {
        uz: 'Yillar boʻyicha, hozir ishlamaydiganlari ham',
        ru: 'По годам, включая ушедших',
        en: 'By year, those who left included',
      },
      kind: 'line',
      parts: () => [
        {
          name: word.people,
          ask: { subject: 'staff', groups: by('hired_on', 'year'), measures: people },
          dated: 'hired_on',
        },
      ],
    },
  ],
};
