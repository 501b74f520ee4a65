import { defineColumns, parse } from '#platform/server/spreadsheets.ts';

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Columns of the file in which staff come in. A blank cell leaves a record that is there already as it is. */
export const importColumns = defineColumns([
  {
    key: 'staff_no',
    titles: { uz: 'Tabel raqami', ru: 'Табельный номер', en: 'Staff number' },
    parse: parse.text(40),
    example: 'S-00001',
  },
  {
    key: 'lastname',
    titles: { uz: 'Familiya', ru: 'Фамилия', en: 'Last name' },
    aliases: ['Surname'],
    required: true,
    parse: parse.latinOrCyrillicName(100),
    example: 'Karimov',
  },
  {
    key: 'firstname',
    titles: { uz: 'Ism', ru: 'Имя', en: 'First name' },
    required: true,
    parse: parse.latinOrCyrillicName(100),
    example: 'Ali',
  },
  {
    key: 'midname',
    titles: { uz: 'Otasining ismi', ru: 'Отчество', en: 'Patronymic' },
    aliases: ['Middle name'],
    parse: parse.latinOrCyrillicName(100),
    example: 'Valiyevich',
  },
  {
    key: 'gender',
    titles: { uz: 'Jinsi', ru: 'Пол', en: 'Gender' },
    parse: parse.enumOf({
      MALE: ['erkak', 'мужской', 'male', 'м', 'm'],
      FEMALE: ['ayol', 'женский', 'female', 'ж', 'f'],
    }),
    example: 'MALE',
  },
  {
    key: 'birthdate',
    titles: { uz: 'Tugʻilgan sana', ru: 'Дата рождения', en: 'Date of birth' },
    parse: parse.date({ min: '1920-01-01', max: tomorrow }),
    example: '1980-05-17',
  },
  {
    key: 'passport_id',
    titles: { uz: 'Pasport', ru: 'Паспорт', en: 'Passport' },
    parse: parse.passport(),
    example: 'AD1234567',
  },
  {
    key: 'pinfl',
    titles: { uz: 'JShShIR', ru: 'ПИНФЛ', en: 'PINFL' },
    parse: parse.pinfl(),
    example: '31705800010012',
  },
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
  {
    key: 'permanent_address',
    titles: { uz: 'Doimiy manzil', ru: 'Адрес прописки', en: 'Permanent address' },
    parse: parse.text(500),
    example: 'Toshkent shahri',
  },
  {
    key: 'current_address',
    titles: { uz: 'Yashash manzili', ru: 'Адрес проживания', en: 'Current address' },
    parse: parse.text(500),
    example: 'Toshkent shahri',
  },
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
