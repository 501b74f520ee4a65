import { createHash } from 'node:crypto';
import { z } from 'zod';
import { clock } from '#platform/contract/clock.ts';
import { textOf } from '#platform/server/answers.ts';

/**
 * The Merchant API of Click, by which we ask and Click answers: how a payment stands, and that it be taken back. What Click
 * said and what it did not say are kept apart: no answer, or one that cannot be read, says nothing about the money.
 */

export interface ClickKey {
  service_id: string;
  merchant_user_id: string;
  secret: string;
}

export interface ClickRequest {
  method: 'GET' | 'DELETE';
  /** Below the address of the API, without a slash before it. */
  path: string;
  auth: string;
}
/** What brings a request to Click and its answer back; throws where none came. */
export type ClickWire = (request: ClickRequest) => Promise<{ status: number; text: string }>;

/** `silent`: nothing is known. `told`: `error` 0 where it was done, else less than 0 with a note in words. */
export type ClickTold =
  | { kind: 'told'; error: number; note: string; payment_id: string | null; status: number | null }
  | { kind: 'silent'; note: string };

/** Of `payment_status`: less than 0 is not paid or taken back, 0 and 1 are on their way. */
export const clickPaid = 2;
export const clickApi = 'https://api.click.uz/v2/merchant/';
const patienceMs = 10_000;
const mostAnswer = 100_000;

export const wireTo =
  (base: string): ClickWire =>
  async ({ method, path, auth }) => {
    const answer = await fetch(new URL(path, base), {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', auth },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    // Some hundred bytes; what is longer is no answer of theirs.
    return { status: answer.status, text: (await textOf(answer, mostAnswer)) ?? '' };
  };

export const authOf = ({ merchant_user_id, secret }: ClickKey, seconds: number): string =>
  `${merchant_user_id}:${createHash('sha1').update(`${seconds}${secret}`).digest('hex')}:${seconds}`;

/** A number is believed as far as it is one; longer ones come as text. */
const named = z
  .union([z.int().positive().transform(String), z.string().regex(/^\d{1,30}$/)])
  .nullish()
  .transform((value) => value ?? null);
const answer = z.object({
  error_code: z.int(),
  error_note: z.string().max(2000).nullish(),
  payment_id: named,
  payment_status: z.int().nullish(),
});

export function clickMerchant(key: ClickKey, wire: ClickWire) {
  const ask = async (method: ClickRequest['method'], ...parts: string[]): Promise<ClickTold> => {
    const seconds = Math.floor(clock.date().getTime() / 1000);
    const path = ['payment', ...parts].map(encodeURIComponent).join('/');
    try {
      const { status, text } = await wire({ method, path, auth: authOf(key, seconds) });
      if (status !== 200) return { kind: 'silent', note: `HTTP ${status}` };
      const said = answer.safeParse(JSON.parse(text));
      if (!said.success) return { kind: 'silent', note: text.slice(0, 200) };
      const { error_code, error_note, payment_id, payment_status } = said.data;
      return { kind: 'told', error: error_code, note: error_note ?? '', payment_id, status: payment_status ?? null };
    } catch (error) {
      return { kind: 'silent', note: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    /** By what was paid for, as Click was told it, and the day on which the payment was made there. */
    byAccount: (account: string, day: string) => ask('GET', 'status_by_mti', key.service_id, account, day),
    byPayment: (payment_id: string) => ask('GET', 'status', key.service_id, payment_id),
    /** Whole, and asked for only: that it was done says its status. */
    reverse: (payment_id: string) => ask('DELETE', 'reversal', key.service_id, payment_id),
  };
}
