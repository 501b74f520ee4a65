import { createHash } from 'node:crypto';
import type pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { canonicalJson, type Signed, signText, verifyText } from '#platform/server/disk/signing-keys.ts';
import { journalSources } from '../../contract/journal.ts';

/**
 * The books are sealed each night: the ends of all chains of an institution, signed. From then on not even a whole chain
 * can be written anew. Whether they are what they were is found from the rows alone.
 */

export type JournalFaultKind =
  /** The entry was changed: it does not give its own hash. */
  | 'ALTERED'
  /** An entry before this one is gone, or was written anew together with its hash. */
  | 'BROKEN'
  /** The chain does not end where its head says. */
  | 'HEAD'
  /** A seal that none of our keys made, or of which the entries are no longer those that it sealed. */
  | 'SEAL'
  /** A document is not what its entries say: it was changed while the triggers rested. */
  | 'DOCUMENT';

export interface JournalFault {
  kind: JournalFaultKind;
  institution_id: number;
  /** The chain, the seal (`seal 3`) or the document (`payments 17`). */
  of: string;
  seq: number | null;
}
export interface JournalVerification {
  entries: number;
  parties: number;
  seals: number;
  /** What people owe less what they paid ahead, in tiyin, by institution: the balance of 4010. */
  receivable: { institution_id: number; amount: number }[];
  seconds: number;
  /** At most 1,000. */
  faults: JournalFault[];
}
const mostFaults = 1000;

/** The ends of all chains among the first entries, as one hash; the same for whoever counts them again. */
async function digestOf(client: pg.ClientBase, institution_id: number, last_id: number) {
  const { rows } = await client.query<{ party: string; seq: number; hash: string; entries: number }>(
    `select distinct on (party) party, seq, encode(hash, 'hex') as hash, (count(*) over ())::int as entries
       from journal_entries where institution_id = $1 and id <= $2 order by party, seq desc`,
    [institution_id, last_id],
  );
  const hash = createHash('sha256');
  for (const { party, seq, hash: end } of rows) hash.update(`${party} ${seq} ${end}\n`);
  return { entries: rows[0]?.entries ?? 0, digest: hash.digest('hex') };
}

/** Seals the books of each institution that has new entries; answers of how many. */
export async function sealJournals(owner: pg.Pool, dataDir: string): Promise<number> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    // Waits for whoever is writing, so that no entry with a lower number appears later.
    await client.query('lock table journal_heads in share row exclusive mode');
    const { rows } = await client.query<{ institution_id: number; last_id: number }>(
      `select institution_id, max(id) as last_id from journal_entries e group by 1
       having max(id) > coalesce((select max(s.last_id) from journal_seals s where s.institution_id = e.institution_id), 0)`,
    );
    for (const { institution_id, last_id } of rows) {
      const at = clock.iso();
      const text = canonicalJson({
        at,
        format: 'edulab-journal-1',
        institution: institution_id,
        last: last_id,
        ...(await digestOf(client, institution_id, last_id)),
      });
      const { key_id, signature } = signText(dataDir, text);
      await client.query(
        'insert into journal_seals (institution_id, last_id, at, text, key_id, signature) values ($1, $2, $3, $4, $5, $6)',
        [institution_id, last_id, at, text, key_id, signature],
      );
    }
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** As the owner all institutions, as the application its own. */
export async function verifyJournal(client: pg.ClientBase, dataDir: string): Promise<JournalVerification> {
  const began = performance.now();
  const ask = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => (await client.query<T>(text)).rows;
  const faults = await ask<{ kind: JournalFaultKind; institution_id: number; of: string; seq: number | null }>(`
    select * from (
      select 'ALTERED' as kind, e.institution_id, e.party as of, e.seq from journal_entries e
       where e.hash is distinct from sha256(e.previous || convert_to(edulab_journal_text(e), 'UTF8'))
      union all
      select 'BROKEN', x.institution_id, x.party, x.seq from (
        select e.institution_id, e.party, e.seq, e.seq = coalesce(lag(e.seq) over one, 0) + 1
               and e.previous = coalesce(lag(e.hash) over one, edulab_journal_start(e.institution_id, e.party)) as fits
          from journal_entries e window one as (partition by e.institution_id, e.party order by e.seq)) x where not x.fits
      union all
      select 'HEAD', coalesce(h.institution_id, l.institution_id), coalesce(h.party, l.party), coalesce(l.seq, h.seq)
        from journal_heads h
        full join (select distinct on (institution_id, party) institution_id, party, seq, hash from journal_entries order by institution_id, party, seq desc) l using (institution_id, party)
       where (h.seq, h.hash) is distinct from (l.seq, l.hash)
      union all
      select 'DOCUMENT', institution_id, source || ' ' || source_id, null from (
        select w.* from (${documents}) w
         except all
        select ${live} from journal_entries e where e.reverses_id is null and not exists (select 1 from journal_entries r where r.reverses_id = e.id)) missing
      union all
      select 'DOCUMENT', institution_id, source || ' ' || source_id, null from (
        select ${live} from journal_entries e where e.reverses_id is null and not exists (select 1 from journal_entries r where r.reverses_id = e.id)
         except all
        select w.* from (${documents}) w) left_over
    ) f order by 1, 2, 3, 4 limit ${mostFaults}`);
  const seals = await ask<Signed & { id: number; institution_id: number; last_id: number; text: string }>(
    'select id, institution_id, last_id, text, key_id, signature from journal_seals order by id',
  );
  for (const seal of seals) {
    const said = JSON.parse(seal.text) as { at: string };
    const text = canonicalJson({
      at: said.at,
      format: 'edulab-journal-1',
      institution: seal.institution_id,
      last: seal.last_id,
      ...(await digestOf(client, seal.institution_id, seal.last_id)),
    });
    if (text !== seal.text || !verifyText(dataDir, seal.text, seal))
      faults.push({ kind: 'SEAL', institution_id: seal.institution_id, of: `seal ${seal.id}`, seq: null });
  }
  const [sizes] = await ask<{ entries: number; parties: number }>(
    'select count(*)::int as entries, count(distinct (institution_id, party))::int as parties from journal_entries',
  );
  return {
    entries: sizes!.entries,
    parties: sizes!.parties,
    seals: seals.length,
    receivable: await ask<{ institution_id: number; amount: number }>(
      `select institution_id, sum(case when debit = '4010' then amount else 0 end - case when credit = '4010' then amount else 0 end)::bigint as amount
         from journal_entries group by 1 order by 1`,
    ),
    seconds: Math.round(performance.now() - began) / 1000,
    faults: faults.slice(0, mostFaults),
  };
}

const columns = [
  'source',
  'source_id',
  'institution_id',
  'debit',
  'credit',
  'amount',
  'document_on',
  'contract_id',
  'student_id',
];
const live = columns.map((name) => `e.${name}`).join(', ');
const documents = journalSources
  .map((table) => `select d.* from edulab_money_documents('${table}', array(select id from ${table})) d`)
  .join(' union all ');
