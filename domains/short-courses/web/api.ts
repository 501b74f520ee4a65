import { useMemo } from 'react';
import {
  connect,
  download,
  type NameIn,
  openPaper,
  queryClient,
  silent,
  today,
  useMessages,
} from '#platform/web/index.ts';
import type { InputOf, OptionId, UploadedFile } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract).short_term_course;

export type Course = Awaited<ReturnType<typeof api.get.call>>;
export type Offered = Awaited<ReturnType<typeof api.catalogue.list.call>>['content'][number];
export type OfferedWhole = Awaited<ReturnType<typeof api.catalogue.get.call>>;
export type Priced = Awaited<ReturnType<typeof api.code.price.call>>;
export type GroupPreview = Awaited<ReturnType<typeof api.group.preview.call>>;
export type Chapter = Awaited<ReturnType<typeof api.chapter.get.call>>;
export type Registration = Awaited<ReturnType<typeof api.registration.get.call>>;

export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadCategories = (search: string, ids?: OptionId[]) => api.category.all.call(question(search, ids));
export const loadCourses = (search: string, ids?: OptionId[]) => api.all.call(question(search, ids));
export const loadForms = (search: string, ids?: OptionId[]) => api.forms.call(question(search, ids));
export const loadTeachers = (search: string, ids?: OptionId[]) => api.teachers.call(question(search, ids));

/** Forms hold files as a list of one; the call wants the number of the file, or null. */
export const fileList = (file: UploadedFile | null): UploadedFile[] => (file ? [file] : []);
export const idOf = (files: readonly { id: number }[] | undefined): number | null => files?.[0]?.id ?? null;

/** The number in the address under a name, where there is one. */
export const numberIn = (value: unknown): number | undefined =>
  /^\d{1,9}$/.test(String(value)) ? Number(value) : undefined;

export function exportListeners({ page: _page, size: _size, ...input }: InputOf<typeof api.registration.list>) {
  const asked = Object.entries(input).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  return download(
    `/short_term_course/registration/export?${new URLSearchParams(asked)}`,
    `listeners-${today()}.xlsx`,
  ).catch(() => undefined);
}

/** The paper of a bill, to be read in the page. */
export const openBill = async (of: 'registration' | 'group', id: number): Promise<void> => {
  const { number, file } = await api[of].bill.call({ id }, silent);
  await openPaper(file.src, `${number}.pdf`);
};

export const groupTemplate = () =>
  download('/short_term_course/group/template', 'listeners.xlsx').catch(() => undefined);

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'short-courses.field'>) => t(`short-courses.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'short-courses.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'short-courses.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}
