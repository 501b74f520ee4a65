import type { ServerDomain } from '#platform/server/kernel.ts';

/** The domains as the server knows them: one line each. */
export const domains: readonly ServerDomain[] = [];
