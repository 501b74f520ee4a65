import { openUpload } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import {
  type AddFault,
  defineImport,
  type ImportDefinition,
  type Values,
  type Written,
} from '#platform/server/records/imports.ts';
import { type RecordImport, recordImport } from '#platform/server/records/record-import.ts';
import type { Column, RowOf } from '#platform/server/spreadsheets.ts';
import { tiyinOf } from '../money.ts';
import { mostAmount, noFine } from '../shapes.ts';
import type { ContractState } from '../workflow.ts';
import { excessOfRows, takingMoney, tellExcess } from './balance.ts';
import { contractColumns, fineColumns, paymentColumns } from './import-columns.ts';
import { contractSearch, makeDebits, settle } from './issue.ts';

/** Files of contracts, payments and fines: looked at first, taken whole or not at all, taken back while nothing hangs on them. */

/** The bounds of `amount` in shapes.ts. */
function demandBelievable(add: AddFault, row: number, cell: unknown, amount: number): void {
  if (amount === 0) add(row, 'amount', 'TOO_SMALL', cell, { min: 1 });
  if (amount > tiyinOf(String(mostAmount))) add(row, 'amount', 'amount_too_large', cell);
}

/** Marks rows whose cells name nobody; answers what was found by what stands in the cell. */
async function known<R extends { name: string }>(
  call: Call,
  sql: string,
  names: (string | null)[],
): Promise<Map<string, R>> {
  const { rows } = await call.client.query<R>(sql, [[...new Set(names.flatMap((name) => name?.toLowerCase() ?? []))]]);
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]));
}

const undone = async (call: Call, ids: number[]) => {
  const { rows } = await call.client.query(
    `select 1 from payments where contract_id = any($1) union all
     select 1 from student_debits d where d.contract_id = any($1) and (d.version > 1 or d.kind = 'FINE' and d.external_ref is not null
       or exists (select 1 from student_debit_details x where x.debit_id = d.id)) limit 1`,
    [ids],
  );
  if (rows.length) throw fail('IMPORT_TOUCHED');
  await call.client.query('delete from student_debits where contract_id = any($1)', [ids]);
};

interface StudentFacts {
  name: string;
  id: number;
  account_id: number | null;
  full_name: string;
  level: string;
  course_id: number | null;
  education_form_id: number | null;
  study_language: string;
}

const contractRecords = recordImport<typeof contractColumns>({
  table: 'contracts',
  written: [
    'number',
    'type',
    'student_id',
    'account_id',
    'payer_name',
    'level',
    'academic_year_id',
    'course_id',
    'education_form_id',
    'study_language',
    'amount',
    'plan',
    'deadline',
    'fine',
    'minimum_share',
    'status',
    'issued_on',
    'accepted_at',
    'adopted_at',
    'search',
    'payer',
  ],
  keys: { number: { taken: 'CONTRACT_NUMBER_TAKEN' } },
  nameOf: (row) => `${row.number} ${row.payer_name}`,
  derive: (row) => ({
    search: contractSearch(String(row.number), String(row.payer_name), row.student_no as string | null),
  }),
});

