import { silent } from '#platform/web/index.ts';
import { listPlace } from '#platform/web/kit/index.ts';
import { api } from '../../api.ts';

/** The list of applicants that was looked at last in this tab. */
export const guestPlace = listPlace((input) => api.guests.list.queryOptions({ input: input as never, ...silent }));
