import type { z } from 'zod';
import { claimFiles, type fileRecords, presentedText, storedText } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { material, materialSave } from '../shapes.ts';

/** What is read and seen: kept and shown in one way in lessons and wherever else something is taught. */

type Saved = { [K in keyof typeof materialSave]?: z.infer<(typeof materialSave)[K]> | undefined };
type Kept = { content: string; video_url: string | null; links: { title: string; url: string }[]; file_ids: number[] };
type Material = z.infer<z.ZodObject<typeof material>>;

/** What of a save is stored: its html cleaned, its files claimed. */
export async function storedMaterial<I extends Saved>(call: Call, input: I, current: Kept | undefined): Promise<I> {
  if (input.file_ids) await claimFiles(call, 'file_ids', input.file_ids, current?.file_ids);
  return {
    ...input,
    ...(input.content === undefined ? {} : { content: storedText(call, input.content) }),
    ...(input.video_url === '' ? { video_url: null } : {}),
  };
}

export const presentedMaterial = (call: Call, row: Kept, files: Awaited<ReturnType<typeof fileRecords>>): Material => ({
  content: presentedText(call, row.content),
  video_url: row.video_url,
  links: row.links,
  files: row.file_ids.flatMap((id) => files.get(id) ?? []),
});
