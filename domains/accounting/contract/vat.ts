import { z } from 'zod';
import { call } from '#platform/contract/index.ts';

/** Value added tax: what the institution pays the state of what it charges, by what is charged. */

export const vatKinds = ['TUITION', 'RETAKE', 'REQUEST', 'DORMITORY', 'OTHER', 'COURSE'] as const;
export type VatKind = (typeof vatKinds)[number];
/** What has a price of its own, on top of which tax may come. */
export const onTopKinds: readonly VatKind[] = ['TUITION', 'COURSE'];

export const vatRate = z.object({
  of: z.enum(vatKinds),
  percent: z.int().min(0).max(99).describe('0: none'),
  on_top: z
    .boolean()
    .describe('added to the fee of an agreement, or the price of a short course; all else is charged with it included'),
});

const base = '/accounting/vat';

export const vatCalls = {
  read: call({
    method: 'GET',
    path: base,
    summary: 'The value added tax of what the institution charges',
    access: { permission: 'agreement.read' },
    output: z.array(vatRate),
  }),
  save: call({
    method: 'PUT',
    path: base,
    summary: 'Set the value added tax of what is charged from now on; what was charged keeps its own',
    access: { permission: 'agreement.manage' },
    input: vatRate,
    output: z.array(vatRate),
    errors: ['VAT_ON_TOP'],
  }),
};
