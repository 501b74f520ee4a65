import { ORPCError } from '@orpc/server';
import {
  commonErrors,
  type ErrorCode,
  type ErrorCodes,
  type FieldFault,
  type FieldFaultCode,
  type Locale,
} from '#platform/contract/index.ts';
import { hasMessage, message } from './messages.ts';

const statuses: ErrorCodes = { ...commonErrors };

/** Makes a domain's codes known; two domains may not use one code for two statuses. */
export function registerErrors(codes: ErrorCodes): void {
  for (const [code, status] of Object.entries(codes)) {
    if (statuses[code] !== undefined && statuses[code] !== status)
      throw new Error(`error code ${code} has two statuses`);
    statuses[code] = status;
  }
}

export const isErrorCode = (code: string): code is ErrorCode => statuses[code] !== undefined;

/** The HTTP status of a code; 500 for one that nobody declared. */
export const statusOf = (code: string): number => statuses[code] ?? 500;

const constraints = new Map<string, ErrorCode>();
/** What a domain calls the breach of a database rule of its own, by the name of the constraint. */
export function registerConstraints(codes: Record<string, ErrorCode>): void {
  for (const [constraint, code] of Object.entries(codes)) {
    if (statuses[code] === undefined) throw new Error(`unknown error code ${code} for ${constraint}`);
    constraints.set(constraint, code);
  }
}
/** Rules that a trigger checks raise `check_violation` with a constraint's name, as if it were one. */
export const codeOfConstraint = (constraint: string | undefined): ErrorCode | undefined =>
  constraints.get(constraint ?? '');

export interface FailData {
  fields?: Omit<FieldFault, 'message'>[];
  [key: string]: unknown;
}

export type Refusal = ORPCError<string, FailData | undefined>;

/** A refusal with a typed code. The text is chosen when it is sent, in the caller's language; `data` fills its blanks. */
export function fail(code: ErrorCode, data?: FailData): Refusal {
  const status = statuses[code];
  if (status === undefined) throw new Error(`unknown error code ${code}`);
  return new ORPCError<string, FailData | undefined>(code, { status, message: code, data });
}

/** A refusal of one field. A code in small letters is a fault of form (400 BAD_REQUEST), one in capitals carries its own status. */
export const failField = (
  path: string,
  code: ErrorCode | FieldFaultCode,
  data: Record<string, unknown> = {},
): Refusal => fail(isErrorCode(code) ? code : 'BAD_REQUEST', { ...data, fields: [{ path, code }] });

/** A refusal that names each of these fields that is not filled. */
export const failMissing = (input: object, names: readonly string[]): Refusal =>
  fail('BAD_REQUEST', {
    fields: names
      .filter((name) => !(input as Record<string, unknown>)[name])
      .map((path) => ({ path, code: 'form_required' })),
  });

/**
 * What a refusal says. Of a step that a life cycle does not know, `data` holds the codes of the states; people read their
 * words, which stand as `<entity>_state.<STATE>` in the server's messages of the domain.
 */
export function refusalText(locale: Locale, code: string, data: Record<string, unknown> = {}): string {
  const word = (state: unknown) => {
    const key = `${data.entity}_state.${state}`;
    return hasMessage(key) ? message(locale, key) : state;
  };
  return message(locale, code, data.entity ? { ...data, from: word(data.from), to: word(data.to) } : data);
}

/** The body of every failed call. */
export function errorBody(status: number, code: string, locale: Locale, data?: FailData) {
  const fields = data?.fields?.map((field) => ({
    message: message(locale, field.code, { ...data, ...field }),
    ...field,
  }));
  return {
    status,
    code,
    message: refusalText(locale, code, data),
    ...(data ? { data: fields ? { ...data, fields } : data } : {}),
  };
}

/** Why this would be refused, in the words in which it would be; null where it would not. Other failures stay failures. */
export async function refusalOf(
  locale: Locale,
  attempt: () => Promise<unknown>,
): Promise<{ code: string; message: string; data: FailData } | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    if (!(error instanceof ORPCError) || statuses[error.code] === undefined) throw error;
    const data = (error.data ?? {}) as FailData;
    return { code: error.code, message: refusalText(locale, error.code, data), data };
  }
}
