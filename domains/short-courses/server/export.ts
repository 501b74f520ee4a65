import { and, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { clock } from '#platform/contract/clock.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { clockIn, zoneOf } from '#platform/server/clock.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import type { contract } from '../contract.ts';
import type { registrationRecord } from '../shapes.ts';
import { conditionsOf, presentRegistrations } from './registrations.ts';
import { courseRegistrations } from './tables.ts';

type Line = z.infer<typeof registrationRecord>;

const columns: ExportColumn<Line>[] = [
  { key: 'name', titles: { uz: 'F.I.O.', ru: 'Ф.И.О.', en: 'Full name' }, width: 40, format: (row) => row.name },
  {
    key: 'course',
    titles: { uz: 'Kurs', ru: 'Курс', en: 'Course' },
    width: 40,
    format: (row, locale) => row.course.title[locale] || row.course.title.uz,
  },
  {
    key: 'starts_on',
    titles: { uz: 'Boshlanishi', ru: 'Начало', en: 'Starts' },
    kind: 'date',
    format: (row) => row.course.starts_on,
  },
  {
    key: 'status',
    titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
    format: (row, locale) => message(locale, `short_course_registration_state.${row.status}`),
  },
  {
    key: 'company',
    titles: { uz: 'Tashkilot', ru: 'Организация', en: 'Company' },
    format: (row) => row.group?.company ?? '',
  },
  { key: 'phone', titles: { uz: 'Telefon', ru: 'Телефон', en: 'Phone' }, format: (row) => row.phone },
  { key: 'email', titles: { uz: 'E-pochta', ru: 'Эл. почта', en: 'E-mail' }, format: (row) => row.email },
  { key: 'price', titles: { uz: 'Narxi', ru: 'Цена', en: 'Price' }, format: (row) => row.price },
];

const blockOf = 500;

async function* linesOf(call: Call, ids: number[]): AsyncGenerator<Line> {
  for (let at = 0; at < ids.length; at += blockOf) {
    const rows = await call.db
      .select()
      .from(courseRegistrations)
      .where(inArray(courseRegistrations.id, ids.slice(at, at + blockOf)))
      .orderBy(courseRegistrations.name, courseRegistrations.id);
    yield* await presentRegistrations(call, rows);
  }
}

/** The listeners whom the same list would show, by name. */
export const listenerExport = defineExport(
  'short-courses.export',
  async (call: Call, input: InputOf<(typeof contract)['short_term_course']['registration']['export']>) => {
    const found = await call.db
      .select({ id: courseRegistrations.id })
      .from(courseRegistrations)
      .where(and(...conditionsOf(call, input)))
      .orderBy(courseRegistrations.name, courseRegistrations.id);
    const ids = found.map((row) => row.id);
    const asOf = clockIn(await zoneOf(call), clock.date()).replace('T', ' ');
    return {
      name: `listeners-${asOf.slice(0, 16).replaceAll(/[-: ]/g, '')}.xlsx`,
      count: ids.length,
      columns,
      rows: linesOf(call, ids),
      title: message(call.locale, 'short_course_listeners'),
      asOf,
    };
  },
);
