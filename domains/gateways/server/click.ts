import { createHash, timingSafeEqual } from 'node:crypto';
import type { Call } from '#platform/server/call/context.ts';
import { leastAmount, mostAmount } from '../providers.ts';
import {
  accountOf,
  begin,
  cancel,
  isExpired,
  lockName,
  lockTransaction,
  perform,
  stateOf,
  type Transaction,
} from './transactions.ts';

/**
 * The shop protocol of Click: Prepare and Complete as forms, answered as JSON. The signature is over the texts as they came,
 * amounts are soʻm as decimal text. Unlike Payme, what is completed is not completed again: the second is told -4.
 */

export type Form = Readonly<Record<string, string>>;

const notes = {
  0: 'Success',
  [-1]: 'SIGN CHECK FAILED!',
  [-2]: 'Incorrect parameter amount',
  [-3]: 'Action not found',
  [-4]: 'Already paid',
  [-5]: 'User does not exist',
  [-6]: 'Transaction does not exist',
  [-7]: 'Failed to update user',
  [-8]: 'Error in request from click',
  [-9]: 'Transaction cancelled',
} as const;
type Code = keyof typeof notes;
export type ClickAnswer = Record<string, string | number>;

const always = [
  'click_trans_id',
  'service_id',
  'click_paydoc_id',
  'merchant_trans_id',
  'amount',
  'action',
  'error',
  'sign_time',
  'sign_string',
];

export const answerOf = (form: Form, code: Code, more: Record<string, number> = {}): ClickAnswer => ({
  click_trans_id: form.click_trans_id ?? '',
  merchant_trans_id: form.merchant_trans_id ?? '',
  ...more,
  error: code,
  error_note: notes[code],
});

export const isSigned = (form: Form, secret: string): boolean => {
  const { click_trans_id, service_id, merchant_trans_id, merchant_prepare_id, amount, action, sign_time } = form;
  const text = [
    click_trans_id,
    service_id,
    secret,
    merchant_trans_id,
    action === '1' ? merchant_prepare_id : '',
    amount,
    action,
    sign_time,
  ].join('');
  const found = Buffer.from(createHash('md5').update(text).digest('hex'));
  const said = Buffer.from((form.sign_string ?? '').toLowerCase());
  return found.length === said.length && timingSafeEqual(found, said);
};

/** `1000.50` soʻm in tiyin; undefined where it is no amount. */
export function tiyinOfText(text: string): number | undefined {
  const parts = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text);
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : undefined;
}

/** Answers Prepare (action 0) or Complete (action 1). Checks come in the order of the protocol. */
export async function answerClick(
  call: Call,
  form: Form,
  { secret, service_id }: { secret: string; service_id: string },
): Promise<ClickAnswer> {
  const missing = always.some((name) => form[name] === undefined || form[name] === '');
  if (missing || (form.action === '1' && !form.merchant_prepare_id) || form.service_id !== service_id)
    return answerOf(form, -8);
  if (!isSigned(form, secret)) return answerOf(form, -1);
  if (form.action !== '0' && form.action !== '1') return answerOf(form, -3);
  const id = form.click_trans_id!;
  await lockName(call, 'CLICK', id);
  const account = await accountOf(call, form.merchant_trans_id!);
  if (!account) return answerOf(form, -5);
  const amount = tiyinOfText(form.amount!);
  const there = await lockTransaction(call, 'CLICK', id);
  return form.action === '0' ? prepare() : complete();

  async function prepare(): Promise<ClickAnswer> {
    const known = (row: Transaction) => answerOf(form, 0, { merchant_prepare_id: row.id });
    if (
      there &&
      (there.contract_id !== account!.contract_id ||
        there.order_id !== account!.order_id ||
        there.invoice_id !== account!.invoice_id)
    )
      return answerOf(form, -6);
    if (there?.state === 2) return answerOf(form, -4);
    if (there && there.amount !== amount) return answerOf(form, -2);
    if (there) return there.state < 0 || isExpired(there) ? answerOf(form, -9) : known(there);
    const order = await stateOf(call, account!);
    if (order === 'PAID') return answerOf(form, -4);
    if (!account!.takes) return answerOf(form, -5);
    const fits =
      amount !== undefined &&
      (account!.exactly !== null
        ? amount === account!.exactly
        : amount >= leastAmount && amount <= Math.min(account!.left, mostAmount));
    if (!fits) return answerOf(form, -2);
    if (order !== 'FREE') return answerOf(form, -9);
    const external_time = Date.parse(`${form.sign_time!.replace(' ', 'T')}+05:00`);
    return known(
      await begin(
        call,
        {
          provider: 'CLICK',
          external_id: id,
          external_time: Number.isNaN(external_time) ? 0 : external_time,
          amount,
          account: form.merchant_trans_id!,
        },
        account!,
      ),
    );
  }

  async function complete(): Promise<ClickAnswer> {
    const row = there;
    const fits =
      row &&
      String(row.id) === form.merchant_prepare_id &&
      row.contract_id === account!.contract_id &&
      row.order_id === account!.order_id &&
      row.invoice_id === account!.invoice_id;
    if (!fits) return answerOf(form, -6);
    if (row.state === 2) return answerOf(form, -4);
    if (row.amount !== amount) return answerOf(form, -2);
    if (row.state < 0) return answerOf(form, -9);
    // The payer had no money, or changed their mind: Click says so with its own error.
    if (Number(form.error) < 0 || isExpired(row)) {
      await cancel(call, row, isExpired(row) ? 4 : 1);
      return answerOf(form, -9);
    }
    const paid = await perform(call, row);
    return answerOf(form, 0, { merchant_confirm_id: paid.id });
  }
}
