import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAsClick, type DeskPayment, reversed } from '#domains/gateways/server/click-desk.ts';
import type { ClickKey } from '#domains/gateways/server/click-merchant.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Api } from './api.ts';

/**
 * Click's Merchant API over HTTP, with what goes wrong there: no answer, half of one, 500, a refusal; and the one that costs
 * money, an answer that is lost after the work was done.
 */
export type ClickFault = 'away' | 'broken' | 'garbled' | 'lost' | 'refuse' | 'slow to do';

export async function playClick(key: ClickKey) {
  const payments = new Map<number, DeskPayment & { account: string; day: string }>();
  const asked: string[] = [];
  /** Of requests whose method and path begin so. */
  const faults = new Map<string, ClickFault>();
  const faultOf = (line: string) => [...faults].find(([begins]) => line.startsWith(begins))?.[1];
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/^\/v2\/merchant\//, '');
    const line = `${request.method} ${path}`;
    asked.push(line);
    const fault = faultOf(line);
    if (fault === 'away') return void request.socket.destroy();
    if (fault === 'broken') return void response.writeHead(500).end('{"error_code":-500}');
    if (fault === 'garbled') return void response.end('<html>');
    const answer = await answerAsClick(
      key,
      {
        byAccount: async (account, day) =>
          [...payments.values()].find((one) => one.account === account && one.day === day),
        byPayment: async (id) => payments.get(id),
        async reverse(payment) {
          if (fault === 'refuse') return { error_code: -20, error_note: 'Payment of another month' };
          if (fault !== 'slow to do') payments.get(payment.payment_id)!.status = reversed;
          return { error_code: 0, error_note: 'Success' };
        },
      },
      { method: request.method === 'DELETE' ? 'DELETE' : 'GET', path, auth: String(request.headers['auth'] ?? '') },
      Math.floor(clock.date().getTime() / 1000),
    );
    if (fault === 'lost') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v2/merchant/`,
    payments,
    asked,
    faults,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

type Form = Record<string, string>;

/**
 * What Click tells of a payment, as it comes over the wire; answers what it is told. It is signed over the texts as they are
 * sent, or as `signed` has them; a `sign_string` of one's own is sent as it is.
 */
export async function tellAsClick(api: Api, secret: string, told: Form, signed: Form = {}) {
  const form: Form = {
    click_trans_id: '1',
    service_id: '777',
    click_paydoc_id: '9',
    amount: '1000',
    action: '0',
    error: '0',
    error_note: '',
    sign_time: '2026-11-26 10:00:00',
    ...told,
  };
  const of: Form = { merchant_prepare_id: '', ...form, ...signed };
  const text = `${of.click_trans_id}${of.service_id}${secret}${of.merchant_trans_id}${of.action === '1' ? of.merchant_prepare_id : ''}${of.amount}${of.action}${of.sign_time}`;
  const response = await api.app.inject({
    url: '/gateways/click/1',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ sign_string: createHash('md5').update(text).digest('hex'), ...form }).toString(),
  });
  if (response.statusCode !== 200) throw new Error(`Click was answered with ${response.statusCode}`);
  return response.json();
}
