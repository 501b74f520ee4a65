import { listPlace } from '#platform/web/kit/index.ts';
import type { FlavourName } from '../../../flavours.ts';
import { apiOf } from '../../api.ts';

const listPlaceOf = (name: FlavourName) => listPlace(apiOf(name).application.list);

/** Of each flavour the list that was looked at last in this tab. */
export const applicationListPlaces: Record<FlavourName, ReturnType<typeof listPlaceOf>> = {
  plain: listPlaceOf('plain'),
  general: listPlaceOf('general'),
  st_course: listPlaceOf('st_course'),
  hr: listPlaceOf('hr'),
};
