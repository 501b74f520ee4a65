import type pg from 'pg';
import type { Job } from './job.ts';

/** Money: what accountants ask for all day, and a payment with all that follows from it. */
export async function moneyJobs(client: pg.Client): Promise<Job[]> {
  const { rows: contracts } = await client.query<{ id: number; student_id: number }>(
    `select c.id, c.student_id from contracts c where c.institution_id = 1 and c.status = 'ACTIVE' and c.student_id is not null
        and exists (select 1 from student_debits d where d.contract_id = c.id and d.deleted_at is null and d.paid < d.total) order by c.id limit 2000`,
  );
  if (contracts.length === 0) return [];
  const { rows: days } = await client.query<{ today: string }>('select edulab_today()::text as today');
  const { today } = days[0]!;
  let paid = 0;
  return [
    {
      name: 'debts, first 10',
      as: 'accounting_head',
      amount: 250,
      requests: [{ method: 'GET', path: '/student/debit/?size=10' }],
      floor: (connection) =>
        connection.query(
          'select d.*, count(*) over () as total_rows from student_debits d where d.institution_id = 1 and d.deleted_at is null order by d.due_on, d.id limit 10',
        ),
    },
    {
      name: 'debtors, first 10',
      as: 'accounting_head',
      amount: 250,
      requests: [{ method: 'GET', path: '/accounting/debtor/?size=10' }],
      floor: (connection) =>
        connection.query(
          `select late.*, s.full_name, s.student_no from (
             select d.student_id, sum(d.total - d.paid) as overdue, min(d.due_on) as since, count(*) over () as people from student_debits d
              where d.institution_id = 1 and d.deleted_at is null and d.paid < d.total and d.due_on < (select edulab_today()) group by 1 order by 3, 1 limit 10) late
           join students s on s.id = late.student_id order by late.since, late.student_id`,
        ),
    },
    {
      name: 'a payment posted',
      as: 'accounting_head',
      amount: 250,
      requests: [{ method: 'POST', path: '/accounting/payment/' }],
      // One soʻm each, so that there is always something left to be paid.
      body: () =>
        JSON.stringify({
          contract_id: contracts[paid++ % contracts.length]!.id,
          amount: '1',
          paid_on: today,
          payment_type: 'CASH',
          again: true,
        }),
      floor: async (connection, index) => {
        const { id } = contracts[index % contracts.length]!;
        await connection.query('begin');
        const { rows } = await connection.query(
          `insert into payments (institution_id, contract_id, amount, paid_on, payment_type, payer, search) values (1, $1, 100, $2, 'CASH', 'benchmark', 'benchmark') returning *`,
          [id, today],
        );
        await connection.query('rollback');
        return rows;
      },
    },
  ];
}
