import { all, type Calls } from './calls.ts';
import { type Check, differ, moved, sql, sum, touched } from './looking.ts';
import type { World } from './world.ts';

/** What a contract says of its money is what was charged and paid; so say the student's balance and the home of accounting. */
export const money: Check = async (world, whole) => {
  const { accounting } = await world.reader('accounting_head');
  if (!whole) return moneyOfTouched(world);
  const contracts = await all((page) => accounting.contract.list({ size: 200, page }));
  const lines = await moneyOf(world, contracts);
  const listed = await sql(world, 'select count(*)::int as count from contracts where deleted_at is null');
  lines.push(...differ('contracts', { table: Number(listed[0]!.count), list: contracts.length }));
  const home = await accounting.debit.overview({});
  const late = await all((page) => accounting.contract.list({ late: true, size: 200, page }));
  const overdue = await all((page) => accounting.debit.list({ state: 'OVERDUE', size: 200, page }));
  // Fees are of no contract.
  const fees = overdue.filter(({ contract_id }) => contract_id === null);
  lines.push(
    ...differ('people who are late', {
      home: home.debtors,
      lists: new Set([...late, ...fees].map(({ student_id }) => student_id)).size,
      courses: sum(home.courses.map(({ debtors }) => debtors)),
    }),
    ...differ('what is late', {
      home: Number(home.overdue),
      lists: sum([
        ...late.map((row) => Number(row.overdue)),
        ...fees.map(({ total, paid }) => Number(total) - Number(paid)),
      ]),
    }),
  );
  const debits = await all((page) => accounting.debit.list({ size: 200, page }));
  for (const [student_id, mine] of Map.groupBy(debits, (debit) => debit.student_id))
    if (moved(world, `debits ${student_id}`, mine)) lines.push(...(await standing(world, student_id, mine)));
  return lines;
};

/** The money of those alone of whom somebody spoke today. */
async function moneyOfTouched(world: World): Promise<string[]> {
  const { accounting } = await world.reader('accounting_head');
  const lines: string[] = [];
  for (const student_id of touched(world)) {
    const contracts = await accounting.contract.list({ student_id, size: 200 });
    const debits = await accounting.debit.list({ student_id, size: 200 });
    lines.push(...(await moneyOf(world, contracts.content)));
    if (debits.content.length) lines.push(...(await standing(world, student_id, debits.content)));
  }
  return lines;
}

type Accounting = Calls['accounting'];
type ContractRow = Awaited<ReturnType<Accounting['contract']['list']>>['content'][number];
type DebitRow = Awaited<ReturnType<Accounting['debit']['list']>>['content'][number];

/** What the debits of somebody come to is where they stand. */
async function standing(world: World, student_id: number, mine: DebitRow[]): Promise<string[]> {
  const told = await (await world.reader('accounting_head')).accounting.debit.standing({ student_id });
  return [
    ...differ(`debits of student ${student_id}`, {
      list: sum(mine.map(({ total }) => Number(total))),
      standing: Number(told.total),
    }),
    ...differ(`payments of student ${student_id}`, {
      list: sum(mine.map(({ paid }) => Number(paid))),
      standing: Number(told.paid),
    }),
  ];
}

async function moneyOf(world: World, contracts: ContractRow[]): Promise<string[]> {
  const facts = new Map(
    (
      await sql(
        world,
        `select c.id, c.status, c.amount::float8 / 100 as amount,
                (select coalesce(sum(p.amount), 0)::float8 / 100 from payments p where p.contract_id = c.id and p.deleted_at is null) as paid,
                (select coalesce(sum(d.amount + coalesce((select sum(x.amount) from student_debit_details x where x.debit_id = d.id and x.deleted_at is null), 0)), 0)::float8 / 100
                   from student_debits d where d.contract_id = c.id and d.deleted_at is null) as charged,
                exists (select 1 from student_debits d where d.contract_id = c.id) as has_debits
           from contracts c where c.deleted_at is null and c.id = any($1)`,
        [contracts.map(({ id }) => id)],
      )
    ).map((row) => [row.id as number, row]),
  );
  const lines: string[] = [];
  for (const { id, number, paid, owed, left, credit, status } of contracts) {
    const fact = facts.get(id);
    if (!fact) continue;
    const said = { paid: Number(paid), owed: Number(owed), left: Number(left), credit: Number(credit) };
    const what = `${number} (${status})`;
    lines.push(
      ...differ(`${what}, paid`, { payments: Number(fact.paid), list: said.paid }),
      ...differ(`${what}, left`, { 'owed less paid': Math.max(0, sum([said.owed, -said.paid])), list: said.left }),
      ...differ(`${what}, credit`, { 'paid less owed': Math.max(0, sum([said.paid, -said.owed])), list: said.credit }),
    );
    if (fact.has_debits) lines.push(...differ(`${what}, owed`, { debits: Number(fact.charged), list: said.owed }));
    if (said.paid < 0) lines.push(`${what}: more was given back than paid, ${JSON.stringify(said)}`);
  }
  return lines;
}
