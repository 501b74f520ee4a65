import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { newCode, shownCode } from '#domains/credentials/server/index.ts';
import { jobPositions, staff } from '#domains/staff/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, demandProof } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { canonicalJson, signText } from '#platform/server/disk/signing-keys.ts';
import { type Meaning, type SignatureBody, type SignatureShown, signatureBody } from '../shapes.ts';
import { meansOf } from './settings.ts';
import { electronicSignatures, signatures } from './tables.ts';

/** What is signed is the very file: the hash of its content, with who signed it, as what, when and how. */

export interface ToSign {
  /** As the domain's follower of `signable` is called. */
  entity: string;
  entity_id: number;
  file_id: number;
  /** The member of staff whose signature it is; the caller, or whoever the caller stands in for. */
  staff_id: number | null;
  /** What the signature says; SIGNED unless told. */
  meaning?: Meaning;
  /** A signature that was handed in before; without it the caller has just given the password. */
  electronic_id?: number | undefined;
}

export interface Signed {
  id: number;
  hash: string;
  signed_at: string;
}

/** A signature that was handed in waits so long for the step that it was made for. */
const freshMinutes = 10;

/**
 * Signs in the caller's transaction. Whose turn it is was settled by whoever calls. Errors: PROOF_REQUIRED,
 * SIGNATURE_NEEDED, SIGNATURE_OTHER_FILE, SIGNATURE_NOT_WANTED where the file is gone.
 */
export async function sign(call: Call, what: ToSign): Promise<Signed> {
  const {
    rows: [file],
  } = await call.client.query<{ hash: string; size: number }>(
    'select hash, size from files where id = $1 and deleted_at is null',
    [what.file_id],
  );
  if (!file) throw fail('SIGNATURE_NOT_WANTED');
  const electronic = what.electronic_id === undefined ? null : await handedIn(call, what.electronic_id, file.hash);
  if (!electronic) {
    if ((await meansOf(call)).demanded) throw fail('SIGNATURE_NEEDED');
    demandProof(call);
  }
  const who = await signerOf(call, what.staff_id);
  const code = newCode();
  const signed_at = clock.iso();
  const { rows: houses } = await call.client.query<{ title: SignatureBody['institution'] }>(
    'select title from institutions where id = $1',
    [call.institution_id],
  );
  const body = canonicalJson({
    format: 'edulab-signature-1',
    code: shownCode(code),
    institution: houses[0]!.title,
    file: { sha256: file.hash, size: file.size },
    signer: who,
    method: electronic ? 'EIMZO' : 'ACCOUNT',
    ...(what.meaning === 'READ' ? { meaning: what.meaning } : {}),
    signed_at,
    certificate: electronic?.certificate ?? null,
    timestamped_at: electronic?.timestamped_at ?? null,
  } satisfies z.input<typeof signatureBody>);
  const [row] = await call.db
    .insert(signatures)
    .values({
      entity: what.entity,
      entity_id: what.entity_id,
      account_id: call.account_id,
      file_id: what.file_id,
      file_hash: file.hash,
      check_code: code,
      method: electronic ? 'EIMZO' : 'ACCOUNT',
      electronic_id: electronic?.id ?? null,
      signed_at,
      body,
      ...signText(call.kernel.settings.dataDir, body),
    })
    .returning({ id: signatures.id });
  return { id: row!.id, hash: file.hash, signed_at };
}

/** The caller's own, over these bytes, of just now, and not used for anything yet. */
async function handedIn(call: Call, id: number, hash: string) {
  const [row] = await call.db
    .select()
    .from(electronicSignatures)
    .where(
      and(
        eq(electronicSignatures.id, id),
        eq(electronicSignatures.account_id, call.account_id),
        eq(electronicSignatures.file_hash, hash),
        sql`${electronicSignatures.created_at} > edulab_now() - make_interval(mins => ${freshMinutes})`,
        sql`not exists (select 1 from ${signatures} s where s.electronic_id = ${electronicSignatures.id})`,
      ),
    );
  if (!row) throw fail('SIGNATURE_OTHER_FILE');
  return row;
}

/** Name and position of who signs, and of whom they stand in for. */
async function signerOf(call: Call, staff_id: number | null): Promise<SignatureBody['signer']> {
  const rows = await call.db
    .select({
      id: staff.id,
      account_id: staff.account_id,
      name: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})`,
      position: jobPositions.title,
    })
    .from(staff)
    .leftJoin(jobPositions, eq(jobPositions.id, staff.job_position_id))
    .where(
      sql`(${staff.account_id} = ${call.account_id} and ${staff.deleted_at} is null and ${staff.status} <> 'LEFT') or ${staff.id} = ${staff_id}`,
    )
    .orderBy(staff.id);
  const principal = rows.find(({ id }) => id === staff_id);
  const own =
    principal?.account_id === call.account_id
      ? principal
      : rows.find(({ account_id }) => account_id === call.account_id);
  if (own)
    return {
      name: own.name,
      position: own.position,
      instead_of: principal && principal !== own ? principal.name : null,
    };
  const {
    rows: [account],
  } = await call.client.query<{ name: string }>(
    "select concat_ws(' ', lastname, firstname, midname) as name from accounts where id = $1",
    [call.account_id],
  );
  return { name: account?.name ?? '', position: null, instead_of: principal?.name ?? null };
}

/** Signatures as records show them, by their ids. The caller has made sure of the records. */
export async function signaturesShown(
  call: Pick<Call, 'db' | 'locale'>,
  ids: readonly (number | null)[],
): Promise<Map<number, SignatureShown>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await call.db.select().from(signatures).where(inArray(signatures.id, wanted));
  return new Map(
    rows.map((row) => {
      const { signer, certificate, code } = signatureBody.parse(JSON.parse(row.body));
      return [
        row.id,
        {
          code,
          method: row.method,
          name: signer.name,
          position: signer.position && (signer.position[call.locale] || signer.position.uz),
          instead_of: signer.instead_of,
          signed_at: row.signed_at,
          hash: row.file_hash,
          serial: certificate?.serial ?? null,
        },
      ];
    }),
  );
}