export const contractImport = defineImport({
  kind: 'contracts.import',
  columns: contractColumns,
  open: openUpload,
  async check(call, rows, add: AddFault) {
    const people = await known<StudentFacts>(
      call,
      `select student_no as name, id, account_id, full_name, level, course_id, education_form_id, study_language from students
        where lower(student_no) = any($1) and deleted_at is null`,
      rows.map(({ record }) => record.student_no),
    );
    const years = await known<{ name: string; id: number }>(
      call,
      'select name, id from academic_years where lower(name) = any($1) and deleted_at is null',
      rows.map(({ record }) => record.academic_year),
    );
    const today = await todayOf(call);
    const numbers = await known<{ name: string }>(
      call,
      'select number as name from contracts where lower(number) = any($1) and deleted_at is null',
      rows.map(({ record }) => record.number),
    );
    const { rows: held } = await call.client.query<{ student_id: number; academic_year_id: number; number: string }>(
      `select student_id, academic_year_id, number from contracts where student_id = any($1) and deleted_at is null and status not in ('TERMINATED', 'SUPERSEDED')`,
      [[...people.values()].map((person) => person.id)],
    );
    const taken = new Map(held.map((row) => [`${row.student_id} ${row.academic_year_id}`, row.number]));
    const seen = new Map<string, number>();
    const once = (row: number, key: string, mark: string, value: unknown) => {
      const first = seen.get(`${key} ${mark}`);
      if (first !== undefined) add(row, key, 'DUPLICATE_IN_FILE', value, { first });
      else seen.set(`${key} ${mark}`, row);
    };
    const fresh = rows.flatMap(({ row, record }) => {
      const person = people.get(String(record.student_no).toLowerCase());
      const year = years.get(String(record.academic_year).toLowerCase());
      const number = String(record.number);
      once(row, 'number', number.toLowerCase(), number);
      // A contract is not changed by a file.
      if (numbers.has(number.toLowerCase())) add(row, 'number', 'CONTRACT_NUMBER_TAKEN', number, { value: number });
      if (!person) add(row, 'student_no', 'UNKNOWN_REFERENCE', record.student_no);
      if (!year) add(row, 'academic_year', 'UNKNOWN_REFERENCE', record.academic_year);
      const amount = tiyinOf(record.amount!);
      demandBelievable(add, row, record.amount, amount);
      if (!person || !year) return [];
      once(row, 'student_no', `${person.id} ${year.id}`, record.student_no);
      const other = taken.get(`${person.id} ${year.id}`);
      if (other) add(row, 'student_no', 'CONTRACT_EXISTS', record.student_no, { number: other });
      const signed = record.signed_on ?? today;
      return [
        {
          row,
          values: {
            number,
            student_no: record.student_no,
            type: record.type ?? 'BASIC',
            student_id: person.id,
            account_id: person.account_id,
            payer_name: person.full_name,
            payer: {},
            level: person.level,
            academic_year_id: year.id,
            course_id: person.course_id,
            education_form_id: person.education_form_id,
            study_language: person.study_language,
            amount,
            plan: [{ due_on: record.deadline, amount }],
            deadline: record.deadline,
            fine: noFine,
            minimum_share: 0,
            status: 'ACTIVE',
            issued_on: signed,
            accepted_at: `${signed}T00:00:00Z`,
            adopted_at: `${signed}T00:00:00Z`,
            fine_amount: record.fine_amount ? tiyinOf(record.fine_amount) : 0,
          } as Values,
        },
      ];
    });
    return { fresh, changed: [], unchanged: 0 };
  },
  async apply(call, checked, progress) {
    const written = await contractRecords.apply(call, checked, progress);
    await makeDebits(call, written.new_ids, '1900-01-01');
    // The fine that the file brings along is owed beside the amount.
    const fines = checked.fresh.flatMap(({ values }, at) =>
      Number(values.fine_amount) > 0 ? [{ id: written.new_ids[at]!, amount: Number(values.fine_amount) }] : [],
    );
    await call.client.query(
      `insert into student_debits (student_id, contract_id, kind, due_on, amount)
       select c.student_id, c.id, 'FINE', c.deadline, f.amount from jsonb_to_recordset($1) as f(id int, amount bigint) join contracts c on c.id = f.id`,
      [JSON.stringify(fines)],
    );
    await call.client.query(
      `insert into status_history (institution_id, entity, entity_id, to_status, account_id) select $1, 'contract', unnest($2::int[]), 'ACTIVE', $3`,
      [call.institution_id, written.new_ids, call.account_id],
    );
    return written;
  },
  async undo(call, receipt: Written) {
    await undone(call, receipt.new_ids);
    await contractRecords.undo(call, receipt);
  },
});

interface ContractFacts {
  name: string;
  id: number;
  student_id: number | null;
  payer_name: string;
  status: ContractState;
}
const contractsNamed = (call: Call, names: (string | null)[]) =>
  known<ContractFacts>(
    call,
    'select number as name, id, student_id, payer_name, status from contracts where lower(number) = any($1) and deleted_at is null',
    names,
  );

/** Finds the contracts of rows once for all of them, and puts their ids where `recordImport` looks for them. */
function ofContracts<const C extends typeof paymentColumns | typeof fineColumns>(
  of: RecordImport<C>,
  complete: (values: Values, contract: ContractFacts, record: Values) => void,
  ready: (call: Call, contracts: readonly ContractFacts[]) => Promise<Set<number>>,
) {
  const records = recordImport<C>(of);
  return {
    ...records,
    async check(call: Call, rows: Parameters<typeof records.check>[1], add: AddFault) {
      const found = await contractsNamed(
        call,
        rows.map(({ record }) => (record as Values).contract_number as string),
      );
      const open = await ready(call, [...found.values()]);
      const good = rows.flatMap(({ row, record }) => {
        const { contract_number, ...cells } = record as Values;
        const contract = found.get(String(contract_number).toLowerCase());
        if (!contract) {
          add(row, 'contract_number', 'UNKNOWN_REFERENCE', contract_number);
          return [];
        }
        if (!open.has(contract.id)) {
          add(row, 'contract_number', 'CONTRACT_NOT_READY', contract_number, {
            number: contract.name,
            state: contract.status,
            because: 'other',
          });
          return [];
        }
        const amount = tiyinOf(String(cells.amount));
        demandBelievable(add, row, cells.amount, amount);
        const values: Values = { ...cells, amount };
        complete(values, contract, cells);
        return [{ row, record: values as RowOf<C> }];
      });
      const checked = await records.check(call, good, add);
      // What came once is not changed by a file: the same line again is passed over, another amount is a fault.
      for (const { row, before, values } of checked.changed)
        if (before.amount !== values.amount || before.contract_id !== values.contract_id)
          add(row, 'external_ref', 'PAYMENT_TWICE', values.external_ref, { value: values.external_ref });
      return { fresh: checked.fresh, changed: [], unchanged: checked.unchanged + checked.changed.length };
    },
  };
}

