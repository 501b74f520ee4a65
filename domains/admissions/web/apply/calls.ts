import { contract as identity } from '#domains/identity/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { connect, queryClient, silent } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import type { FlavourName } from '../../flavours.ts';
import { type api, apiOf } from '../api.ts';
import { runningStates } from './stops.ts';

export { type Application, api, apiOf } from '../api.ts';

const places = connect(institutions);
export const entrance = connect(identity);

export const loadRegions = (search: string, ids?: OptionId[]) =>
  places.state.all.call(ids ? { ids: ids.join(',') } : { search });

export type Target = Awaited<ReturnType<typeof api.plain.application.open.call>>[number];
export type Campaign = Target['campaigns'][number];
export type Row = Awaited<ReturnType<typeof api.plain.application.list.call>>['content'][number];

/** The caller's own applications of a flavour, newest first; more than these nobody has. */
export const ownInput = { size: 50, sort: 'created_at,desc' } as const;
export const ownQuery = (flavour: FlavourName) =>
  apiOf(flavour).application.list.queryOptions({ input: ownInput, ...silent });
/** Those alone that are on their way: whoever studies here applied once, and that is over. */
export const runningQuery = (flavour: FlavourName) =>
  apiOf(flavour).application.list.queryOptions({ input: { ...ownInput, status: runningStates(flavour) }, ...silent });

/** After a step: lists and the home page show it too. */
export const refreshOwn = (flavour: FlavourName) =>
  queryClient.invalidateQueries({ queryKey: apiOf(flavour).application.list.key() });

/** After the person was corrected: an application shows who sent it. */
export const refreshWhole = (flavour: FlavourName) =>
  queryClient.invalidateQueries({ queryKey: apiOf(flavour).application.edit.key() });
