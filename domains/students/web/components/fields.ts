import { namesOf, type StoredField, type StoredName } from '#platform/contract/index.ts';
import { codeId, type Translate, today } from '#platform/web/index.ts';
import type { FieldDefinition, OptionId } from '#platform/web/kit/index.ts';
import { type Part, studentFields } from '../../fields.ts';
import { loadCities, loadCourses, loadDepartments, loadForms, loadNationalities, loadRegions } from '../api.ts';

export type FieldName = StoredName<typeof studentFields>;
type Reference = Extract<(typeof studentFields)[FieldName]['control'], { kind: 'reference' }>;
type Load = (search: string, ids?: OptionId[]) => Promise<{ id: number; title: string }[]>;

/** Where the browser looks for what a field refers to. */
export const loaders: Record<Reference['to'], Load> = {
  nationality: loadNationalities,
  region: loadRegions,
  city: loadCities,
  course: loadCourses,
  form: loadForms,
  department: loadDepartments,
};

/** How each field that holds a number of another record finds its title. */
export const references: Record<string, Load> = Object.fromEntries(
  namesOf(studentFields, {}).flatMap((name) => {
    const { control } = studentFields[name];
    return control.kind === 'reference' ? [[name, loaders[control.to]]] : [];
  }),
);

function definitionOf(t: Translate, name: FieldName): FieldDefinition {
  const { control } = studentFields[name];
  const { hint, wide }: StoredField = studentFields[name];
  const look = {
    name,
    label: t(`students.field.${name}`),
    ...(hint ? { description: t(codeId('students.hint', name)) } : {}),
    ...(wide ? { wide } : {}),
  };
  switch (control.kind) {
    case 'select':
      return {
        control: 'select',
        ...look,
        options: control.codes.map((code) => ({ id: code, title: t(codeId(control.words, code)) })),
      };
    case 'reference':
      return { control: 'async', ...look, load: loaders[control.to] };
    case 'date':
      return { control: 'date', ...look, ...('until' in control ? { max: today() } : {}) };
    case 'text':
      return { control: 'text', ...look, ...('placeholder' in control ? { placeholder: control.placeholder } : {}) };
    default:
      return { control: control.kind, ...look };
  }
}

/** The fields of a student's record, part by part, for creating and for correcting. */
export const studentFormFields = (t: Translate, part: Part): FieldDefinition[] =>
  namesOf(studentFields, { part }).map((name) => definitionOf(t, name));