const contractsOf = async (call: Call, table: 'payments' | 'student_debits', ids: number[]) => {
  const { rows } = await call.client.query<{ id: number }>(
    `select distinct contract_id as id from ${table} where id = any($1) and contract_id is not null`,
    [ids],
  );
  return rows.map((row) => row.id);
};

type Steps<C extends readonly Column[]> = Pick<ImportDefinition<C>, 'check' | 'names' | 'apply' | 'undo'>;

/** Contracts are looked at anew after a file came or went. */
function settling<C extends readonly Column[]>(of: Steps<C>, table: 'payments' | 'student_debits'): Steps<C> {
  return {
    ...of,
    async check(...args: Parameters<typeof of.check>) {
      const checked = await of.check(...args);
      if (table !== 'payments') return checked;
      const brought = checked.fresh.map(({ row, values }) => ({
        row,
        contract_id: Number(values.contract_id),
        amount: Number(values.amount),
      }));
      return { ...checked, notes: await excessOfRows(args[0], brought) };
    },
    async apply(...args: Parameters<typeof of.apply>) {
      const written = await of.apply(...args);
      const touched = await contractsOf(args[0], table, written.new_ids);
      await settle(args[0], touched);
      // What a bank sent is taken as it came: what is above is on the balance, and accounting is told.
      if (table === 'payments')
        await tellExcess(
          args[0],
          touched.map((contract_id) => ({ contract_id })),
        );
      return written;
    },
    async undo(call: Call, receipt: Written) {
      const touched = await contractsOf(call, table, receipt.new_ids);
      await of.undo(call, receipt);
      await settle(call, touched);
    },
  };
}

const paymentRecords = settling(
  ofContracts<typeof paymentColumns>(
    {
      table: 'payments',
      written: [
        'contract_id',
        'external_ref',
        'amount',
        'paid_on',
        'payment_type',
        'payer',
        'report_number',
        'bank_name',
        'source',
        'kind',
        'search',
      ],
      keys: { external_ref: { taken: 'PAYMENT_TWICE', alike: 'lower' } },
      nameOf: (row) => String(row.payer),
      derive: (row) => ({
        search: [row.payer, row.report_number, row.bank_name, row.external_ref].filter(Boolean).join(' ').toLowerCase(),
      }),
    },
    (values, contract, cells) => {
      values.contract_id = contract.id;
      values.payment_type = cells.payment_type ?? 'BANK';
      values.payer = cells.payer ?? contract.payer_name;
      values.source = 'IMPORT';
      values.kind = 'PAYMENT';
    },
    takingMoney,
  ),
  'payments',
);
export const paymentImport = defineImport({
  kind: 'payments.import',
  columns: paymentColumns,
  open: openUpload,
  ...paymentRecords,
});

const fineRecords = settling(
  ofContracts<typeof fineColumns>(
    {
      table: 'student_debits',
      written: ['contract_id', 'student_id', 'external_ref', 'amount', 'due_on', 'kind', 'note'],
      keys: { external_ref: { taken: 'PAYMENT_TWICE' } },
      nameOf: (row) => String(row.external_ref),
      derive: () => ({}),
    },
    (values, contract) => {
      values.contract_id = contract.id;
      values.student_id = contract.student_id;
      values.kind = 'FINE';
    },
    // A fine is of a contract that lives.
    async (_call, found) =>
      new Set(found.flatMap(({ id, status }) => (status === 'ACTIVE' || status === 'FULFILLED' ? [id] : []))),
  ),
  'student_debits',
);
export const fineImport = defineImport({
  kind: 'fines.import',
  columns: fineColumns,
  open: openUpload,
  ...fineRecords,
});
