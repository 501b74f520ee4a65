import { z } from 'zod';
import {
  type Access,
  allQuery,
  byId,
  call,
  crud,
  defineErrors,
  exportAnswer,
  listOf,
  nothing,
  option,
  queryId,
} from '#platform/contract/index.ts';
import { ruleKinds } from './rules.ts';
import * as shapes from './shapes.ts';

export { permissions } from './permissions.ts';

/** Students at risk: rules that a dean sets, the list that they make, what was done, and what it changed. */

export const errors = defineErrors({
  RISK_RULE_EMPTY: 422,
  RISK_RULE_REVERSED: 422,
  RISK_RULE_TWICE: 422,
  RISK_RULE_WEEKS: 422,
  RISK_RULES_CHANGED: 409,
  RISK_NOT_YOUR_FACULTY: 403,
  RISK_CLOSED: 409,
  RISK_OPEN_ALREADY: 409,
  RISK_AHEAD: 422,
  RISK_NEXT_EARLIER: 422,
  RISK_ACTION_OF_OTHER: 403,
  RISK_NOBODY_TO_ACT: 422,
  RISK_RUNS: 409,
  RISK_PREVIEWS: 429,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    'early-warning': typeof errors;
  }
}

const read: Access = { permission: 'risk.read' };
const act: Access = { permission: 'risk.act' };
const rules: Access = { permission: 'risk.rules' };
const base = '/early_warning/';
const faults = ['RISK_RULE_EMPTY', 'RISK_RULE_REVERSED', 'RISK_RULE_TWICE', 'RISK_RULE_WEEKS'] as const;

export const contract = {
  risk: {
    list: call({
      method: 'GET',
      path: base,
      summary: 'Students at risk, whoever needs something done first',
      access: read,
      input: shapes.caseQuery,
      output: listOf(shapes.riskCase),
    }),
    overview: call({
      method: 'GET',
      path: `${base}overview`,
      summary: 'How many students at risk wait for what, of those whom the caller looks after',
      access: read,
      output: shapes.overview,
    }),
    effect: call({
      method: 'GET',
      path: `${base}effect`,
      summary:
        'Of those found in a semester, how many got better, with and without something done; few people are not told apart',
      access: read,
      input: shapes.effectQuery,
      output: shapes.effect,
    }),
    actors: call({
      method: 'GET',
      path: `${base}actors`,
      summary: 'People to whom a student at risk can be handed over, for selectors',
      access: act,
      input: allQuery,
      output: z.array(option),
    }),
    export: call({
      method: 'GET',
      path: `${base}export`,
      summary: 'Students at risk of the list as an xlsx file',
      access: read,
      heavy: 'export',
      logged: 'PERSONAL_EXPORT',
      input: shapes.caseQuery,
      output: exportAnswer,
    }),
    run: call({
      method: 'POST',
      path: `${base}run`,
      summary: 'Make the list anew now, as the night does',
      access: rules,
      output: shapes.started,
      errors: ['RISK_RUNS'],
    }),
    get: call({
      method: 'GET',
      path: `${base}{id}`,
      summary: 'A student at risk, with every reason and what was done',
      access: read,
      input: byId,
      output: shapes.wholeCase,
    }),
    rows: call({
      method: 'GET',
      path: `${base}{id}/rows`,
      summary: 'The lessons, works or results behind a number of a student at risk, as they are today',
      access: read,
      input: byId.extend({ kind: z.enum(ruleKinds) }),
      output: shapes.rowsAnswer,
    }),
    act: call({
      method: 'POST',
      path: `${base}action`,
      summary: 'Write down what was done for a student: a note, a call, a meeting, a referral',
      access: act,
      input: shapes.actionSave,
      output: shapes.wholeCase,
      errors: ['STALE', 'RISK_CLOSED', 'RISK_AHEAD', 'RISK_NEXT_EARLIER', 'RISK_ACTION_OF_OTHER'],
    }),
    assign: call({
      method: 'PUT',
      path: `${base}assign`,
      summary: 'Hand students over to somebody, or to nobody again; all or none',
      access: { permission: 'risk.assign' },
      input: shapes.assignment,
      output: nothing,
      errors: ['RISK_NOBODY_TO_ACT', 'RISK_CLOSED'],
    }),
    change_status: call({
      method: 'PUT',
      path: `${base}status`,
      summary: 'Close a case with a reason, or open it again',
      access: act,
      input: shapes.statusChange,
      output: shapes.wholeCase,
      errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'REASON_REQUIRED', 'RISK_OPEN_ALREADY'],
    }),
  },
  risk_rules: {
    get: call({
      method: 'GET',
      path: `${base}rules/`,
      summary: 'The rules that hold in a faculty or in the institution, and every version of them',
      access: read,
      input: z.object({ department_id: queryId.optional() }),
      output: shapes.rulesAnswer,
    }),
    save: call({
      method: 'POST',
      path: `${base}rules/`,
      summary: 'Set the rules anew; what held before stays to be read',
      access: rules,
      input: shapes.rulesSave,
      output: shapes.rulesAnswer,
      errors: [...faults, 'RISK_RULES_CHANGED', 'RISK_NOT_YOUR_FACULTY', 'UNKNOWN_REFERENCE'],
    }),
    preview: call({
      method: 'POST',
      path: `${base}rules/preview`,
      summary:
        'How many students these rules would find instead of those that hold; a job, whose receipt has the counts',
      access: rules,
      input: shapes.rulesPreview,
      output: shapes.started,
      errors: [...faults, 'RISK_NOT_YOUR_FACULTY', 'RISK_PREVIEWS', 'UNKNOWN_REFERENCE'],
    }),
  },
  risk_deputy: crud({
    base: `${base}deputy/`,
    noun: 'deputy',
    nouns: 'deputies',
    read: act,
    write: act,
    record: shapes.deputyRecord,
    save: shapes.deputySave,
    errors: ['DATES_REVERSED', 'RISK_NOBODY_TO_ACT', 'UNKNOWN_REFERENCE'],
  }),
};
