import { z } from 'zod';
import { call, crud, defineErrors } from '#platform/contract/index.ts';
import * as shapes from '../shapes-recognition.ts';

/** Calls about credits that were earned elsewhere; they come with a change of a student's life. */

export const recognitionErrors = defineErrors({
  ALREADY_RECOGNISED: 409,
  RECOGNITION_CREDITS: 422,
  RECOGNITION_WITHDRAWN: 409,
  RECOGNITION_AWARDED: 422,
  RECOGNITION_RULE_TWICE: 409,
});

export const recognitionCalls = {
  list: call({
    method: 'GET',
    path: '/recognition/',
    summary: 'Credits of a student that were earned elsewhere and what they count as; one’s own where none is named',
    access: { permission: 'transcript.read' },
    input: shapes.recognitionList,
    output: z.array(shapes.recognition),
  }),
  withdraw: call({
    method: 'POST',
    path: '/recognition/withdraw',
    summary: 'Recognise no more what was recognised; the student is told why',
    access: { permission: 'student.transfer' },
    input: shapes.recognitionWithdrawal,
    output: shapes.recognition,
    errors: ['STALE', 'RECOGNITION_WITHDRAWN', 'RECOGNITION_AWARDED'],
  }),
  rule: crud({
    base: '/recognition/rule/',
    noun: 'rule of recognised marks',
    read: { permission: 'assessment_plan.read' },
    write: { permission: 'assessment_scale.manage' },
    record: shapes.recognitionRule,
    save: shapes.recognitionRuleSave,
    filters: {},
    errors: ['RECOGNITION_RULE_TWICE'],
  }),
};
