import { useMemo } from 'react';
import { contract as groups } from '#domains/groups/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect, download, type NameIn, queryClient, silent, today, useMessages } from '#platform/web/index.ts';
import { studentOptions } from '#platform/web/kit/controls/addressed.ts';
import { listPlace, type OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const places = connect(institutions);
const people = connect(students);
const classes = connect(groups);

export type Achievement = Awaited<ReturnType<typeof api.record.get.call>>;
export type Totals = Awaited<ReturnType<typeof api.record.own.call>>;
export type TypeOption = Awaited<ReturnType<typeof api.record.types.call>>[number];
export type Batch = Awaited<ReturnType<typeof api.record.take_back.call>>;
export type BulkRow = Awaited<ReturnType<typeof api.record.preview.call>>[number];
export type Scale = Awaited<ReturnType<typeof api.scale.get.call>>;
export type Nomination = Awaited<ReturnType<typeof api.nomination.get.call>>;
export type Nominees = Awaited<ReturnType<typeof api.nomination.nominees.call>>;

/** Where in the list one was, so that the next one is at hand. */
export const recordList = listPlace(api.record.list);

export const refresh = () =>
  Promise.all(
    [api.record, api.type, api.scale, api.nomination].map((of) =>
      queryClient.invalidateQueries({ queryKey: of.key() }),
    ),
  );

/** All of a batch wait to be verified again. */
export async function takeBackBatch({ id, version }: Pick<Batch, 'id' | 'version'>): Promise<void> {
  try {
    await api.record.take_back.call({ id, version }, silent);
  } finally {
    await refresh();
  }
}

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadStudents = studentOptions((asked) => people.all.call(asked));
export const loadYears = (search: string, ids?: OptionId[]) => places.academic_year.all.call(question(search, ids));
export const loadDepartments = (search: string, ids?: OptionId[]) => places.department.all.call(question(search, ids));
export const loadGroups = (search: string, ids?: OptionId[]) => classes.group.all.call(question(search, ids));
export const loadTypes = (search: string, ids?: OptionId[]) => api.type.all.call(question(search, ids));
export const loadScales = (search: string, ids?: OptionId[]) => api.scale.all.call(question(search, ids));
export const loadValidators = (search: string, ids?: OptionId[]) => api.type.validators.call(question(search, ids));

/** What a list was asked without the paging, which a file has not. */
const withoutPages = (asked: object) =>
  new URLSearchParams(
    Object.entries(asked).flatMap(([key, value]) =>
      value === undefined || value === '' || ['page', 'size', 'sort'].includes(key) ? [] : [[key, String(value)]],
    ),
  );
export const exportRecords = (asked: object) =>
  download(`/achievement_records/export?${withoutPages(asked)}`, `achievements-${today()}.xlsx`).catch(() => undefined);
export const exportRating = (asked: object) =>
  download(`/achievement_records/rating/export?${withoutPages(asked)}`, `achievement-rating-${today()}.xlsx`).catch(
    () => undefined,
  );

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'achievements.field'>) => t(`achievements.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'achievements.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'achievements.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}
