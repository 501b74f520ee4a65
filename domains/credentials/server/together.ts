import { PassThrough } from 'node:stream';
import { inArray } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { files } from '#platform/server/database/tables.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { fileWithProof } from './proof.ts';
import { issuedDocuments } from './tables.ts';

/** Papers of many documents in one file. */

/** Signs that some system does not take in the name of a file. */
const nameOf = (number: string, name: string) =>
  `${number} ${name}`.replaceAll(/[^\p{L}\p{N} .,'ʻʼ-]/gu, '_').slice(0, 120);

/**
 * Sends the papers of these documents as a ZIP, in their order; the caller has found the person entitled to all of them.
 * Errors: DOCUMENT_BEING_MADE while one is not drawn yet, DOCUMENT_FILE_MISSING where the disk has lost one.
 */
export async function sendTogether(
  call: Call,
  name: string,
  documents: readonly { id: number; number: string; name: string }[],
): Promise<{ ok: true }> {
  const storage = storageOf(call.kernel.settings);
  const rows = await call.db
    .select({
      id: issuedDocuments.id,
      file_id: issuedDocuments.file_id,
      issued_at: issuedDocuments.issued_at,
      body: issuedDocuments.body,
      key_id: issuedDocuments.key_id,
      signature: issuedDocuments.signature,
    })
    .from(issuedDocuments)
    .where(
      inArray(
        issuedDocuments.id,
        documents.map(({ id }) => id),
      ),
    );
  if (rows.some(({ file_id }) => file_id === 0)) throw fail('DOCUMENT_BEING_MADE');
  const kept = await call.db
    .select({ id: files.id, hash: files.hash, size: files.size })
    .from(files)
    .where(
      inArray(
        files.id,
        rows.map(({ file_id }) => file_id),
      ),
    );
  const byFile = new Map(kept.map((file) => [file.id, file]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const zip = new ZipFile();
  const body = new PassThrough();
  zip.on('error', (error: Error) => body.destroy(error));
  for (const { id, number, name: whose } of documents) {
    const row = byId.get(id);
    const file = row && byFile.get(row.file_id);
    if (!file || !(await storage.has(file.hash))) throw fail('DOCUMENT_FILE_MISSING');
    // Papers are packed already.
    const { size, body: paper } = await fileWithProof(storage, file, row);
    zip.addReadStreamLazy(
      `${nameOf(number, whose)}.pdf`,
      { compress: false, mtime: new Date(row.issued_at), size },
      (take) => take(null, paper()),
    );
  }
  zip.end();
  call.stream = {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
    body: zip.outputStream.pipe(body),
  };
  return { ok: true };
}
