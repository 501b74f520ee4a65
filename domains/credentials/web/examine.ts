import type { Checked, DocumentBody, DocumentStatement, Seen } from '../shapes.ts';
import { bytes, type Keys, type Verdict, verify } from './verify.ts';

/** What signed documents say, as far as their signatures fit. */

export interface Examined {
  verdict: Verdict;
  /** What the document says; null where the signature does not fit, since then it says nothing. */
  body: DocumentBody | null;
  /** What the institution stated, when; null where that signature does not fit. */
  statement: DocumentStatement | null;
}

/** What documents must look like: it comes when there is one to look at, for most who open the page it is too much. */
export const examiner = () => import('../shapes.ts');
type Shapes = Awaited<ReturnType<typeof examiner>>;

async function parsed<T>(
  schemaOf: (shapes: Shapes) => { safeParse(value: unknown): { success: boolean; data?: T } },
  text: string,
): Promise<T | null> {
  const schema = schemaOf(await examiner());
  try {
    const found = schema.safeParse(JSON.parse(text));
    return found.success ? (found.data ?? null) : null;
  } catch {
    return null;
  }
}

/** Both signatures of an answer or of a saved file. Only `keys` count, never those that the file brings along. */
export async function examine(saved: Checked, keys: Keys): Promise<Examined> {
  const verdict = await verify(saved.document, keys);
  const read = await parsed((shapes) => shapes.documentBody, saved.document.text);
  const body = verdict === 'genuine' || verdict === 'unsupported' ? read : null;
  const stated = await parsed((shapes) => shapes.documentStatement, saved.statement.text);
  const said = await verify(saved.statement, keys);
  const fits = (said === 'genuine' || said === 'unsupported') && stated?.code === body?.code;
  return { verdict, body, statement: fits ? stated : null };
}

/** What a paper brings along, without a statement of ours: what it says, and nothing of what became of it. */
export async function examinePaper(proof: Checked['document'], keys: Keys): Promise<Examined> {
  const verdict = await verify(proof, keys);
  const body = verdict === 'genuine' ? await parsed((shapes) => shapes.documentBody, proof.text) : null;
  return { verdict, body, statement: null };
}

/** A file that was saved from the check page; null for anything else. */
export async function readSaved(file: File): Promise<Checked | null> {
  return parsed((shapes) => shapes.checked, await file.text());
}

const proofMark = '\n%edulab-proof ';

/** A PDF as it was signed, and what it brings along behind its end to be checked with us gone. */
export async function readPaper(
  file: File,
): Promise<{ content: Uint8Array<ArrayBuffer>; proof: Checked['document'] | null }> {
  const whole = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder('latin1').decode(whole);
  const at = text.lastIndexOf(proofMark);
  const said = at < 0 ? undefined : /^[A-Za-z0-9+/=]+/.exec(text.slice(at + proofMark.length))?.[0];
  if (!said) return { content: whole, proof: null };
  try {
    const proof = await parsed((shapes) => shapes.signedText, new TextDecoder().decode(bytes(said)));
    return { content: whole.slice(0, at), proof };
  } catch {
    return { content: whole, proof: null };
  }
}

/** What a QR code says itself behind the # of its address; null where it says nothing of that kind. */
export async function examineSeen(hash: string, keys: Keys): Promise<{ verdict: Verdict; seen: Seen | null } | null> {
  const [, key_id, said, signature] = /^#v1\.([0-9a-f]{16})\.([\w-]+)\.([\w-]+)$/.exec(hash) ?? [];
  if (!key_id || !said || !signature) return null;
  let text: string;
  try {
    text = new TextDecoder().decode(bytes(said));
  } catch {
    return { verdict: 'altered', seen: null };
  }
  const verdict = await verify({ text, key_id, signature }, keys);
  return { verdict, seen: verdict === 'genuine' ? await parsed((shapes) => shapes.seenShape, text) : null };
}

const shelf = 'edulab.signing-keys';

/** Keys seen on earlier visits, for when the server is away. */
export function rememberedKeys(): Keys {
  try {
    return JSON.parse(localStorage.getItem(shelf) ?? '[]') as Keys;
  } catch {
    return [];
  }
}

export function rememberKeys(keys: Keys): void {
  try {
    localStorage.setItem(shelf, JSON.stringify(keys));
  } catch {
    // A browser that keeps nothing checks while the page is open.
  }
}
