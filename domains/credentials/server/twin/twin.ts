import type { Call } from '#platform/server/call/context.ts';
import type { DocumentBody } from '../../shapes.ts';
import { badgesContext, credentialsContext } from './contexts.ts';
import { didOf, signCredential } from './issuer.ts';
import { type Purpose, placesOfList, statusAddress } from './places.ts';

/**
 * The twin of a certificate: what its paper says, as an Open Badge 3.0, which is a Verifiable Credential 2.0, signed by the
 * same key as the paper. It is made once, when the paper is signed, and handed out as that text.
 */

type Maker = Pick<Call, 'client' | 'kernel' | 'institution_id'>;

/** Keeps the twin of a document that was signed just now, in the caller's transaction. */
export async function keepTwin(call: Maker, document_id: number, signed: string, subject_name: string): Promise<void> {
  const body = JSON.parse(signed) as DocumentBody;
  const list = 1 + Math.floor(document_id / (placesOfList / 2));
  // Which place of a list is whose tells nothing of who came before whom; half of a list stays empty, so one is found.
  const {
    rows: [place],
  } = await call.client.query<{ position: number }>(
    `select p.position from (select distinct floor(random() * $2)::int as position from generate_series(1, 64)) p
      where not exists (select 1 from document_twins t where t.list = $1 and t.position = p.position) limit 1`,
    [list, placesOfList],
  );
  const credential = await signCredential(
    call.kernel.settings,
    call.institution_id,
    credentialOf(call, body, subject_name, { list, position: place!.position }),
    body.issued_at,
  );
  await call.client.query(
    'insert into document_twins (document_id, list, position, credential) values ($1, $2, $3, $4) on conflict do nothing',
    [document_id, list, place!.position, JSON.stringify(credential)],
  );
}

function credentialOf(
  call: Maker,
  body: DocumentBody,
  subject_name: string,
  { list, position }: { list: number; position: number },
) {
  const { publicUrl } = call.kernel.settings;
  const page = `${publicUrl}/check/${body.code}`;
  const words = body.sections.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const facts = body.sections.flatMap((part) => (part.kind === 'facts' ? part.rows : []));
  const status = (purpose: Purpose) => {
    const statusListCredential = statusAddress(publicUrl, call.institution_id, list, purpose);
    return {
      id: `${statusListCredential}#${position}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: purpose,
      statusListIndex: String(position),
      statusListCredential,
    };
  };
  return {
    '@context': [credentialsContext, badgesContext],
    id: page,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `${body.title} ${body.number}`,
    issuer: { id: didOf(call.kernel.settings, call.institution_id), type: ['Profile'], name: body.institution.name },
    validFrom: body.issued_at,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityHash: subject_name, identityType: 'name', hashed: false }],
      achievement: {
        id: `${page}#achievement`,
        type: ['Achievement'],
        name: body.title,
        description: facts.map(([label, value]) => `${label}: ${value}`).join('; ') || body.title,
        criteria: { narrative: words.join('\n') || body.title },
      },
    },
    credentialStatus: [status('revocation'), status('suspension')],
  };
}
