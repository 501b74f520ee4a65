import type { Words } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import type { Measure, ReportDefinition, ReportFilter } from '../../definition.ts';
import type { panelKinds } from '../../shapes.ts';

/**
 * Dashboards: for each kind of work the questions that it asks every day, as reports of declared subjects. So each number is
 * reckoned with the rights of whoever looks, and opens exactly its rows.
 */

/** What a dashboard reckons from. */
export interface Moment {
  today: string;
  /** The academic year that runs, or the last that did. */
  year: { id: number; starts_on: string; ends_on: string };
  /** From when on a group is worth a look, in percent. */
  limits: { missed_above: number; passed_below: number };
}

export interface Part {
  /** Of a line, a bar or a figure. */
  name: Words;
  ask: Pick<ReportDefinition, 'subject'> & Partial<ReportDefinition>;
  /** The day of what is counted, where it can be counted as of a past day. */
  dated?: string;
  /** Days of a calendar year, put beside those of another; what came until each day. */
  running?: string;
  /** Of a table of groups: what is worth a look. */
  beyond?: { above?: number; below?: number; why: Words };
}
export interface Panel {
  id: string;
  title: Words;
  about: Words;
  kind: (typeof panelKinds)[number];
  wide?: true;
  parts: (moment: Moment) => Part[];
}
export interface Board {
  id: string;
  title: Words;
  about: Words;
  offered: (call: Call) => boolean;
  panels: Panel[];
}

export const is = (field: string, ...values: string[]): ReportFilter => ({ field, op: 'is', values });
export const not = (field: string, ...values: string[]): ReportFilter => ({ field, op: 'not', values });
export const between = (field: string, from: string, until: string): ReportFilter[] => [
  { field, op: 'from', values: [from] },
  { field, op: 'until', values: [until] },
];
export const people: Measure[] = [{ what: 'people' }];
export const rows: Measure[] = [{ what: 'rows' }];
export const sum = (field: string): Measure[] => [{ what: 'sum', field }];
export const average = (field: string): Measure[] => [{ what: 'average', field }];
export const by = (field: string, period?: 'day' | 'month' | 'year') => [{ field, ...(period ? { by: period } : {}) }];
export const whole = (call: Call, ...permissions: Parameters<typeof scopeOf>[1][]) =>
  permissions.every((one) => scopeOf(call, one) === 'institution');
export const yearOf = (day: string, less = 0) => String(Number(day.slice(0, 4)) - less);
export const inYear = (field: string, year: string) => between(field, `${year}-01-01`, `${year}-12-31`);
export const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

export const studies = is('status', 'ACTIVE', 'GAP_YEAR', 'INACTIVE');
export const inHand = is('status', 'SUBMITTED', 'IN_REVIEW');
export const word = {
  people: { uz: 'Kishi', ru: 'Человек', en: 'People' },
  expected: { uz: 'Kutilgan', ru: 'Ожидалось', en: 'Expected' },
  received: { uz: 'Tushgan', ru: 'Поступило', en: 'Received' },
  studying: { uz: 'Kontingent', ru: 'Контингент', en: 'Enrolled' },
  records: { uz: 'Soni', ru: 'Количество', en: 'Number' },
  passed: { uz: 'Oʻzlashtirish, %', ru: 'Успеваемость, %', en: 'Pass rate, %' },
  missed: { uz: 'Sababsiz qoldirilgan, %', ru: 'Пропущено без причины, %', en: 'Unexcused, %' },
} satisfies Record<string, Words>;
