import type pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { clickDay } from './click-day.ts';
import { authOf, type ClickKey, type ClickRequest, type ClickWire, clickPaid } from './click-merchant.ts';

/**
 * Click's side of its Merchant API, as the demo and tests play it: who asks is known by the header, whose digest is good for
 * a while; a payment is found by its number or by what was paid for on a day; what is taken back says so by its status alone.
 */

export interface DeskPayment {
  payment_id: number;
  status: number;
}
export interface DeskBooks {
  byAccount(account: string, day: string): Promise<DeskPayment | undefined>;
  byPayment(payment_id: number): Promise<DeskPayment | undefined>;
  /** Less than 0 and a note where Click does not do it, as of a payment of the month before. */
  reverse(payment: DeskPayment): Promise<{ error_code: number; error_note: string }>;
}

/** For how many seconds Click believes a digest. */
const goodFor = 300;
export const reversed = -99;

const json = (status: number, body: object) => ({ status, text: JSON.stringify(body) });
const unknown = { error_code: -16, error_note: 'Payment not found' };

export async function answerAsClick(
  key: ClickKey,
  books: DeskBooks,
  { method, path, auth }: ClickRequest,
  now: number,
): Promise<{ status: number; text: string }> {
  const seconds = Number(auth.split(':').at(-1));
  if (!(Math.abs(now - seconds) <= goodFor) || auth !== authOf(key, seconds))
    return json(401, { error_code: -401, error_note: 'Unauthorized' });
  const [of, what, service_id, ...rest] = path.split('/').map(decodeURIComponent);
  if (of !== 'payment' || service_id !== key.service_id)
    return json(404, { error_code: -404, error_note: 'Not found' });
  const known = (found: DeskPayment | undefined) =>
    json(
      200,
      found
        ? { error_code: 0, error_note: 'Success', payment_id: found.payment_id, payment_status: found.status }
        : unknown,
    );
  if (method === 'GET' && what === 'status_by_mti') return known(await books.byAccount(rest[0] ?? '', rest[1] ?? ''));
  const found = await books.byPayment(Number(rest[0]));
  if (method === 'GET' && what === 'status') return known(found);
  if (method !== 'DELETE' || what !== 'reversal') return json(404, { error_code: -404, error_note: 'Not found' });
  if (!found) return json(200, unknown);
  if (found.status !== clickPaid) return json(200, { error_code: -17, error_note: 'Payment is not completed' });
  return json(200, { ...(await books.reverse(found)), payment_id: found.payment_id });
}

/**
 * The Click of the demo has paid what its practice bank paid, calls it by the number of our transaction, and keeps what it took
 * back where we keep what Click says.
 */
export const demoWire =
  (owner: Pick<pg.Pool, 'query'>, institution_id: number, key: ClickKey): ClickWire =>
  (request) => {
    const found = async (where: string, values: unknown[]): Promise<DeskPayment | undefined> => {
      const { rows } = await owner.query<{ id: number; state: number; told_status: number | null }>(
        `select id, state, told_status from gateway_transactions t where provider = 'CLICK' and institution_id = $1 and ${where}`,
        [institution_id, ...values],
      );
      if (rows.length !== 1) return undefined;
      const { id, state, told_status } = rows[0]!;
      return {
        payment_id: id,
        status: told_status === reversed || state === -2 ? reversed : state === 2 ? clickPaid : state,
      };
    };
    const books: DeskBooks = {
      byAccount: (account, day) => found(`account = $2 and ${clickDay}::text = $3`, [account, day]),
      byPayment: (payment_id) => found('id = $2', [payment_id]),
      async reverse({ payment_id }) {
        await owner.query('update gateway_transactions set told_status = $2 where id = $1', [payment_id, reversed]);
        return { error_code: 0, error_note: 'Success' };
      },
    };
    return answerAsClick(key, books, request, Math.floor(clock.date().getTime() / 1000));
  };
