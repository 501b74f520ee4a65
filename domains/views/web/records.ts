import type { RecordsWords } from '#platform/web/index.ts';

export const records = { list_views: {} } satisfies RecordsWords;
