import { listPlace } from '#platform/web/kit/index.ts';
import type { FlavourName } from '../../../flavours.ts';
import { apiOf } from '../../api.ts';

const placeOf = (name: FlavourName) => listPlace(apiOf(name).application.list);

/** Of each flavour the list that was looked at last in this tab. */
export const places: Record<FlavourName, ReturnType<typeof placeOf>> = {
  plain: placeOf('plain'),
  general: placeOf('general'),
  st_course: placeOf('st_course'),
  hr: placeOf('hr'),
};
