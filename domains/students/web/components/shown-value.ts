import { useAbility, useMessages } from '#platform/web/index.ts';
import { useShownValues } from '#platform/web/kit/index.ts';
import { records } from '../records.ts';
import { studentShown } from './fields.ts';

/** Files stand in the record by number. */
const files = new Set(['photo_file_id', 'file_id']);

/** Fields and values of a student's history as people read them. */
export function useShownValue() {
  const t = useMessages();
  // Who left reads no list of courses; what they may still correct names none.
  const { can } = useAbility();
  const { label, value } = useShownValues(studentShown, records.students.codes, can('curriculum.read'));
  return {
    label,
    value: (field: string, found: unknown): unknown =>
      files.has(field) && typeof found === 'number' ? t('students.history.file') : value(field, found),
  };
}
