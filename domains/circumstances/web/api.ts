import { useMemo } from 'react';
import { connect, type NameIn, queryClient, useMessages } from '#platform/web/index.ts';
import { listPlace } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
export type Claim = Awaited<ReturnType<typeof api.ec.get.call>>;
export type Paper = Claim['papers'][number];
export type Due = Awaited<ReturnType<typeof api.ec.due.call>>[number];

/** Where in the list one was, so that the next one is at hand. */
export const claimList = listPlace(api.ec.list);

export const refresh = () => queryClient.invalidateQueries({ queryKey: api.ec.key() });

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'circumstances.field'>) => t(`circumstances.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'circumstances.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'circumstances.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}
