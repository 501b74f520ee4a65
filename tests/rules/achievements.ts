import { expect } from 'vitest';
import { covered, type Entries } from './entry.ts';
import { pageAt } from './product.ts';

/** Records of achievements. */
export const entries: Entries = {
  R035: async ({ as }) => {
    expect(pageAt('/achievement-records')).toBeDefined();
    const caller = await as('bachelor_student');
    const [type] = (await caller.get('/achievement_records/types')).body;
    const fields = { type_id: type.id, grade_id: type.grades[0].id, achieved_on: '2026-01-15' };
    const made = (await caller.post('/achievement_records/', { ...fields, title: 'Olimpiada' })).body;
    const changed = await caller.post('/achievement_records/', { id: made.id, version: made.version, title: 'Tanlov' });
    expect(changed.body).toMatchObject({ title: 'Tanlov', status: 'DRAFT' });
    const listed = (await caller.get('/achievement_records/?size=1')).body.content;
    expect(listed).toMatchObject([{ id: made.id, title: 'Tanlov' }]);
    expect((await caller.delete(`/achievement_records/${made.id}`)).status).toBe(200);
    expect((await caller.get(`/achievement_records/${made.id}`)).status).toBe(404);
  },
  R215: covered(
    'domains/achievements/server/achievements.api.test.ts',
    'is filed, changed, sent, sent back, completed, verified with points that stay, and revoked',
  ),
};
