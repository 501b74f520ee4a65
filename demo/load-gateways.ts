import type pg from 'pg';

/** Payme and Click as the bank of the demo plays them; their keys are known to all, like its passwords. */
export async function loadGateways(client: pg.PoolClient): Promise<void> {
  await client.query(
    `with made as (
       insert into gateways (institution_id, provider, active, merchant_id, service_id, merchant_user_id)
       select i.id, p.name, true, 'demo-' || i.id, case p.name when 'CLICK' then '1000' || i.id else '' end, case p.name when 'CLICK' then '2000' || i.id else '' end
         from institutions i cross join (values ('PAYME'), ('CLICK')) p(name) order by i.id, p.name
       returning id, institution_id, provider)
     insert into gateway_secrets (gateway_id, institution_id, secret) select id, institution_id, 'demo-' || lower(provider) || '-' || institution_id from made`,
  );
}
