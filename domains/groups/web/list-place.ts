import { listPlace } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** The list of groups that was looked at last in this tab. */
export const groupListPlace = listPlace(api.group.list);
