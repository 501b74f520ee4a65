import { defineColumns, parse, people } from '#platform/server/spreadsheets.ts';

/** Columns of the file in which staff come in. A blank cell leaves a record that is there already as it is. */
export const importColumns = defineColumns([
  {
    key: 'staff_no',
    titles: { uz: 'Tabel raqami', ru: 'Табельный номер', en: 'Staff number' },
    parse: parse.text(40),
    example: 'S-00001',
  },
  people.lastname,
  people.firstname,
  people.midname,
  people.gender,
  people.birthdate,
  people.passport_id,
  people.pinfl,
  {
    key: 'phone',
    titles: { uz: 'Shaxsiy telefon', ru: 'Личный телефон', en: 'Personal phone' },
    aliases: ['Telefon', 'Телефон', 'Phone'],
    parse: parse.phone(),
    example: '+998 90 123-45-67',
  },
  {
    key: 'work_phone',
    titles: { uz: 'Ish telefoni', ru: 'Рабочий телефон', en: 'Work phone' },
    parse: parse.phone(),
    example: '+998 71 200-00-01',
  },
  {
    key: 'email',
    titles: { uz: 'Shaxsiy e-pochta', ru: 'Личная почта', en: 'Personal e-mail' },
    aliases: ['Email'],
    parse: parse.email(),
    example: 'ali@example.uz',
  },
  {
    key: 'work_email',
    titles: { uz: 'Ish e-pochtasi', ru: 'Рабочая почта', en: 'Work e-mail' },
    parse: parse.email(),
    example: 'a.karimov@example.uz',
  },
  people.permanent_address,
  people.current_address,
  {
    key: 'department',
    titles: { uz: 'Boʻlim', ru: 'Подразделение', en: 'Department' },
    aliases: ['Kafedra', 'Кафедра'],
    parse: parse.text(300),
    example: 'Matematika kafedrasi',
  },
  {
    key: 'job_position',
    titles: { uz: 'Lavozim', ru: 'Должность', en: 'Job position' },
    parse: parse.text(300),
    example: 'Dotsent',
  },
  {
    key: 'employment_rate',
    titles: { uz: 'Stavka', ru: 'Ставка', en: 'Employment rate' },
    parse: parse.money(),
    example: 1,
  },
  {
    key: 'contract_number',
    titles: { uz: 'Shartnoma raqami', ru: 'Номер договора', en: 'Contract number' },
    parse: parse.text(60),
    example: '12/2020',
  },
  {
    key: 'hired_on',
    titles: { uz: 'Ishga olingan sana', ru: 'Дата приёма', en: 'Hired on' },
    parse: parse.date({ min: '1950-01-01' }),
    example: '2020-09-01',
  },
  {
    key: 'degree',
    titles: { uz: 'Ilmiy daraja', ru: 'Учёная степень', en: 'Degree' },
    parse: parse.enumOf({
      CANDIDATE: ['fan nomzodi', 'кандидат наук', 'candidate of sciences'],
      PHD: ['falsafa doktori', 'доктор философии', 'Doctor of Philosophy'],
      DSC: ['fan doktori', 'доктор наук', 'Doctor of Science'],
    }),
    example: 'PHD',
  },
  {
    key: 'academic_title',
    titles: { uz: 'Ilmiy unvon', ru: 'Учёное звание', en: 'Academic title' },
    parse: parse.enumOf({
      SENIOR_RESEARCHER: ['katta ilmiy xodim', 'старший научный сотрудник', 'senior researcher'],
      DOCENT: ['dotsent', 'доцент', 'associate professor'],
      PROFESSOR: ['professor', 'профессор', 'full professor'],
      ACADEMICIAN: ['akademik', 'академик', 'academician'],
    }),
    example: 'DOCENT',
  },
]);
