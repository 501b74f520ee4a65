import type { Domain } from '#platform/web/index.ts';

export const records = { list_views: {} } satisfies Domain['records'];
