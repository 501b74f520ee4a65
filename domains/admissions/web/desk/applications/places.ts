import { silent } from '#platform/web/index.ts';
import { listPlace } from '#platform/web/kit/index.ts';
import { type FlavourName, flavourNames } from '../../../flavours.ts';
import { apiOf } from '../../api.ts';

/** Of each flavour the list that was looked at last in this tab. */
export const places = Object.fromEntries(
  flavourNames.map((name) => [
    name,
    listPlace((input) => apiOf(name).application.list.queryOptions({ input: input as never, ...silent })),
  ]),
) as Record<FlavourName, ReturnType<typeof listPlace>>;
