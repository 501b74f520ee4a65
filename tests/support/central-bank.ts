import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The Central Bank's rates over HTTP, as it tells them to anybody, with what goes wrong there. */
export type BankFault = 'away' | 'broken' | 'garbled' | 'half' | 'old' | 'endless';

const units: Record<string, [nominal: string, rate: string]> = {
  USD: ['1', '12142.86'],
  EUR: ['1', '14011.65'],
  RUB: ['1', '151.07'],
  GBP: ['1', '15930.22'],
  CNY: ['1', '1705.31'],
  KZT: ['1', '23.41'],
  JPY: ['10', '792.33'],
};

export async function playCentralBank(day: () => string) {
  const rates = { ...units };
  let fault: BankFault | undefined;
  const server = createServer((request, response) => {
    if (fault === 'away') return void request.socket.destroy();
    if (fault === 'broken') return void response.writeHead(502).end();
    if (fault === 'endless') {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
        if (!response.destroyed) response.once('drain', more);
      };
      return more();
    }
    if (fault === 'garbled') return void response.end('<html>');
    const said = (fault === 'old' ? '2019-03-05' : day()).split('-').toReversed().join('.');
    const rows = Object.entries(rates).map(([Ccy, [Nominal, Rate]], at) => ({
      id: at,
      Code: String(800 + at),
      Ccy,
      CcyNm_RU: Ccy,
      CcyNm_UZ: Ccy,
      CcyNm_UZC: Ccy,
      CcyNm_EN: Ccy,
      Nominal,
      Rate,
      Diff: '-1.5',
      Date: said,
    }));
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(fault === 'half' ? rows.slice(0, 1) : rows));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/uz/arkhiv-kursov-valyut/json/`,
    rates,
    breakIt(how: BankFault | undefined) {
      fault = how;
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
