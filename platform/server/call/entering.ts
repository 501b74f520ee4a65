import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Locale } from '#platform/contract/index.ts';
import { abilitiesOf } from './access.ts';
import { type Call, demandProof } from './context.ts';
import { fail } from './errors.ts';

/** Who comes to the door, and whether what they ask for is theirs to ask. */

export const header = (request: FastifyRequest, ...names: string[]): string | undefined => {
  for (const name of names) {
    const value = request.headers[name];
    if (typeof value === 'string' && value !== '') return value;
  }
};

export const wholeNumber = (value: string | undefined): number | null =>
  value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : null;

export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/=-]{16,512})$/i.exec(request.headers.authorization ?? '')?.[1];

/** The institution that is asked for. */
export const wishOf = (request: FastifyRequest): number | null =>
  wholeNumber(header(request, 'institution', 'x-institution', 'institution-id', 'x-institution-id'));

/** The bearer token as it is stored: hashed, so that a stolen table opens no door. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface Entered {
  account_id: number | null;
  session_id: number | null;
  institution_id: number | null;
  refused: boolean;
  proved: boolean;
  access_version: number;
  required_actions: string[];
  locale: Locale | null;
  education_form: number | null;
  timezone: string | null;
  /** Of what a replica may answer: how far the primary has written. */
  position?: string | null;
}

/** What finds the session and binds the transaction to it. Its values are made here: a hex digest and a number. */
export const enterStatement = (bearer: string | undefined, wish: number | null, what: string, more = ''): string =>
  `select *${more} from edulab_enter('${bearer ? hashToken(bearer) : ''}', ${wish ?? 'null'}, '${what}')`;

/** Holds what the door has found against what the call asks for: session → institution → permission → proof. */
export async function admit(
  call: Call,
  client: pg.PoolClient,
  entered: Entered | undefined,
  wish: number | null,
): Promise<void> {
  const { access, proof } = call.meta;
  const isPublic = 'public' in access;
  if (!entered?.account_id) {
    if (!isPublic) throw fail('UNAUTHORIZED');
    call.institution_id = wish ?? 1;
  } else {
    call.account_id = entered.account_id;
    call.session_id = entered.session_id;
    call.proved = entered.proved;
    if (!isPublic && (entered.refused || entered.institution_id === null)) throw fail('INSTITUTION_NOT_ALLOWED');
    call.institution_id = entered.institution_id ?? wish ?? 1;
    if (entered.timezone) call.timezone = entered.timezone;
    call.abilities = await abilitiesOf(client, entered.account_id, call.institution_id, entered.access_version);
  }
  if ('permission' in access) {
    const wanted = [access.permission].flat();
    if (!wanted.some((permission) => call.abilities.has(permission)))
      throw fail('FORBIDDEN', { permission: wanted[0] });
    if (entered?.required_actions.includes('UPDATE_PASSWORD'))
      throw fail('FORBIDDEN', { required_action: 'UPDATE_PASSWORD' });
  }
  if (proof === true) demandProof(call);
}
