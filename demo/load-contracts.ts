import { eq, inArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { contracts, contractTextOf, hashOf, issueContractPaper } from '#domains/accounting/server/index.ts';
import type { Issuer } from '#domains/credentials/server/index.ts';
import type { Settings } from '#platform/server/run/settings.ts';

/** Some contracts as their people accepted them: read, a code by SMS, the text with its hash, and the signed PDF. */

/** So many of each language, besides those with whom one looks around. */
const EACH = 3;

/** Without a data folder there are no papers. Answers how many there are. */
export async function loadAcceptedTexts(
  client: pg.PoolClient,
  settings: Partial<Pick<Settings, 'dataDir' | 'publicUrl'>>,
): Promise<number> {
  if (settings.dataDir === undefined) return 0;
  const db = drizzle(client) as Issuer['db'];
  const { rows } = await client.query<{ id: number; institution_id: number }>(
    `select id, institution_id from (
       select c.id, c.institution_id, s.username, row_number() over (partition by c.study_language order by c.accepted_at, c.id) as place
         from contracts c join students s on s.id = c.student_id
        where c.accepted_at is not null and c.study_language is not null) ranked
      where place <= $1 or username in (select lower(name) from roles) order by id`,
    [EACH],
  );
  for (const [institution_id, of] of Map.groupBy(rows, (row) => row.institution_id)) {
    await client.query("select set_config('edulab.institution', $1, true)", [String(institution_id)]);
    const kernel = { settings: { publicUrl: '', ...settings } } as Issuer['kernel'];
    const office: Issuer = { client, db, institution_id, account_id: 0, kernel };
    const ids = of.map((row) => row.id);
    const found = await db.select().from(contracts).where(inArray(contracts.id, ids)).orderBy(contracts.accepted_at);
    for (const row of found) {
      const text = await contractTextOf(office, row, row.accepted_language ?? 'uz');
      const [accepted] = await db
        .update(contracts)
        .set({
          opened_at: sql`${contracts.accepted_at} - interval '7 minutes'`,
          accepted_ip: `198.51.100.${1 + (row.id % 250)}`,
          accepted_phone: row.payer.phone ?? null,
          accepted_text: text,
          accepted_sha256: hashOf(text),
        })
        .where(eq(contracts.id, row.id))
        .returning();
      const document_id = await issueContractPaper(office, accepted!, { later: false });
      await db.update(contracts).set({ document_id }).where(eq(contracts.id, row.id));
    }
    await client.query(
      `insert into status_history (institution_id, entity, entity_id, account_id, from_status, to_status, forced, at)
       select c.institution_id, 'contract', c.id, w.by, w.from_status, w.to_status, false, w.at
         from contracts c cross join lateral (values
           (1, null, null, 'ISSUED', c.created_at - interval '2 days'), (2, c.account_id, 'ISSUED', 'OPENED', c.opened_at),
           (3, c.account_id, 'OPENED', 'ACCEPTED', c.accepted_at), (4, null, 'ACCEPTED', 'ACTIVE', c.accepted_at)) w (n, by, from_status, to_status, at)
        where c.id = any($1) order by c.id, w.n`,
      [ids],
    );
  }
  return rows.length;
}
