import { describe, expect, it } from 'vitest';
import { type SelfAsk, selfRefusal } from './self.ts';

describe('certifying for oneself', () => {
  const now = new Date('2026-11-24T07:00:30Z');
  const window = { from: '2026-11-20T18:59:00Z', until: '2026-11-26T18:59:00Z' };
  const ask: SelfAsk = {
    attempt: 1,
    due_at: '2026-11-24T18:59:00Z',
    starts_at: null,
    extended: false,
    handed_in: false,
  };
  it.each([
    ['nothing', {}, undefined],
    ['a resit', { attempt: 2 }, 'SELF_RESIT'],
    ['work that was handed in', { handed_in: true }, 'SELF_HANDED_IN'],
    ['more time that was given', { extended: true }, 'SELF_EXTENDED'],
    ['no deadline', { due_at: null }, 'SELF_NO_DATE'],
    ['an exam that begins this second', { starts_at: '2026-11-24T07:00:30Z' }, 'SELF_BEGUN'],
    ['an exam of tomorrow', { starts_at: '2026-11-25T04:00:00Z' }, undefined],
  ])('%s', (_what, change, code) => {
    expect(selfRefusal({ ...ask, ...change }, window, now)).toBe(code);
  });
  it('the whole minute of either end of the window still counts', () => {
    const at = (instant: string) => selfRefusal(ask, window, new Date(instant));
    expect(at('2026-11-20T18:58:59Z')).toBe('SELF_WINDOW');
    expect(at('2026-11-20T18:59:00Z')).toBeUndefined();
    expect(at('2026-11-26T18:59:59Z')).toBeUndefined();
    expect(at('2026-11-26T19:00:00Z')).toBe('SELF_WINDOW');
  });
});
