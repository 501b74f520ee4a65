import { z } from 'zod';
import { call, crud, defineErrors } from '#platform/contract/index.ts';
import * as shapes from '../shapes-letters.ts';

/** Calls about the words of letters. */

const read = { permission: 'letter_template.read' } as const;

export const letterErrors = defineErrors({ LETTER_UNKNOWN: 422, LETTER_BLANK_UNKNOWN: 422, LETTER_TWICE: 409 });

export const letterCalls = {
  template: crud({
    base: '/letter-template/',
    noun: 'template of letters',
    read,
    write: { permission: 'letter_template.manage' },
    record: shapes.letterTemplateRecord,
    save: shapes.letterTemplateSave,
    errors: ['LETTER_UNKNOWN', 'LETTER_BLANK_UNKNOWN', 'LETTER_TWICE'],
  }),
  kinds: call({
    method: 'GET',
    path: '/letter-template/kinds',
    summary: 'Every letter that is written here, with its blanks and its words',
    access: read,
    output: z.array(shapes.letterKindShape),
  }),
};
