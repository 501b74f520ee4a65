import { describe, expect, it } from 'vitest';
import { fillDown, fillTo, noPast, redo, remember, spread, undo } from './changes.ts';
import { parseBlock, writeBlock } from './clipboard.ts';
import { areaOf, move, oneSpot } from './selection.ts';

describe('a pasted block', () => {
  it('is read as Excel, Sheets and LibreOffice write it', () => {
    expect(parseBlock('85,5\t90\r\n\t70\r\n')).toEqual([
      ['85,5', '90'],
      ['', '70'],
    ]);
    expect(parseBlock('60\n\n70\n')).toEqual([['60'], [''], ['70']]);
    expect(parseBlock(' 60 ')).toEqual([['60']]);
    expect(parseBlock('')).toEqual([['']]);
    expect(parseBlock('1\t2\n3')).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
  });
  it('keeps quoted line breaks, tabs and doubled quotes in their cell, and lone quotes as they are', () => {
    expect(parseBlock('"a\nb"\t"c""d"\n"e\tf"')).toEqual([
      ['a\nb', 'c"d'],
      ['e\tf', ''],
    ]);
    expect(parseBlock('5" pipe\t"x')).toEqual([['5" pipe', '"x']]);
  });
  it('comes back from the clipboard as it went there', () => {
    const block = [
      ['1', 'a"b'],
      ['', 'c\nd'],
    ];
    expect(parseBlock(writeBlock(block))).toEqual(block);
  });

  const size = { rows: 3, columns: 3 };
  const at = (row: number, column: number) => oneSpot({ row, column });
  it('lands at the upper left of the choice, and what finds no place is counted', () => {
    const { cells, outside, area } = spread([['1'], ['2'], ['3']], at(1, 2), size);
    expect(cells.map(({ row, column, text }) => [row, column, text])).toEqual([
      [1, 2, '1'],
      [2, 2, '2'],
    ]);
    expect(outside).toEqual(['3']);
    expect(area).toEqual({ top: 1, bottom: 2, left: 2, right: 2 });
  });
  it('fills a choice that is a multiple of it', () => {
    const choice = { at: { row: 0, column: 0 }, to: { row: 2, column: 1 } };
    expect(spread([['7']], choice, size).cells).toHaveLength(6);
    expect(spread([['7'], ['8']], choice, size).cells).toHaveLength(2);
  });
});

describe('filling', () => {
  const textAt = ({ row, column }: { row: number; column: number }) => `${row}${column}`;
  it('repeats the first row, or what stands above a single one', () => {
    expect(fillDown({ top: 0, bottom: 2, left: 1, right: 1 }, textAt).map(({ text }) => text)).toEqual(['01', '01']);
    expect(fillDown({ top: 2, bottom: 2, left: 1, right: 1 }, textAt)).toEqual([{ row: 2, column: 1, text: '11' }]);
    expect(fillDown({ top: 0, bottom: 0, left: 1, right: 1 }, textAt)).toEqual([]);
  });
  it('by the handle repeats all that is chosen', () => {
    const filled = fillTo({ top: 0, bottom: 1, left: 0, right: 0 }, 4, textAt);
    expect(filled.map(({ row, text }) => [row, text])).toEqual([
      [2, '00'],
      [3, '10'],
      [4, '00'],
    ]);
  });
});

describe('undo', () => {
  const change = (after: string, before = '') => ({ row: '1', column: 'a', before, after });
  it('goes back and forth step by step; a new step ends what was taken back', () => {
    let past = remember(remember(noPast, [change('1')]), [change('2', '1')]);
    const back = undo(past);
    expect(back?.changes).toEqual([change('1', '2')]);
    past = back?.past ?? past;
    expect(redo(past)?.changes).toEqual([change('2', '1')]);
    past = remember(past, [change('3', '1')]);
    expect(redo(past)).toBeUndefined();
    expect(undo(remember(noPast, []))).toBeUndefined();
  });
  it('remembers two hundred steps', () => {
    let past = noPast;
    for (let step = 0; step < 300; step++) past = remember(past, [change(String(step))]);
    expect(past.done).toHaveLength(200);
  });
});

describe('moving', () => {
  const size = { rows: 10, columns: 4, page: 4 };
  const key = (name: string, more: { shift?: boolean; control?: boolean } = {}) => ({
    key: name,
    shift: false,
    control: false,
    ...more,
  });
  const from = oneSpot({ row: 5, column: 2 });
  const to = (name: string, more = {}) => move(from, key(name, more), size)?.at;
  it('by arrows, to the edges, by pages', () => {
    expect(to('ArrowUp')).toEqual({ row: 4, column: 2 });
    expect(to('ArrowDown', { control: true })).toEqual({ row: 9, column: 2 });
    expect(to('Home')).toEqual({ row: 5, column: 0 });
    expect(to('End', { control: true })).toEqual({ row: 9, column: 3 });
    expect(to('PageDown')).toEqual({ row: 8, column: 2 });
    expect(to('x')).toBeUndefined();
  });
  it('by Tab through the rows, and by Enter back to where the run began', () => {
    const first = move(oneSpot({ row: 1, column: 1 }), key('Tab'), size);
    const second = first && move(first, key('Tab'), size);
    expect(second?.at).toEqual({ row: 1, column: 3 });
    expect(second && move(second, key('Enter'), size)?.at).toEqual({ row: 2, column: 1 });
    expect(second && move(second, key('Tab'), size)?.at).toEqual({ row: 2, column: 0 });
    expect(move(oneSpot({ row: 9, column: 3 }), key('Tab'), size)).toBeUndefined();
    expect(move(oneSpot({ row: 0, column: 0 }), key('Tab', { shift: true }), size)).toBeUndefined();
  });
  it('with Shift widens the choice, and all is chosen by Ctrl+A', () => {
    const wide = move(from, key('ArrowRight', { shift: true }), size);
    expect(wide && areaOf(wide)).toEqual({ top: 5, bottom: 5, left: 2, right: 3 });
    expect(wide?.at).toEqual(from.at);
    const all = move(from, key('a', { control: true }), size);
    expect(all && areaOf(all)).toEqual({ top: 0, bottom: 9, left: 0, right: 3 });
  });
});
