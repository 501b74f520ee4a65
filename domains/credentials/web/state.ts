import type { Issued } from './api.ts';

/** What is said of a document in one word: what holds but waits for more is provisional. */
export const stateOf = ({ status, provisional }: Pick<Issued, 'status' | 'provisional'>) => ({
  word: status === 'VALID' && provisional !== null ? ('PROVISIONAL' as const) : status,
  color: status === 'VALID' ? (provisional === null ? 'teal' : 'yellow') : status === 'REVOKED' ? 'red' : 'gray',
});
