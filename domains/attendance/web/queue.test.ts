import { describe, expect, it } from 'vitest';
import { makeQueue, type Waiting, withConflictsDecided } from './queue.ts';

const shelf = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};
const register = (session_id: number, client_id = `c${session_id}`): Waiting => ({
  client_id,
  session_id,
  title: 'MAT1',
  calling: true,
  cells: [{ student_id: 1, status: 'NOT_ATTENDED', version: null }],
  at: '2026-11-20T09:00:00Z',
  state: 'waiting',
});
const offline = () => Promise.reject(new TypeError('network'));

describe('registers that wait', () => {
  it('stay until the server has them, over a reload, in their order', async () => {
    const place = shelf();
    const queue = makeQueue(place, '7');
    queue.put(register(1));
    queue.put(register(2));
    await queue.flush(offline);
    const again = makeQueue(place, '7');
    expect(again.get().map((one) => one.session_id)).toEqual([1, 2]);
    expect(makeQueue(place, '8').get()).toEqual([]);
    const sent: string[] = [];
    await again.flush((one) => Promise.resolve(sent.push(one.client_id)));
    expect(sent).toEqual(['c1', 'c2']);
    expect(again.get()).toEqual([]);
  });

  it('keep a conflict with both sides until somebody decides, and go on with the others', async () => {
    const queue = makeQueue(shelf(), '7');
    queue.put(register(1));
    queue.put(register(2));
    const cells = [
      {
        student_id: 1,
        name: 'A',
        yours: 'NOT_ATTENDED',
        current: { status: 'ATTENDED', version: 3, name: 'B', at: null },
      },
      {
        student_id: 2,
        name: 'C',
        yours: 'ATTENDED',
        current: { status: 'NOT_ATTENDED', version: 4, name: 'B', at: null },
      },
    ];
    await queue.flush((one) =>
      one.session_id === 1 ? Promise.reject({ status: 409, data: { cells } }) : Promise.resolve(),
    );
    expect(queue.get()).toMatchObject([{ session_id: 1, state: 'conflict' }]);
    const after = withConflictsDecided(queue.get()[0] as Waiting, new Set([1]));
    expect(after).toMatchObject({
      state: 'waiting',
      calling: false,
      cells: [{ student_id: 1, status: 'NOT_ATTENDED', version: 3 }],
    });
    expect(after.client_id).not.toBe('c1');
  });

  it('are kept even where the browser has no room for copies, of which the newest stay', async () => {
    const place = shelf();
    const queue = makeQueue(place, '7');
    for (let id = 1; id <= 50; id++) queue.keep({ session: { id } } as never);
    queue.keepDay('2026-11-20', []);
    expect([queue.copy(1), queue.copy(50)]).toEqual([undefined, { session: { id: 50 } }]);
    expect(queue.dayCopy('2026-11-20')).toEqual([]);
    const put = place.setItem;
    let full = true;
    place.setItem = (key, value) => {
      if (full && key.includes('queue')) {
        full = false;
        throw new Error('QuotaExceededError');
      }
      put(key, value);
    };
    queue.put(register(1));
    expect(makeQueue(place, '7').get()).toHaveLength(1);
    expect(queue.copy(50)).toBeUndefined();
  });

  it('say why they were refused, and are tried again after faults of the server', async () => {
    const queue = makeQueue(shelf(), '7');
    queue.put(register(1));
    await queue.flush(() => Promise.reject({ status: 503 }));
    expect(queue.get()).toMatchObject([{ state: 'waiting' }]);
    await queue.flush(() => Promise.reject({ status: 422, message: 'zu' }));
    expect(queue.get()).toMatchObject([{ state: 'refused', error: 'zu' }]);
    queue.put(register(1, 'new'));
    expect(queue.get()).toHaveLength(1);
  });
});
