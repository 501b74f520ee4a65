import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import type { gateway } from '../contract.ts';
import { providers } from '../providers.ts';
import type { gatewaySave } from '../shapes.ts';
import { addressOf } from './http.ts';
import { gatewaySecrets, gateways } from './tables.ts';

/** How the institution is known to gateways. A secret goes in and never comes out. */

export async function gatewaysOf(call: Call): Promise<z.infer<typeof gateway>[]> {
  const rows = await call.db
    .select({ row: gateways, secret: gatewaySecrets.gateway_id })
    .from(gateways)
    .leftJoin(gatewaySecrets, eq(gatewaySecrets.gateway_id, gateways.id))
    .where(isNull(gateways.deleted_at));
  const { publicUrl } = call.kernel.settings;
  return providers.map((provider) => {
    const found = rows.find(({ row }) => row.provider === provider);
    return {
      provider,
      active: found?.row.active ?? false,
      merchant_id: found?.row.merchant_id ?? '',
      service_id: found?.row.service_id ?? '',
      merchant_user_id: found?.row.merchant_user_id ?? '',
      has_secret: Boolean(found?.secret),
      addresses: found?.row.addresses ?? [],
      item_code: found?.row.item_code ?? '',
      item_package: found?.row.item_package ?? '',
      item_vat: found?.row.item_vat ?? 0,
      url: new URL(addressOf(provider, call.institution_id), publicUrl).href,
    };
  });
}

/** Errors: GATEWAY_SECRET where it is to be used and has no secret yet. */
export async function saveGateway(
  call: Call,
  { provider, secret, ...values }: z.infer<typeof gatewaySave>,
): Promise<z.infer<typeof gateway>[]> {
  const [row] = await call.db
    .insert(gateways)
    .values({ provider, ...values })
    .onConflictDoUpdate({ target: [gateways.institution_id, gateways.provider], set: values })
    .returning({ id: gateways.id });
  if (secret)
    await call.db
      .insert(gatewaySecrets)
      .values({ gateway_id: row!.id, secret })
      .onConflictDoUpdate({ target: gatewaySecrets.gateway_id, set: { secret } });
  if (values.active) {
    const [known] = await call.db
      .select({ id: gatewaySecrets.gateway_id })
      .from(gatewaySecrets)
      .where(and(eq(gatewaySecrets.gateway_id, row!.id)));
    if (!known) throw failField('secret', 'GATEWAY_SECRET');
  }
  return gatewaysOf(call);
}
