import type { ServerDomain } from '#platform/server/kernel.ts';
import institutions from './institutions/server/index.ts';

/** The domains as the server knows them: one line each. */
export const domains: readonly ServerDomain[] = [
  institutions,
];
