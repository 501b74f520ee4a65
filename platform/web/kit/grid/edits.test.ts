import { describe, expect, it } from 'vitest';
import { type Edit, type Fault, makeEdits, type Outcome } from './edits.ts';

const shelf = () => {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};
const edit = (cell: string, text: string, version: number | null = 1): Edit => ({ cell, text, version });
const allSaved = (edits: readonly Edit[]): Outcome => ({
  saved: edits.map(({ cell, version }) => ({ cell, version: (version ?? 0) + 1 })),
  faults: [],
});
const conflict = (cell: string, text: string): Fault => ({
  cell,
  text,
  current: { text: '70', version: 9, name: 'B', at: null },
});

describe('edits of cells', () => {
  it('stay on the device until the server has them, over a reload, and are sent once', async () => {
    const place = shelf();
    const first = makeEdits(place, 'k');
    first.put([edit('1:1', '5'), edit('1:2', '6')]);
    first.put([edit('1:1', '55')]);
    expect(first.cells().get('1:1')).toEqual({ text: '55', state: 'waiting' });
    const ids: string[] = [];
    await first.flush((_, id) => {
      ids.push(id);
      return Promise.reject(new TypeError('network'));
    });
    const second = makeEdits(place, 'k');
    second.put([edit('2:1', '7')]);
    const sent: string[][] = [];
    await second.flush((edits, id) => {
      ids.push(id);
      sent.push(edits.map(({ cell, text }) => `${cell}=${text}`));
      return Promise.resolve(allSaved(edits));
    });
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(sent).toEqual([['1:2=6', '1:1=55'], ['2:1=7']]);
    expect(place.items.size).toBe(0);
    expect(second.cells().size).toBe(0);
  });

  it('that are typed while a batch is under way go on from the version that it made', async () => {
    const edits = makeEdits(shelf(), 'k');
    edits.put([edit('1:1', '5', 1)]);
    const sent: Edit[][] = [];
    const states: (string | undefined)[] = [];
    await edits.flush((batch) => {
      sent.push([...batch]);
      states.push(edits.cells().get('1:1')?.state);
      if (sent.length === 1) edits.put([edit('1:1', '6', 1)]);
      return Promise.resolve(allSaved(batch));
    });
    expect(sent).toEqual([[edit('1:1', '5', 1)], [edit('1:1', '6', 2)]]);
    expect(states).toEqual(['saving', 'saving']);
  });

  it('that somebody else overtook wait with both sides for a choice', async () => {
    const edits = makeEdits(shelf(), 'k');
    edits.put([edit('1:1', '5'), edit('1:2', '6'), edit('1:3', '7')]);
    await edits.flush((batch) =>
      Promise.resolve({
        saved: [{ cell: '1:3', version: 2 }],
        faults: [conflict('1:1', '5'), conflict('1:2', '6')].filter((one) =>
          batch.some(({ cell }) => cell === one.cell),
        ),
      }),
    );
    expect(edits.cells().get('1:1')).toMatchObject({ text: '5', state: 'conflict' });
    expect(edits.cells().size).toBe(2);
    edits.forget(new Set(['1:2']));
    edits.insist(new Set(['1:1']));
    const sent: Edit[] = [];
    await edits.flush((batch) => {
      sent.push(...batch);
      return Promise.resolve(allSaved(batch));
    });
    expect(sent).toEqual([edit('1:1', '5', 9)]);
  });

  it('of a cell in conflict that is typed on are one’s newest side of it', async () => {
    const edits = makeEdits(shelf(), 'k');
    edits.put([edit('1:1', '5')]);
    await edits.flush((batch) => {
      if (batch[0]?.text === '5') edits.put([edit('1:1', '8')]);
      return Promise.resolve({ saved: [], faults: [conflict('1:1', '5')] });
    });
    expect(edits.cells().get('1:1')).toMatchObject({ text: '8', state: 'conflict' });
    expect(edits.kept().waiting).toEqual([]);
  });

  it('that are refused say why in their cells, and let the others through', async () => {
    const edits = makeEdits(shelf(), 'k');
    edits.put([edit('1:1', '5'), edit('1:2', '6')]);
    await edits.flush((batch) =>
      Promise.resolve(
        batch.length === 2 ? { saved: [], faults: [{ cell: '1:1', text: '5', why: 'left' }] } : allSaved(batch),
      ),
    );
    expect([...edits.cells()]).toEqual([
      ['1:1', { text: '5', state: 'refused', fault: { cell: '1:1', text: '5', why: 'left' } }],
    ]);
    edits.put([edit('1:3', '7')]);
    await edits.flush(() => Promise.reject({ status: 403, message: 'no' }));
    expect(edits.cells().get('1:3')).toMatchObject({ state: 'refused', fault: { why: 'no' } });
    edits.put([edit('1:1', '9')]);
    expect(edits.cells().get('1:1')?.state).toBe('waiting');
  });

  it('end when an answer says nothing of them', async () => {
    const edits = makeEdits(shelf(), 'k');
    edits.put([edit('1:1', '5')]);
    await edits.flush(() => Promise.resolve({ saved: [], faults: [] }));
    expect(edits.cells().get('1:1')?.state).toBe('refused');
  });
});
