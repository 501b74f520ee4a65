import { connect, queryClient } from '#platform/web/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
export type Issued = Awaited<ReturnType<typeof api.document.get.call>>;
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });
/** Below the base of the API. */
export const fileOf = (id: number) => `/issued-document/${id}/file`;
