import { describe, expect, it } from 'vitest';
import { numberKeyOf, numberKeysIn } from './numbers.ts';

describe('the number of a contract in a purpose', () => {
  it('is found in whatever spelling', () => {
    const key = numberKeyOf('K-2026-000012');
    for (const said of [
      'Shartnoma K-2026-000012 boʻyicha toʻlov',
      'Оплата по договору №К-2026-000012 от 01.09.2026',
      'договор N К 2026 000012',
      'dog.NK2026000012 uchun',
      'к/2026/000012',
      'oplata k-2026-12 za obuchenie',
      'K—2026—000012',
    ])
      expect([said, numberKeysIn(said).includes(key)]).toEqual([said, true]);
    for (const said of ['K-2026-000013', 'K-2025-000012', 'oplata 12', ''])
      expect([said, numberKeysIn(said).includes(key)]).toEqual([said, false]);
  });
});
