import { listPlace } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** The list of staff that was looked at last in this tab. */
export const staffListPlace = listPlace(api.staff.list);
