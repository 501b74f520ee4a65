import { listPlace } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** The list of contracts that was looked at last in this tab. */
export const contractListPlace = listPlace(api.contract.list);
