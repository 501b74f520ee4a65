import type { ImportPreview } from '#platform/contract/index.ts';
import { silent } from '../client.ts';
import type { ImportedRecords } from './types.ts';

interface Calls {
  preview: { call: (input: { file_id: number }, options: typeof silent) => Promise<ImportPreview> };
  start: { call: (input: { file_id: number }, options: typeof silent) => Promise<{ job_id: number }> };
}
/** The import calls of a contract as the page asks them: it says itself what is refused. */
export const importWith = ({ preview, start }: Calls): ImportedRecords['calls'] => ({
  preview: (file_id) => preview.call({ file_id }, silent),
  start: (file_id) => start.call({ file_id }, silent),
});
