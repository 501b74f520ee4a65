import { isNull, sql } from 'drizzle-orm';
import { codes, dayOf, defineSubject } from '#platform/server/records/subjects.ts';
import { itemLanguages, itemTypes } from '../shapes.ts';
import { visible } from './items.ts';
import { libraryItems } from './tables.ts';

/** What the library offers, as reports see it. It lends nothing on paper, so there are no loans to count. */
export const itemSubject = defineSubject({
  name: 'library',
  titles: { uz: 'Kutubxona fondi', ru: 'Фонд библиотеки', en: 'Library records' },
  permission: 'library.read',
  table: libraryItems,
  where: isNull(libraryItems.deleted_at),
  reach: visible,
  usual: ['title', 'type', 'language', 'year'],
  fields: {
    title: { titles: { uz: 'Nomi', ru: 'Название', en: 'Title' }, kind: 'text', value: sql`${libraryItems.title}` },
    type: {
      titles: { uz: 'Turi', ru: 'Вид', en: 'Type' },
      ...codes(itemTypes, 'library.type'),
      value: sql`${libraryItems.type}`,
    },
    language: {
      titles: { uz: 'Tili', ru: 'Язык', en: 'Language' },
      ...codes(itemLanguages, 'library.language'),
      value: sql`${libraryItems.language}`,
    },
    year: {
      titles: { uz: 'Nashr yili', ru: 'Год издания', en: 'Year' },
      kind: 'number',
      value: sql`${libraryItems.year}`,
    },
    publisher: {
      titles: { uz: 'Nashriyot', ru: 'Издательство', en: 'Publisher' },
      kind: 'text',
      value: sql`${libraryItems.publisher}`,
    },
    file: {
      titles: { uz: 'Fayli bor', ru: 'Есть файл', en: 'Has a file' },
      kind: 'flag',
      value: sql`(${libraryItems.file_id} is not null)`,
    },
    active: {
      titles: { uz: 'Eʼlon qilingan', ru: 'Опубликовано', en: 'Published' },
      kind: 'flag',
      value: sql`${libraryItems.active}`,
    },
    added_on: {
      titles: { uz: 'Qoʻshilgan sana', ru: 'Дата добавления', en: 'Added on' },
      kind: 'date',
      value: dayOf(sql`${libraryItems.created_at}`),
    },
  },
});
