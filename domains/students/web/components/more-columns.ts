import type { Ability, Translate } from '#platform/web/index.ts';
import { choosableColumns } from '#platform/web/kit/index.ts';
import { studentShown } from './fields.ts';

/** What else of the record can stand in a list of students, for whoever may see it. */
export const moreColumns = (can: Ability['can']) => (t: Translate) => choosableColumns(t, studentShown, can);
