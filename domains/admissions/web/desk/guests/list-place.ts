import { listPlace } from '#platform/web/kit/index.ts';
import { api } from '../../api.ts';

/** The list of applicants that was looked at last in this tab. */
export const guestListPlace = listPlace(api.guests.list);
