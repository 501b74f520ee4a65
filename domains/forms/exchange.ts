import { z } from 'zod';
import { money } from '#platform/contract/index.ts';
import { chainStep, deliveries, formSection, paper } from './shapes.ts';

/**
 * A form as a file, to be taken to another type or another institution: its questions keep their keys and its sections
 * their numbers, so that conditions, formulas, steps and the paper go on meaning the same. Browser-safe.
 */

const content = z.object({
  title: z.object({ uz: z.string(), ru: z.string(), en: z.string() }),
  description: z.object({ uz: z.string(), ru: z.string(), en: z.string() }).nullable(),
  sections: z.array(formSection).max(30),
  steps: z.array(chainStep).max(12),
  paper: paper.nullable(),
  fee: money,
  deliveries: z.array(z.enum(deliveries)).max(3),
  languages: z
    .array(z.enum(['uz', 'ru', 'en']))
    .min(1)
    .max(3),
});
export const formFile = z.object({ format: z.literal('edulab-form-1'), form: content });
export type FormContent = z.infer<typeof content>;

/** A file holds more than a form does: whatever came along with the record stays behind. */
export const exportForm = (form: FormContent): string =>
  JSON.stringify({ format: 'edulab-form-1', form: content.parse(form) }, null, 2);

/** Null for what is no such file. What it refers to that is not there is said when it is saved. */
export function importForm(text: string): FormContent | null {
  try {
    const found = formFile.safeParse(JSON.parse(text));
    return found.success ? found.data.form : null;
  } catch {
    return null;
  }
}
