import { z } from 'zod';
import { call, date, id, listOf, listQuery, manyOf, nothing, queryId, requiredText } from '#platform/contract/index.ts';
import { currencies, rateText } from '../currencies.ts';

/** What other currencies are worth in soʻm, by the Central Bank, day by day. */

export const rate = z.object({
  id,
  created_at: z.string(),
  currency: z.enum(currencies),
  day: date,
  rate: z.string().regex(rateText).describe('soʻm for `per` units of the currency, as decimal text'),
  per: z.number(),
  source: z.string(),
  entered_by: z.string().nullable(),
});

export const ratesSave = z.object({
  day: date,
  source: requiredText(100).describe('where they stand, as cbu.uz'),
  text: requiredText(2000).describe('one a line: USD 12142.86'),
});

/** Of what fixes a sum in soʻm. */
export const rateErrors = ['RATE_MISSING', 'RATE_SUM'] as const;

const base = '/accounting/exchange_rate/';

export const rateCalls = {
  list: call({
    method: 'GET',
    path: base,
    summary: 'Rates of the Central Bank as the office entered them',
    access: { permission: 'agreement.read' },
    input: z.object({ ...listQuery, currency: manyOf(z.enum(currencies)) }),
    output: listOf(rate),
  }),
  save: call({
    method: 'POST',
    path: base,
    summary: 'Enter the rates of a day; of a currency that has one of that day the last counts',
    access: { permission: 'agreement.manage' },
    input: ratesSave,
    output: z.object({ saved: z.number() }),
    errors: ['RATE_UNREADABLE'],
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}{id}`,
    summary: 'Delete a rate; contracts keep the one by which they were fixed',
    access: { permission: 'agreement.manage' },
    input: z.object({ id: queryId }),
    output: nothing,
  }),
};
