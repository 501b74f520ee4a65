import { useMemo } from 'react';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { connect, type NameIn, queryClient, useMessages } from '#platform/web/index.ts';
import { listPlace, type OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const others = connect(institutions);
export type Period = Awaited<ReturnType<typeof api.period.get.call>>;
export type Questionnaire = Awaited<ReturnType<typeof api.questionnaire.get.call>>;
export type Result = Awaited<ReturnType<typeof api.result.get.call>>;

export const resultList = listPlace(api.result.list);
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.result.key() });

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadQuestionnaires = (search: string, ids?: OptionId[]) =>
  api.questionnaire.all.call(question(search, ids));
export const loadPeriods = (search: string, ids?: OptionId[]) => api.period.all.call(question(search, ids));
export const loadYears = (search: string, ids?: OptionId[]) => others.academic_year.all.call(question(search, ids));

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'evaluation.field'>) => t(`evaluation.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'evaluation.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'evaluation.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}
