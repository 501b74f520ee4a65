import type { Sheet, Words } from './fields.ts';

/** Columns that every import of people has, so that they are called alike whoever comes in. */
export const peopleSheets = {
  lastname: {
    titles: { uz: 'Familiya', ru: 'Фамилия', en: 'Last name' },
    aliases: ['Surname'],
    required: true,
    read: { as: 'name', max: 100 },
    example: 'Karimov',
  },
  firstname: {
    titles: { uz: 'Ism', ru: 'Имя', en: 'First name' },
    required: true,
    read: { as: 'name', max: 100 },
    example: 'Ali',
  },
  midname: {
    titles: { uz: 'Otasining ismi', ru: 'Отчество', en: 'Patronymic' },
    aliases: ['Middle name', 'Sharif'],
    read: { as: 'name', max: 100 },
    example: 'Valiyevich',
  },
  gender: {
    titles: { uz: 'Jinsi', ru: 'Пол', en: 'Gender' },
    read: {
      as: 'code',
      words: {
        MALE: ['erkak', 'мужской', 'male', 'м', 'm'],
        FEMALE: ['ayol', 'женский', 'female', 'ж', 'f'],
      },
    },
    example: 'MALE',
  },
  birthdate: {
    titles: { uz: 'Tugʻilgan sana', ru: 'Дата рождения', en: 'Date of birth' },
    read: { as: 'date', min: '1920-01-01', until: 'tomorrow' },
    example: '2007-05-17',
  },
  passport_id: {
    titles: { uz: 'Pasport', ru: 'Паспорт', en: 'Passport' },
    aliases: ['Pasport seriya va raqami', 'Серия и номер паспорта', 'Passport number'],
    read: { as: 'passport' },
    example: 'AD1234567',
  },
  pinfl: {
    titles: { uz: 'JSHSHIR', ru: 'ПИНФЛ', en: 'PINFL' },
    read: { as: 'pinfl' },
    example: '51705070010012',
  },
  permanent_address: {
    titles: { uz: 'Doimiy manzil', ru: 'Адрес прописки', en: 'Permanent address' },
    read: { as: 'text', max: 500 },
    example: 'Toshkent shahri',
  },
  current_address: {
    titles: { uz: 'Hozirgi manzil', ru: 'Адрес проживания', en: 'Current address' },
    aliases: ['Yashash manzili'],
    read: { as: 'text', max: 500 },
    example: 'Toshkent shahri',
  },
} as const satisfies Record<string, Sheet & { titles: Words }>;
