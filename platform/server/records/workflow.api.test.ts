import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, it } from 'vitest';
import { startApi } from '#tests/support/api.ts';
import { recordTransition } from './workflow.ts';

it('the steps of ten thousand rows are kept: PostgreSQL takes 65,535 parameters in a statement', async () => {
  const api = await startApi();
  try {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: at + 1, from: at ? 'ACTIVE' : null }));
    const call = { db: drizzle(api.database.owner), institution_id: 1, account_id: 0 };
    await recordTransition(call, 'student', rows, 'LEFT', { reason: 'closed', effective_from: '2026-09-01' });
    const { rows: kept } = await api.database.owner.query(
      `select entity_id, from_status, to_status, reason, effective_from::text, account_id from status_history where entity = 'student' and reason = 'closed' order by entity_id`,
    );
    expect(kept).toHaveLength(10_000);
    const step = { to_status: 'LEFT', reason: 'closed', effective_from: '2026-09-01', account_id: null };
    expect([kept[0], kept[9_999]]).toEqual([
      { ...step, entity_id: 1, from_status: null },
      { ...step, entity_id: 10_000, from_status: 'ACTIVE' },
    ]);
  } finally {
    await api.close();
  }
});
