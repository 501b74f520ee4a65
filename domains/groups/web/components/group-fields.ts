import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, type Translate } from '#platform/web/index.ts';
import type { FieldDefinition } from '#platform/web/kit/index.ts';
import { groupKinds, groupSave, groupStates, studyLanguages } from '../../shapes.ts';
import { loadCourses, loadForms, loadGroups } from '../api.ts';

/** What a group needs, for creating and for changing. */
export const groupSchema = z.object({ ...saveBase, ...groupSave });

export function groupFields(t: Translate, subgroup: boolean, existing: boolean): FieldDefinition[] {
  const field = <N extends NameIn<'groups.field'>>(name: N) => ({ name, label: t(codeId('groups.field', name)) });
  return [
    { control: 'async', ...field('course_id'), load: loadCourses, wide: true },
    { control: 'number', ...field('entry_year') },
    { control: 'select', ...field('language'), options: choices(t, 'groups.language', studyLanguages) },
    { control: 'async', ...field('education_form_id'), load: loadForms },
    { control: 'number', ...field('capacity') },
    { control: 'text', ...field('name'), description: t('groups.name.hint') },
    { control: 'select', ...field('kind'), options: choices(t, 'groups.kind', groupKinds) },
    ...(subgroup ? [{ control: 'async', ...field('parent_id'), load: loadGroups } as const] : []),
    ...(existing
      ? [{ control: 'select', ...field('status'), options: choices(t, 'groups.status', groupStates) } as const]
      : []),
  ];
}

/** The next name of a row: `IQ-26-1` → `IQ-26-2`; a name without a number gets one. */
export const nextName = (name: string): string => {
  const found = /^(.*?)(\d+)(\D*)$/.exec(name);
  return found ? `${found[1]}${Number(found[2]) + 1}${found[3]}` : `${name}-2`;
};
