import { expect, test } from 'vitest';
import { saveInTurn } from './saving.ts';

interface Row {
  version: number;
  text: string;
}

/** A server that refuses every version but its own, and takes its time. */
function server() {
  let row: Row = { version: 1, text: '' };
  return {
    get: () => row,
    save: async (version: number, text: string) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (version !== row.version) throw Object.assign(new Error('STALE'), { status: 409 });
      row = { version: version + 1, text };
      return row;
    },
  };
}

test('saves of one record wait for each other, each with the version of the last answer, from wherever they come', async () => {
  const { get, save } = server();
  const first = get();
  // Two parts of a page, both with what was read at first; one of them is opened anew while the other still saves.
  const saves = ['a', 'b', 'c'].map((text) =>
    saveInTurn(
      'record 1',
      () => first,
      (newest) => save(newest.version, text),
    ),
  );
  const later = saveInTurn(
    'record 1',
    () => first,
    (newest) => save(newest.version, 'd'),
  );
  await Promise.all([...saves, later]);
  expect(get()).toEqual({ version: 5, text: 'd' });
});

test('one that fails holds up nobody, and another record has a line of its own', async () => {
  const { get, save } = server();
  const first = get();
  const failed = saveInTurn(
    'record 2',
    () => first,
    () => Promise.reject(new Error('no network')),
  );
  const good = saveInTurn(
    'record 2',
    () => first,
    (newest) => save(newest.version, 'good'),
  );
  const other = saveInTurn(
    'record 3',
    () => ({ version: 7, text: '' }),
    (newest) => Promise.resolve(newest),
  );
  await expect(failed).rejects.toThrow('no network');
  expect(await good).toEqual({ version: 2, text: 'good' });
  expect((await other).version).toBe(7);
  // Nothing is remembered of what is over: what was read meanwhile holds.
  expect((await saveInTurn('record 2', get, (newest) => save(newest.version, 'next'))).version).toBe(3);
});
