import type { FlavourName } from '../../../flavours.ts';

/** Where a form is built; without an id a new one. */
export const builderPath = (flavour: FlavourName, id?: number): string =>
  `/admission/admin/application-form/create?flavour=${flavour}${id === undefined ? '' : `&id=${id}`}`;
