import type { FormField } from '#domains/questions/server/index.ts';
import type { Role, Title } from '#platform/contract/index.ts';
import type { ChainStep, FormSection, PaperTemplate, Source, typeSave } from '../../shapes.ts';
import type { forms } from '../tables.ts';

/** With what the types that come along are written down. */

export const t = (uz: string, ru: string, en: string): Title => ({ uz, ru, en });

/** A type with its form, as an institution begins with it and changes it. */
export interface ShippedType {
  code: string;
  title: Title;
  about: Title;
  situations: Situation[];
  audience: Audience[];
  form: Pick<typeof forms.$inferInsert, 'sections' | 'steps' | 'paper' | 'fee' | 'deliveries' | 'languages'>;
}
type Situation = NonNullable<(typeof typeSave.situations)['_zod']['output']>[number];
type Audience = NonNullable<(typeof typeSave.audience)['_zod']['output']>[number];

export const registrars: Role[] = ['REGISTRAR_OFFICER', 'REGISTRAR_OFFICER_SAMARKAND', 'REGISTRAR_HEAD'];
export const heads: Role[] = ['REGISTRAR_HEAD', 'REGISTRAR_OFFICER_SAMARKAND'];
export const department: Role[] = ['STUDENTS_DEPARTMENT', 'STUDENTS_DEPARTMENT_SAMARKAND'];
export const deans: Role[] = ['DEAN'];
export const accountants: Role[] = ['ACCOUNTING_HEAD'];

const names = {
  check: t('Tekshirish', 'Проверка', 'Check'),
  approve: t('Rozilik', 'Согласование', 'Approval'),
  payment: t('Toʻlov', 'Оплата', 'Payment'),
  document: t('Hujjatni tayyorlash', 'Подготовка документа', 'Making of the paper'),
  change: t('Buyruq', 'Приказ', 'Order'),
};
export const check = (roles: Role[], days: number, title = names.check, key = 'check'): ChainStep => ({
  key,
  title,
  roles,
  action: 'CHECK',
  days,
});
export const approve = (roles: Role[], days: number, title = names.approve, key = 'approve'): ChainStep => ({
  key,
  title,
  roles,
  action: 'APPROVE',
  days,
});
export const pay = (): ChainStep => ({
  key: 'payment',
  title: names.payment,
  roles: accountants,
  action: 'PAYMENT',
  days: 5,
});
export const make = (roles: Role[], days: number): ChainStep => ({
  key: 'document',
  title: names.document,
  roles,
  action: 'DOCUMENT',
  days,
});
export const change = (
  roles: Role[],
  days: number,
  of: NonNullable<ChainStep['change']>,
  title = names.change,
): ChainStep => ({
  key: 'change',
  title,
  roles,
  action: 'CHANGE',
  days,
  change: of,
});

export const fact = (key: string, title: Title, name: string): FormField => ({ key, type: 'FACT', title, fact: name });
export const ask = (key: string, type: FormField['type'], title: Title, more: Partial<FormField> = {}): FormField => ({
  key,
  type,
  title,
  required: true,
  ...more,
});
export const choice = (
  key: string,
  title: Title,
  options: [string, Title][],
  more: Partial<FormField> = {},
): FormField =>
  ask(key, 'SELECT', title, { options: options.map(([value, words]) => ({ value, title: words })), ...more });

/** A choice from what the university has. */
export const from = (key: string, source: Source, title: Title, more: Partial<FormField> = {}): FormField =>
  ask(key, 'RECORD', title, { source, ...more });

/** Who asks, as the record says it. */
export const who: FormSection = {
  id: 1,
  title: t('Yozuvingizdan', 'Из вашей записи', 'From your record'),
  note: t(
    'Xato boʻlsa, registraturaga ayting.',
    'Если есть ошибка, сообщите в регистратуру.',
    'Tell the registrar if something is wrong.',
  ),
  fields: [
    fact('name', t('Familiya, ism', 'Фамилия, имя', 'Name'), 'student.name'),
    fact('course', t('Yoʻnalish', 'Направление', 'Programme'), 'student.course'),
    fact('year', t('Kurs', 'Курс', 'Year of study'), 'student.year'),
  ],
};
export const section = (title: Title, fields: FormField[], id = 2): FormSection => ({ id, title, note: null, fields });
export const details = t('Soʻrov', 'Запрос', 'Request');

export const study: PaperTemplate['facts'] = [
  'student.number',
  'student.course',
  'student.level',
  'student.year',
  'student.form',
  'student.language',
  'student.entry_year',
];
export const reference = (title: Title, text: Title, more: Partial<PaperTemplate> = {}): PaperTemplate => ({
  kind: 'REFERENCE',
  title,
  text,
  facts: study,
  signatories: ['REGISTRAR'],
  valid_days: 90,
  ...more,
});
