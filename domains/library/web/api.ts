import { useMemo } from 'react';
import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect, type NameIn, useMessages } from '#platform/web/index.ts';
import { studentOptions } from '#platform/web/kit/controls/addressed.ts';
import type { OptionId, UploadedFile } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const plan = connect(curriculum);
const places = connect(institutions);
const people = connect(students);

export type Item = Awaited<ReturnType<typeof api.e_library.get.call>>;
export type ModuleFile = Awaited<ReturnType<typeof api.module_file.get.call>>;
export type StudentFile = Awaited<ReturnType<typeof api.student_file.get.call>>;
export type OpenLink = Awaited<ReturnType<typeof api.user_open_link.get.call>>;

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadCourses = (search: string, ids?: OptionId[]) => plan.course.all.call(question(search, ids));
export const loadModules = (search: string, ids?: OptionId[]) => plan.module.all.call(question(search, ids));
export const loadYears = (search: string, ids?: OptionId[]) => places.academic_year.all.call(question(search, ids));
export const loadSubjects = (search: string, ids?: OptionId[]) =>
  ids
    ? Promise.resolve(ids.map((id) => ({ id: String(id), title: String(id) })))
    : api.e_library.subjects.call({ search });
export const loadStudents = studentOptions((question) => people.all.call(question));

/** Forms hold files as a list of one; the call wants the number of the file, or null. */
export const fileList = (file: UploadedFile | null): UploadedFile[] => (file ? [file] : []);
export const idOf = (files: readonly { id: number }[] | undefined): number | null => files?.[0]?.id ?? null;

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'library.field'>) => t(`library.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'library.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'library.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}
