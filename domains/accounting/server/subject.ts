import { isNull, type SQL, sql } from 'drizzle-orm';
import { courseField } from '#domains/curriculum/server/index.ts';
import { academicYearField, educationFormField } from '#domains/institutions/server/index.ts';
import { codes, defineSubject } from '#platform/server/records/subjects.ts';
import { contractStates } from '../workflow.ts';
import { contractReach } from './reach.ts';
import { contracts } from './tables.ts';

/** What the balance of a contract says, which is counted in one place; in soʻm. */
const balance = (of: 'owed' | 'paid' | 'left' | 'credit'): SQL =>
  sql`(select b.${sql.raw(`"${of}"`)} / 100.0 from edulab_contract_balance(array[${contracts.id}]) b)`;

/** Contracts as reports see them: who pays for what, how much of it came, and what is left. */
export const contractSubject = defineSubject({
  name: 'contracts',
  titles: { uz: 'Shartnomalar', ru: 'Контракты', en: 'Contracts' },
  permission: 'contract.read',
  table: contracts,
  where: isNull(contracts.deleted_at),
  reach: contractReach,
  person: sql`coalesce(${contracts.student_id}, -${contracts.application_id}, -${contracts.id})`,
  usual: ['number', 'payer_name', 'amount', 'paid', 'left', 'status'],
  fields: {
    number: { titles: { uz: 'Raqami', ru: 'Номер', en: 'Number' }, kind: 'text', value: sql`${contracts.number}` },
    payer_name: {
      titles: { uz: 'Toʻlovchi', ru: 'Плательщик', en: 'Payer' },
      kind: 'text',
      value: sql`${contracts.payer_name}`,
    },
    status: {
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      ...codes(contractStates, 'contract_state'),
      value: sql`${contracts.status}`,
    },
    academic_year_id: academicYearField(sql`${contracts.academic_year_id}`),
    course_id: courseField(sql`${contracts.course_id}`),
    education_form_id: educationFormField(sql`${contracts.education_form_id}`),
    amount: {
      titles: { uz: 'Summa', ru: 'Сумма', en: 'Amount' },
      kind: 'money',
      value: sql`(${contracts.amount} / 100.0)`,
    },
    paid: { titles: { uz: 'Toʻlangan', ru: 'Оплачено', en: 'Paid' }, kind: 'money', value: balance('paid') },
    left: { titles: { uz: 'Qolgan', ru: 'Осталось', en: 'Left to pay' }, kind: 'money', value: balance('left') },
    deadline: {
      titles: { uz: 'Oxirgi muddat', ru: 'Последний срок', en: 'Last instalment' },
      kind: 'date',
      value: sql`${contracts.deadline}`,
    },
    issued_on: {
      titles: { uz: 'Berilgan sana', ru: 'Дата выдачи', en: 'Issued on' },
      kind: 'date',
      value: sql`${contracts.issued_on}`,
    },
  },
});
