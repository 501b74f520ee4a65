import { connect, queryClient } from '#platform/web/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
export type Census = Awaited<ReturnType<typeof api.census.get.call>>;
export type Form = Awaited<ReturnType<typeof api.form.get.call>>;

export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });
