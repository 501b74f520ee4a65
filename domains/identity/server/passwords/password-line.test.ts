import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { registerErrors } from '#platform/server/call/errors.ts';
import { errors } from '../../contract.ts';
import { PasswordLine } from './password-line.ts';

registerErrors(errors);

const at = (address: string, account = 'a') => ({ address, account });

describe('the line before the hashing of passwords', () => {
  it('gives turns to addresses, and within an address to accounts, however many one brings', async () => {
    const line = new PasswordLine(1, 60_000);
    const order: string[] = [];
    const ask = (address: string, account: string) =>
      line.run(at(address, account), async () => void order.push(address + account));
    const all = [
      ask('x', '1'),
      ...['1', '1', '1', '2'].map((account) => ask('x', account)),
      ask('y', '1'),
      ask('z', '1'),
    ];
    await Promise.all(all);
    expect(order).toEqual(['x1', 'x1', 'y1', 'z1', 'x2', 'x1', 'x1']);
  });

  it('refuses at once who would wait too long, with the seconds, and nobody who brings little', async () => {
    const line = new PasswordLine(2, 1_000);
    const work = () => sleep(50);
    const crowd = await Promise.allSettled([
      ...Array.from({ length: 300 }, (_, i) => line.run(at('crowd', String(i)), work)),
      line.run(at('somebody'), work),
    ]);
    const refused = crowd.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.length).toBeGreaterThan(200);
    expect(refused[0]).toMatchObject({ code: 'SIGN_IN_BUSY', status: 503, data: { seconds: 2 } });
    expect(crowd.at(-1)?.status).toBe('fulfilled');
    // And it is empty again.
    expect(line.expectedMs(at('crowd'))).toBe(0);
  });

  it('works for nobody who has left, and goes on after a failure', async () => {
    const line = new PasswordLine(1, 60_000);
    const first = line.run(at('x'), () => sleep(20).then(() => Promise.reject(new Error('expected in this test'))));
    const worked: string[] = [];
    const left = line.run({ ...at('x'), gone: () => true }, async () => void worked.push('left'));
    const last = line.run(at('x'), async () => 'served');
    await expect(first).rejects.toThrow('expected');
    await expect(left).rejects.toMatchObject({ code: 'SIGN_IN_BUSY' });
    expect([await last, worked]).toEqual(['served', []]);
  });
});
