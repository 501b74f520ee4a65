import { useMemo } from 'react';
import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect, type NameIn, queryClient, useMessages } from '#platform/web/index.ts';
import { listPlace, type OptionId, studentOptions } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const plans = connect(curriculum);
const people = connect(students);
export const { types } = connect(institutions);

export type Cv = Awaited<ReturnType<typeof api.cv.get.call>>;
export type Offer = Awaited<ReturnType<typeof api.job_offer.get.call>>;
export type Guest = Awaited<ReturnType<typeof api.job_offer.guest.call>>;

export const cvList = listPlace(api.cv.list);
export const refreshCv = () => queryClient.invalidateQueries({ queryKey: api.cv.key() });
export const refreshOffers = () => queryClient.invalidateQueries({ queryKey: api.job_offer.key() });

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadCourses = async (search: string, ids?: OptionId[]) =>
  (await plans.course.all.call(question(search, ids))).map(({ id, title }) => ({ id, title }));
export const loadStudents = studentOptions((asked) => people.all.call(asked));

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'careers.field'>) => t(`careers.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'careers.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'careers.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}
