import type pg from 'pg';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import type { uploadSettings } from '../contract.ts';
import type { uploadSizes } from '../shapes.ts';

/** What an institution may tune, under the name `files` in its settings. */
export interface UploadSettings {
  max_bytes: number;
  package_max_bytes: number;
  formats: string[];
}
export const megabyte = 1024 * 1024;
const usual: UploadSettings = {
  max_bytes: 10 * megabyte,
  package_max_bytes: 100 * megabyte,
  formats: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'png', 'jpg', 'jpeg', 'gif', 'bmp', 'zip', 'mp4', 'csv'],
};

/** What holds in the institution of the transaction; never more than the installation takes, `most` bytes. */
export async function settingsOf(client: pg.ClientBase, most: number): Promise<UploadSettings> {
  const { rows } = await client.query<{ value: Partial<UploadSettings> }>(
    "select value from settings where name = 'files' and deleted_at is null",
  );
  const tuned = { ...usual, ...rows[0]?.value };
  return {
    ...tuned,
    max_bytes: Math.min(tuned.max_bytes, most),
    package_max_bytes: Math.min(tuned.package_max_bytes, most),
  };
}

const inMegabytes = (bytes: number) => Math.max(1, Math.floor(bytes / megabyte));

export async function uploadSizesOf(call: Call): Promise<z.infer<typeof uploadSettings>> {
  const most = call.kernel.settings.uploadMost;
  const { max_bytes, package_max_bytes } = await settingsOf(call.client, most);
  return { file_mb: inMegabytes(max_bytes), package_mb: inMegabytes(package_max_bytes), most_mb: inMegabytes(most) };
}

export async function saveUploadSizes(call: Call, input: z.infer<typeof uploadSizes>) {
  const most = inMegabytes(call.kernel.settings.uploadMost);
  for (const path of ['file_mb', 'package_mb'] as const)
    if (input[path] > most) throw failField(path, 'BEYOND_INSTALLATION', { most });
  await call.client.query(
    `insert into settings (name, value) values ('files', $1)
     on conflict (institution_id, name) do update set value = settings.value || excluded.value, deleted_at = null`,
    [JSON.stringify({ max_bytes: input.file_mb * megabyte, package_max_bytes: input.package_mb * megabyte })],
  );
  return uploadSizesOf(call);
}
