import { connect, queryClient } from '#platform/web/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);

/** What was read before a change is old after it. */
export const refresh = (part: 'email_template' | 'outbox' | 'job') =>
  queryClient.invalidateQueries({ queryKey: api[part].key() });
