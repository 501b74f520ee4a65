import { sql } from 'drizzle-orm';
import { personPart } from '#domains/identity/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';
import { listViews } from './tables.ts';

export default defineServerDomain({
  name: 'views',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  follows: [on(personPart, { name: 'views', owns: [listViews.owner_id] })],
  history: {
    list_views: {
      permission: 'list_view.manage',
      title: 'r.name',
      // What somebody keeps for themselves is nobody's to follow.
      sealed: () => sql`(select v.id from ${listViews} v where not v.shared)`,
    },
  },
});
