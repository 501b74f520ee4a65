import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import type { FastifyRequest } from 'fastify';
import type { CallMeta, ErrorCode } from '#platform/contract/index.ts';
import { databaseIsAway } from '../database/database.ts';
import type { Call } from './context.ts';
import { codeOfConstraint, fail, type Refusal } from './errors.ts';
import { faultsOf } from './input-faults.ts';

// What PostgreSQL refuses because of what was sent, in our own words.
const databaseRefusals: Record<string, ErrorCode> = {
  '23505': 'DUPLICATE',
  '23503': 'UNKNOWN_REFERENCE',
  '23P01': 'DUPLICATE',
  '40001': 'STALE',
  // Two waited for each other, and this one was let go of.
  '40P01': 'BUSY',
  // Somebody holds what the call needs for longer than anybody should wait (see `lockPatience`).
  '55P03': 'BUSY',
  // It took longer than a statement may, or whoever runs the database ended it.
  '57014': 'HEAVY_STOPPED',
  '22P05': 'BAD_REQUEST',
  '22021': 'BAD_REQUEST',
  '22003': 'BAD_REQUEST',
  '22008': 'BAD_REQUEST',
  // A table whose past nobody knows (database/as-of.sql).
  ED001: 'AS_OF_NOT_KEPT',
  // One whose past cannot be told until a server has ended its start.
  ED002: 'BUSY',
};

let toldAway = 0;
/** Once in a second is enough: while the database is away, every call fails for the same reason. */
function tellAway(request: FastifyRequest, error: unknown): void {
  if (performance.now() - toldAway < 1_000) return;
  toldAway = performance.now();
  request.log.error({ err: error }, 'the database or the disk cannot be used');
}

interface DatabaseFault {
  code?: string;
  constraint?: string;
  detail?: string;
}

/** What a rule of a domain's own says of its breach, as JSON in the detail; never what the database itself writes there. */
function toldBy(constraint: string | undefined, detail: string | undefined): Record<string, unknown> {
  return codeOfConstraint(constraint) && detail?.startsWith('{') ? JSON.parse(detail) : {};
}

/** Turns whatever was thrown into a typed refusal; unknown faults get a number that the log carries too. */
export function refusalOf(error: unknown, { request, meta }: Pick<Call, 'request'> & { meta?: CallMeta }): Refusal {
  const cause = (error as { cause?: unknown })?.cause;
  if (error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR') {
    if (error.code === 'BAD_REQUEST' && !error.data?.fields) {
      const fields = faultsOf(cause);
      // `/student/abc`: an address at which there can be nothing, whatever else was sent.
      if (fields.some(({ path }) => meta?.path.includes(`{${path}}`))) return fail('NOT_FOUND');
      return fail('BAD_REQUEST', { fields });
    }
    return error;
  }
  const source = error instanceof ORPCError ? cause : error;
  if (databaseIsAway(source)) {
    tellAway(request, source);
    return fail('SERVICE_UNAVAILABLE');
  }
  const sql = (source as { code?: string; cause?: DatabaseFault } & DatabaseFault) ?? {};
  const constraint = sql.constraint ?? sql.cause?.constraint;
  const refused =
    codeOfConstraint(constraint) ?? databaseRefusals[sql.code ?? ''] ?? databaseRefusals[sql.cause?.code ?? ''];
  if (refused) return fail(refused, { constraint, ...toldBy(constraint, sql.detail ?? sql.cause?.detail) });
  const error_id = randomUUID().slice(0, 8);
  request.log.error({ err: source, error_id }, 'a call failed');
  return fail('INTERNAL_SERVER_ERROR', { error_id });
}
