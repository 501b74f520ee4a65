import type { Api } from './api.ts';

/** Waits until every paper that was issued is drawn; one that a busy machine gave up is tried again after half a minute. */
export async function papersDrawn(api: Api): Promise<void> {
  const until = performance.now() + 100_000;
  while ((await api.database.owner.query('select 1 from document_drafts')).rows.length > 0) {
    if (performance.now() > until) throw new Error('papers are not drawn');
    await new Promise((done) => setTimeout(done, 100));
  }
}
