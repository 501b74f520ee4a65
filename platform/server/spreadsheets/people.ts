import type { Column } from './columns.ts';
import { date, enumOf, latinOrCyrillicName, passport, pinfl, text } from './parsers.ts';

/** Columns that every import of people has, so that they are called alike whoever comes in. */
export const people = {
  lastname: {
    key: 'lastname',
    titles: { uz: 'Familiya', ru: 'Фамилия', en: 'Last name' },
    aliases: ['Surname'],
    required: true,
    parse: latinOrCyrillicName(100),
    example: 'Karimov',
  },
  firstname: {
    key: 'firstname',
    titles: { uz: 'Ism', ru: 'Имя', en: 'First name' },
    required: true,
    parse: latinOrCyrillicName(100),
    example: 'Ali',
  },
  midname: {
    key: 'midname',
    titles: { uz: 'Otasining ismi', ru: 'Отчество', en: 'Patronymic' },
    aliases: ['Middle name', 'Sharif'],
    parse: latinOrCyrillicName(100),
    example: 'Valiyevich',
  },
  gender: {
    key: 'gender',
    titles: { uz: 'Jinsi', ru: 'Пол', en: 'Gender' },
    parse: enumOf({
      MALE: ['erkak', 'мужской', 'male', 'м', 'm'],
      FEMALE: ['ayol', 'женский', 'female', 'ж', 'f'],
    }),
    example: 'MALE',
  },
  birthdate: {
    key: 'birthdate',
    titles: { uz: 'Tugʻilgan sana', ru: 'Дата рождения', en: 'Date of birth' },
    parse: date({ min: '1920-01-01', max: () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) }),
    example: '2007-05-17',
  },
  passport_id: {
    key: 'passport_id',
    titles: { uz: 'Pasport', ru: 'Паспорт', en: 'Passport' },
    aliases: ['Pasport seriya va raqami', 'Серия и номер паспорта', 'Passport number'],
    parse: passport(),
    example: 'AD1234567',
  },
  pinfl: {
    key: 'pinfl',
    titles: { uz: 'JShShIR', ru: 'ПИНФЛ', en: 'PINFL' },
    parse: pinfl(),
    example: '51705070010012',
  },
  permanent_address: {
    key: 'permanent_address',
    titles: { uz: 'Doimiy manzil', ru: 'Адрес прописки', en: 'Permanent address' },
    parse: text(500),
    example: 'Toshkent shahri',
  },
  current_address: {
    key: 'current_address',
    titles: { uz: 'Hozirgi manzil', ru: 'Адрес проживания', en: 'Current address' },
    aliases: ['Yashash manzili'],
    parse: text(500),
    example: 'Toshkent shahri',
  },
} as const satisfies Record<string, Column>;
