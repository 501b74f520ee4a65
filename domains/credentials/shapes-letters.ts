import { z } from 'zod';
import { text as optional, requiredText, title, titleOut } from '#platform/contract/index.ts';

/** Shapes of the templates of letters. */

const words = z.object({ uz: requiredText(20_000), ru: optional(20_000), en: optional(20_000) });

export const letterTemplateRecord = {
  kind: z.string().describe('which letter it words'),
  title: titleOut.describe('as it stands on the paper; nobody else is shown it'),
  text: titleOut,
};
export const letterTemplateSave = {
  kind: requiredText(60),
  title,
  text: words.describe('paragraphs with an empty line between them; blanks stand in braces'),
};
export const letterKindShape = z.object({
  id: z.string(),
  title: z.string(),
  blanks: z.array(z.string()).describe('what may stand in braces'),
  words: z
    .object({ title: titleOut, text: titleOut })
    .describe('as it reads where the institution has none of its own'),
  own: z.boolean().describe('the institution has words of its own'),
});
