import { useMemo } from 'react';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { connect, type NameIn, queryClient, useMessages } from '#platform/web/index.ts';
import { listPlace, type OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const places = connect(institutions);
export type Feedback = Awaited<ReturnType<typeof api.feedback.get.call>>;
export type Thread = Awaited<ReturnType<typeof api.nameless.read.call>>;

/** Where in the list one was, so that the next one is at hand. */
export const feedbackList = listPlace(api.feedback.list);
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.feedback.key() });

export const loadYears = (search: string, ids?: OptionId[]) =>
  places.academic_year.all.call(ids ? { ids: ids.join(',') } : { search });

export const loadPeople = (search: string, ids?: OptionId[]) =>
  api.feedback.people.call(ids ? { ids: ids.join(',') } : { search });

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'feedback.field'>) => t(`feedback.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'feedback.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'feedback.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}
