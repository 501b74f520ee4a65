import { connect } from '#platform/web/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
export type View = Awaited<ReturnType<typeof api.list_view.get.call>>;
