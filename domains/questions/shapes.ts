import { z } from 'zod';
import { requiredText, text, title } from '#platform/contract/index.ts';
import { fieldTypes } from './answers.ts';
import { changeKinds } from './changes.ts';
import { longestFormula } from './formula.ts';

/** Shapes of fields and answers, the same for every form. */

export const fieldKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,49}$/, { error: 'invalid' })
  .describe('small letters, digits and _');

export const formField = z.object({
  key: fieldKey,
  type: z.enum(fieldTypes),
  title,
  hint: title.nullish(),
  required: z.boolean().optional(),
  options: z
    .array(z.object({ value: requiredText(100), title }))
    .max(300)
    .optional(),
  condition: z
    .object({ field: fieldKey, in: z.array(text(100)).min(1).max(50) })
    .nullish()
    .describe('asked only where the other field has one of these values'),
  min: z.number().nullish().describe('of numbers the value, of text the length'),
  max: z.number().nullish(),
  fact: text(50).nullish().describe('of a FACT: what of the record the server writes there'),
  source: text(50).nullish().describe('of a RECORD: from which records one chooses'),
  formula: text(longestFormula).nullish().describe('of a FORMULA: numbers, fields, + - * / ( ), min max sum abs round'),
});

export const answersShape = z.record(
  z.string().max(60),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
);

export const fieldChange = z.object({
  kind: z.enum(changeKinds),
  key: z.string(),
  title: z.object({ uz: z.string(), ru: z.string(), en: z.string() }),
});
