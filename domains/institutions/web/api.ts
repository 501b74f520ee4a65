import { useMemo } from 'react';
import { connect, type NameIn, useMessages } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
export type AcademicYear = Awaited<ReturnType<typeof api.academic_year.get.call>>;

type Named = 'country' | 'state' | 'department' | 'education_place';
const load = (part: Named) => (search: string, ids?: OptionId[]) =>
  api[part].all.call(ids ? { ids: ids.join(',') } : { search });
export const loadCountries = load('country');
export const loadStates = load('state');
export const loadDepartments = load('department');
export const loadPlaces = load('education_place');

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'institutions.field'>) => t(`institutions.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'institutions.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'institutions.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}
