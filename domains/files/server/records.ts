import type { FileRecord } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { signedLink } from './links.ts';
import { photoFormats } from './pictures.ts';

/** What links and records need of a call; jobs have it too. */
type Reader = Pick<Call, 'client' | 'institution_id' | 'kernel'>;

interface Row {
  id: number;
  original_name: string;
  extension: string;
  media_type: string;
  size: number;
}

/** A link to one file, for one to two hours. Only for those who may see the record that the file belongs to. */
export const fileLink = (
  call: Pick<Call, 'institution_id' | 'kernel'>,
  file: { id: number; original_name: string },
): string => signedLink(call.kernel.settings.dataDir, call.institution_id, file);

/**
 * Records of these files with fresh links, by id; deleted ones and those of other institutions are missing. One query.
 * Asks for no right: the caller has made sure that the person may see the records to which the files belong.
 */
export async function fileRecords(
  call: Reader,
  ids: readonly (number | null | undefined)[],
): Promise<Map<number, FileRecord>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))];
  if (wanted.length === 0) return new Map();
  const { rows } = await call.client.query<Row>(
    'select id, original_name, extension, media_type, size from files where id = any($1) and institution_id = $2 and deleted_at is null',
    [wanted, call.institution_id],
  );
  return new Map(
    rows.map((row) => {
      const link = fileLink(call, row);
      return [
        row.id,
        {
          id: row.id,
          original_name: row.original_name,
          file_size: row.size,
          original_url: link,
          extension: row.extension,
          type: row.media_type,
          src: link,
        },
      ];
    }),
  );
}

/**
 * The same of files that prove something about a person: a certificate of an illness, a passport, the evidence of an
 * amendment. Whoever is given their links stands in the security log.
 */
export async function evidenceRecords(
  call: Call,
  ids: readonly (number | null | undefined)[],
): Promise<Map<number, FileRecord>> {
  const records = await fileRecords(call, ids);
  for (const id of records.keys()) call.evidence.add(id);
  return records;
}

/**
 * Refuses files that the caller neither uploaded nor finds on the record already (`attached`): otherwise a guessed
 * number would attach somebody's passport to one's own record and hand out its link. `path` names the field at fault.
 */
export async function claimFiles(
  call: Pick<Call, 'client' | 'account_id'>,
  path: string,
  ids: readonly number[],
  attached: readonly (number | null)[] = [],
): Promise<void> {
  const fresh = ids.filter((id) => !attached.includes(id));
  if (fresh.length === 0) return;
  const { rows } = await call.client.query<{ id: number }>(
    'select id from files where id = any($1) and account_id = $2 and deleted_at is null',
    [fresh, call.account_id],
  );
  const own = new Set(rows.map((row) => row.id));
  if (fresh.some((id) => !own.has(id))) throw failField(path, 'UNKNOWN_REFERENCE');
}

/**
 * The same for what proves something about one person and shows others as well, such as a photo of a room: from then on it
 * is called by its content, for the name that it came with may say who else was there.
 */
export async function claimEvidence(
  call: Pick<Call, 'client' | 'account_id'>,
  path: string,
  ids: readonly number[],
  attached: readonly (number | null)[] = [],
): Promise<void> {
  await claimFiles(call, path, ids, attached);
  await call.client.query(
    `update files set original_name = left(hash, 12) || coalesce('.' || nullif(extension, ''), '')
      where id = any($1) and account_id = $2 and deleted_at is null`,
    [ids, call.account_id],
  );
}

/** The same for one picture: PICTURE_NEEDED, with what was expected and what came, where the file is of another kind. */
export async function claimPicture(
  call: Pick<Call, 'client' | 'account_id'>,
  path: string,
  id: number,
  attached: number | null = null,
): Promise<void> {
  if (id === attached) return;
  await claimFiles(call, path, [id]);
  const {
    rows: [other],
  } = await call.client.query<{ name: string; extension: string }>(
    "select original_name as name, extension from files where id = $1 and media_type not like 'image/%'",
    [id],
  );
  if (other) throw failField(path, 'PICTURE_NEEDED', { ...other, formats: photoFormats.join(', ') });
}

/** Deletes files of records that no longer carry them; the content goes by night when nothing else has it. */
export const deleteFiles = async (call: Pick<Call, 'client'>, ids: readonly number[]): Promise<void> => {
  if (ids.length)
    await call.client.query('update files set deleted_at = edulab_now() where id = any($1) and deleted_at is null', [
      ids,
    ]);
};

/** Where the content of the caller's own upload lies and how it was called; a stranger's is refused as `file_id`. */
export async function openUpload(
  call: Pick<Call, 'client' | 'account_id' | 'kernel'>,
  id: number,
): Promise<{ path: string; name: string }> {
  await claimFiles(call, 'file_id', [id]);
  const {
    rows: [file],
  } = await call.client.query<{ hash: string; original_name: string }>(
    'select hash, original_name from files where id = $1',
    [id],
  );
  return { path: await storageOf(call.kernel.settings).local(file!.hash), name: file!.original_name };
}
