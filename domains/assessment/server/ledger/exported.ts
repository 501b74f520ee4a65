import { createHash, createPublicKey, verify } from 'node:crypto';

/**
 * Whether an exported ledger is whole, from the file alone: no database, no server. The file is one JSON object a line:
 * first what it is with the public keys, then events (`text` is what was hashed) and signed heads, module by module.
 */
export interface ExportedFault {
  line: number;
  what: 'HASH' | 'ORDER' | 'SIGNATURE' | 'SIGNED_OTHER' | 'UNREADABLE';
  module: number | null;
  seq: number | null;
}
export interface ExportedResult {
  events: number;
  modules: number;
  signatures: number;
  /** Ids of the keys that signed; to be compared with those that the institution published. */
  keys: string[];
  faults: ExportedFault[];
}

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const startOf = (module: number): Buffer => sha256(`edulab ledger 1, course module ${module}`);

/** Reads the lines as they come, so the size of the file does not matter. */
export async function checkExport(lines: AsyncIterable<string> | Iterable<string>): Promise<ExportedResult> {
  const result: ExportedResult = { events: 0, modules: 0, signatures: 0, keys: [], faults: [] };
  const keys = new Map<string, string>();
  const used = new Set<string>();
  let module = 0;
  let seq = 0;
  let hash: Buffer = Buffer.alloc(0);
  let line = 0;
  const hashes = new Map<number, string>();
  const fault = (what: ExportedFault['what']) =>
    result.faults.push({ line, what, module: module || null, seq: seq || null });
  for await (const text of lines) {
    line++;
    if (!text.trim()) continue;
    // biome-ignore lint/suspicious/noExplicitAny: whatever a stranger's file holds; every part is compared below
    let row: any;
    try {
      row = JSON.parse(text);
      if (row.format === 'edulab-ledger-export-1') {
        for (const key of row.keys) {
          const raw = Buffer.from(key.public_key, 'base64url');
          // A key is called by its own hash, so the file cannot bring another one under a known name.
          if (sha256(raw).toString('hex').startsWith(key.id)) keys.set(key.id, key.public_key);
        }
        continue;
      }
      if (typeof row.text !== 'string') throw new Error('no text');
    } catch {
      fault('UNREADABLE');
      continue;
    }
    try {
      const said = JSON.parse(row.text);
      if (row.signature) {
        result.signatures++;
        used.add(row.key_id);
        const known = keys.get(row.key_id);
        const genuine =
          known !== undefined &&
          verify(
            null,
            Buffer.from(row.text),
            createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: known }, format: 'jwk' }),
            Buffer.from(row.signature, 'base64url'),
          );
        if (!genuine) fault('SIGNATURE');
        else if (said.module !== module || hashes.get(said.seq) !== said.hash) fault('SIGNED_OTHER');
        continue;
      }
      if (said.module !== module) {
        module = said.module;
        seq = 0;
        hash = startOf(module);
        hashes.clear();
        result.modules++;
      }
      result.events++;
      if (said.seq !== seq + 1) fault('ORDER');
      seq = said.seq;
      const found = sha256(hash, row.text);
      // From the hash that stands there, so that one altered event is one fault.
      hash = Buffer.from(String(row.hash), 'hex');
      if (!found.equals(hash)) fault('HASH');
      hashes.set(seq, found.toString('hex'));
    } catch {
      fault('UNREADABLE');
    }
  }
  return { ...result, keys: [...used] };
}
