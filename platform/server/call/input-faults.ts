import type { FieldFault } from '#platform/contract/index.ts';

interface Issue {
  code?: string;
  path?: PropertyKey[];
  message: string;
  input?: unknown;
  minimum?: number;
  maximum?: number;
  origin?: string;
  format?: string;
  keys?: string[];
  errors?: Issue[][];
}

const ownCodes = new Set(['unprintable', 'phone', 'money']);
/** A rule may name its code as the message, whatever kind of rule it is; zod's own messages have blanks. */
const named = /^[a-z]+(_[a-z]+)+$/;

function codeOf(issue: Issue): { code: string; [key: string]: unknown } {
  if (ownCodes.has(issue.message) || named.test(issue.message)) return { code: issue.message };
  const text = issue.origin === 'string';
  const many = issue.origin === 'array' || issue.origin === 'set';
  switch (issue.code) {
    case 'invalid_type':
      return { code: /received undefined|received null/.test(issue.message) ? 'form_required' : 'invalid' };
    case 'too_small':
      if ((text || many) && issue.minimum === 1) return { code: 'form_required' };
      return { code: text ? 'too_short' : many ? 'too_few' : 'too_small', min: issue.minimum };
    case 'too_big':
      return { code: text ? 'too_long' : many ? 'too_many' : 'too_big', max: issue.maximum };
    case 'invalid_format':
      return { code: issue.format === 'email' ? 'email' : 'invalid' };
    case 'unrecognized_keys':
      return { code: 'unknown_key' };
    case 'custom':
      // A domain's own rule names its code as the message.
      return { code: /^[a-z][a-z0-9_]*$/i.test(issue.message) ? issue.message : 'invalid' };
    default:
      return { code: 'invalid' };
  }
}

/** The faults of a refused input, one per field, in the order in which the fields stand. */
export function faultsOf(cause: unknown): Omit<FieldFault, 'message'>[] {
  const issues = (cause as { issues?: Issue[] } | undefined)?.issues;
  if (!Array.isArray(issues)) return [];
  return issues.slice(0, 100).map((issue) => ({ path: (issue.path ?? []).map(String).join('.'), ...codeOf(issue) }));
}
