import { defineColumns, parse, people } from '#platform/server/spreadsheets.ts';

/** Columns of the import; their keys are those of the table, but for the two that name a record of another list. */

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

export const importColumns = defineColumns([
  {
    key: 'student_no',
    titles: { uz: 'Talaba raqami', ru: 'Номер студента', en: 'Student number' },
    aliases: ['Student ID', 'ID студента', 'Talaba ID'],
    parse: parse.text(40),
    example: '2600001',
    note: {
      uz: 'Boʻsh qolsa, raqam oʻzi beriladi.',
      ru: 'Если пусто, номер будет дан автоматически.',
      en: 'Given out when it is left empty.',
    },
  },
  {
    ...people.lastname,
    note: {
      uz: 'Kirillcha yozilsa, lotinchasi ham saqlanadi.',
      ru: 'Написанное кириллицей сохраняется и латиницей.',
      en: 'Written in Cyrillic it is kept in Latin as well.',
    },
  },
  people.firstname,
  people.midname,
  {
    key: 'names_cyrillic',
    titles: { uz: 'F.I.Sh. kirillcha', ru: 'Ф.И.О. кириллицей', en: 'Name in Cyrillic' },
    parse: parse.text(300),
    example: 'Каримов Али Валиевич',
  },
  people.gender,
  people.birthdate,
  {
    key: 'citizenship',
    titles: { uz: 'Fuqaroligi (kod)', ru: 'Гражданство (код)', en: 'Citizenship (code)' },
    parse: parse.text(2),
    example: 'UZ',
  },
  people.passport_id,
  {
    key: 'passport_issued_by',
    titles: { uz: 'Pasport kim tomonidan berilgan', ru: 'Кем выдан паспорт', en: 'Passport issued by' },
    parse: parse.text(200),
    example: 'IIV 26283',
  },
  {
    key: 'passport_issued_on',
    titles: { uz: 'Pasport berilgan sana', ru: 'Дата выдачи паспорта', en: 'Passport issued on' },
    parse: parse.date({ max: tomorrow }),
    example: '2023-06-01',
  },
  {
    key: 'passport_expires_on',
    titles: { uz: 'Pasport amal qiladi', ru: 'Паспорт действителен до', en: 'Passport valid until' },
    parse: parse.date(),
    example: '2033-05-31',
  },
  people.pinfl,
  {
    key: 'contact_phone',
    titles: { uz: 'Telefon', ru: 'Телефон', en: 'Phone' },
    parse: parse.phone(),
    example: '+998 90 123-45-67',
  },
  {
    key: 'home_phone',
    titles: { uz: 'Uy telefoni', ru: 'Домашний телефон', en: 'Home phone' },
    parse: parse.phone(),
    example: '+998 71 200-00-01',
  },
  {
    key: 'email',
    titles: { uz: 'Elektron pochta', ru: 'Электронная почта', en: 'E-mail' },
    aliases: ['Email'],
    parse: parse.email(),
    example: 'ali@example.uz',
  },
  people.permanent_address,
  people.current_address,
  {
    key: 'native_language',
    titles: { uz: 'Ona tili', ru: 'Родной язык', en: 'Native language' },
    parse: parse.text(50),
    example: 'uz',
  },
  {
    key: 'marital_status',
    titles: { uz: 'Oilaviy holati', ru: 'Семейное положение', en: 'Marital status' },
    parse: parse.enumOf({
      SINGLE: ['turmush qurmagan', 'не состоит в браке', 'single'],
      MARRIED: ['turmush qurgan', 'состоит в браке', 'married'],
      DIVORCED: ['ajrashgan', 'в разводе', 'divorced'],
      WIDOWED: ['beva', 'вдовство', 'widowed'],
    }),
    example: 'SINGLE',
  },
  {
    key: 'course_code',
    titles: { uz: 'Yoʻnalish kodi', ru: 'Код направления', en: 'Programme code' },
    parse: parse.text(40),
    example: '60410100',
  },
  {
    key: 'course',
    titles: { uz: 'Yoʻnalish', ru: 'Направление', en: 'Programme' },
    parse: parse.text(300),
    example: 'Iqtisodiyot',
  },
  {
    key: 'level',
    titles: { uz: 'Daraja', ru: 'Степень', en: 'Level' },
    required: true,
    parse: parse.enumOf({
      BACHELOR: ['bakalavr', 'бакалавриат', 'bachelor', 'бакалавр', 'bakalavriat'],
      MASTER: ['magistr', 'магистратура', 'master', 'магистр', 'magistratura'],
      MS: ['MS dasturi', 'программа MS', 'MS programme'],
    }),
    example: 'BACHELOR',
  },
  {
    key: 'education_form',
    titles: { uz: 'Taʼlim shakli', ru: 'Форма обучения', en: 'Form of education' },
    parse: parse.text(200),
    example: 'Kunduzgi',
  },
  {
    key: 'study_language',
    titles: { uz: 'Taʼlim tili', ru: 'Язык обучения', en: 'Language of study' },
    required: true,
    parse: parse.enumOf({
      uz: ['oʻzbek', 'узбекский', 'Uzbek', 'oʻzbekcha'],
      ru: ['rus', 'русский', 'Russian', 'ruscha'],
      en: ['ingliz', 'английский', 'English', 'inglizcha'],
    }),
    example: 'uz',
  },
  {
    key: 'entry_year',
    titles: { uz: 'Kirgan yili', ru: 'Год поступления', en: 'Year of entry' },
    required: true,
    parse: parse.integer({ min: 1950, max: 2199 }),
    example: 2026,
  },
  {
    key: 'tuition',
    titles: { uz: 'Toʻlov shakli', ru: 'Форма оплаты', en: 'Tuition' },
    required: true,
    parse: parse.enumOf({
      GRANT: ['grant', 'грант', 'State grant', 'davlat granti'],
      CONTRACT: ['kontrakt', 'контракт', 'contract', 'toʻlov-kontrakt', 'shartnoma'],
    }),
    example: 'CONTRACT',
  },
  {
    key: 'department',
    titles: { uz: 'Fakultet yoki kafedra', ru: 'Факультет или кафедра', en: 'Department' },
    aliases: ['Fakultet', 'Факультет', 'Faculty'],
    parse: parse.text(300),
    example: 'Iqtisodiyot fakulteti',
  },
  {
    key: 'hemis_code',
    titles: { uz: 'HEMIS kodi', ru: 'Код HEMIS', en: 'HEMIS code' },
    parse: parse.text(40),
    example: '301231100001',
  },
  {
    key: 'username',
    titles: { uz: 'Foydalanuvchi nomi', ru: 'Имя пользователя', en: 'Username' },
    parse: parse.text(60),
    example: 'ali.karimov',
  },
]);
