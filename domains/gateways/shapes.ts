import { z } from 'zod';
import { text } from '#platform/contract/index.ts';
import { providers } from './providers.ts';

/**
 * What the bank of a demo does. RETURN: takes back what was paid; LOSE: the first answer is lost on its way; COMPARE: asks for
 * the list of what began since the order, as Payme does, and looks for its own transaction there.
 */
export const bankActs = ['PAY', 'CANCEL', 'LOSE', 'REPEAT', 'RETURN', 'COMPARE'] as const;

const address = z.union([z.ipv4(), z.ipv6()]);
export const gatewaySave = z.object({
  provider: z.enum(providers),
  active: z.boolean(),
  merchant_id: text(100),
  service_id: text(100).describe('of Click'),
  merchant_user_id: text(100).optional().describe('of Click: as whom its Merchant API is asked; empty: it is not'),
  secret: text(200).optional().describe('kept where left out'),
  addresses: z.array(address).max(50),
  item_code: z
    .string()
    .regex(/^(\d{17})?$/)
    .optional(),
  item_package: z
    .string()
    .regex(/^\d{0,20}$/)
    .optional(),
  item_vat: z.int().min(0).max(99).optional(),
});
