import { defineErrors } from '#platform/contract/index.ts';

/** What forms of any domain ask, and whether answers fit: one engine. It has no calls of its own. */

export {
  type Answer,
  type AnswerFault,
  type Answers,
  checkAnswers,
  checkFields,
  type Facts,
  type FieldType,
  type FormField,
  fieldTypes,
  isAsked,
  isFile,
  isPicture,
  isWritten,
  type OfRecord,
  stillReferred,
  written,
} from './answers.ts';
export { type AskedSection, changesBetween, type FieldChange } from './changes.ts';
export { fieldsIn, readFormula, worth } from './formula.ts';
export { answersShape, fieldChange, fieldKey, formField } from './shapes.ts';

export const errors = defineErrors({ FIELD_REFERRED: 409 });
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    questions: typeof errors;
  }
}

export const contract = {};
