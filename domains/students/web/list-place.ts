import { listPlace } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** The list of students that was looked at last in this tab. */
export const studentListPlace = listPlace(api.list);
