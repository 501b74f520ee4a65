import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAsClick, type DeskPayment, reversed } from '#domains/gateways/server/click-desk.ts';
import type { ClickKey } from '#domains/gateways/server/click-merchant.ts';
import { clock } from '#platform/contract/clock.ts';

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
