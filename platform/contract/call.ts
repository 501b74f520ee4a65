import { oc } from '@orpc/contract';
import { z } from 'zod';
import type { ErrorCode, PermissionName } from './declared.ts';
import type { SecurityKind } from './security.ts';
import { id, idOrName, option, queryBoolean, queryInt, requiredText, text, version } from './shapes.ts';
import { asStored } from './sought.ts';

/**
 * Who may call: a permission, or one of two exceptions that need a reason.
 * `self`: every signed-in person, about themselves or about lists that everybody needs. `public`: without a session.
 */
export type Access =
  | { permission: PermissionName | readonly [PermissionName, ...PermissionName[]] }
  | { self: string }
  | { public: string };

/**
 * Of a sensitive act: the password was given not longer than ten minutes ago, else 403 PROOF_REQUIRED. `true` is checked
 * at the door; with `when` the handler asks for it (`demandProof`) in the cases named.
 */
export type Proof = true | { when: string };
const proofInWords = (proof: Proof) => `Asks for the password again${proof === true ? '' : ` when ${proof.when}`}`;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * What makes a call heavy: it makes a file of many records, reads one that was sent, draws, or searches through so much
 * that it may take seconds. Such calls stand in a line of their own, one per person, and never in front of others.
 */
export type Heavy = 'export' | 'preview' | 'import' | 'picture' | 'print' | 'search' | 'plan';

/**
 * The answer holds what opens something: a token, a password. It is stored nowhere, so a repeated request does not get it
 * again: `once`, it is refused as ANSWER_GIVEN, for doing it twice would undo what the first made; `again`, it is done anew.
 */
export type SecretAnswer = 'once' | 'again';

/**
 * What is served before what where more ask than can be served: what is saved, and what gets people in; one's own and single
 * records; lists; what is heavy.
 */
export const ranks = ['save', 'read', 'list', 'heavy'] as const;
export type Rank = (typeof ranks)[number];

export interface CallMeta {
  access: Access;
  method: Method;
  path: string;
  aliases: readonly string[];
  /** Error codes of its own that the call answers besides those of every call. */
  errors: readonly ErrorCode[];
  /** An address that it shares with another call: a body with one of these fields is meant for this one. */
  alsoAt?: SharedAddress;
  /** Reads are not given an Idempotency-Key although they are POST. */
  reads: boolean;
  /** Of a list: who may ask it for what was deleted. */
  deleted?: Access;
  /** A sensitive act: the session must have proved lately whose it is. In words, when the handler asks only sometimes. */
  proof?: Proof;
  /** Each call that succeeds stands in the security log, under this kind. */
  logged?: SecurityKind;
  heavy?: Heavy;
  secret?: SecretAnswer;
  /**
   * Can be asked as of a past day. Reads what has a history, and nothing that only a process remembers. `reach`: whatever it
   * asks it asks for how far the rights reach today.
   */
  asOf?: true | 'reach';
  /** It only reads, and much or for strangers: a replica answers it where there is one that has all that was committed. */
  replica?: true;
  rank: Rank;
}

/** An address of another call, and the fields by which a body that is sent there is known as meant for this one. */
export interface SharedAddress {
  path: string;
  fields: readonly string[];
}

interface CallDefinition<I extends z.ZodType, O extends z.ZodType> {
  method: Method;
  /** Path below the base of the API, with or without the last slash: both answer. */
  path: string;
  aliases?: readonly string[];
  alsoAt?: SharedAddress;
  summary: string;
  access: Access;
  input?: I;
  output: O;
  errors?: readonly ErrorCode[];
  reads?: boolean;
  deleted?: Access;
  proof?: Proof;
  logged?: SecurityKind;
  heavy?: Heavy;
  secret?: SecretAnswer;
  /** Without it nobody gets in: where many wait it comes first, as if it were saved. */
  first?: true;
  /** A replica answers it where there is one. Exports and searches that only read go there by themselves. */
  replica?: true;
  /** It can be asked as of a past day, with `as_of` in the query: see platform/server/records/as-of.ts. */
  asOf?: true | 'reach';
}

const trim = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path);

/** Declares one call. The path, the shapes, the errors and the permission stand here and nowhere else. */
export function call<O extends z.ZodType, I extends z.ZodType = z.ZodOptional<z.ZodUnknown>>(
  definition: CallDefinition<I, O>,
) {
  const { method, aliases = [], summary, access, output, heavy, secret } = definition;
  const errors: ErrorCode[] = [
    ...(definition.errors ?? []),
    ...(heavy ? (['HEAVY_RUNNING', 'HEAVY_BUSY', 'HEAVY_STOPPED'] as const) : []),
    ...(secret === 'once' ? (['ANSWER_GIVEN'] as const) : []),
  ];
  const path = trim(definition.path);
  const reads = definition.reads ?? method === 'GET';
  const isPage = output instanceof z.ZodObject && 'total_pages' in output.shape;
  const meta: CallMeta = {
    access,
    method,
    path,
    aliases: aliases.map(trim),
    errors,
    reads,
    rank: heavy ? 'heavy' : definition.first || !reads ? 'save' : isPage ? 'list' : 'read',
    ...(definition.alsoAt ? { alsoAt: { ...definition.alsoAt, path: trim(definition.alsoAt.path) } } : {}),
    ...(definition.deleted ? { deleted: definition.deleted } : {}),
    ...(definition.proof ? { proof: definition.proof } : {}),
    ...(definition.logged ? { logged: definition.logged } : {}),
    ...(definition.heavy ? { heavy: definition.heavy } : {}),
    ...(secret ? { secret } : {}),
    ...(definition.asOf ? { asOf: definition.asOf } : {}),
    ...(definition.replica || (reads && (heavy === 'export' || heavy === 'search')) ? { replica: true } : {}),
  };
  const who =
    'permission' in access
      ? `Permission: ${[access.permission].flat().join(' or ')}`
      : 'self' in access
        ? `Signed in: ${access.self}`
        : `Public: ${access.public}`;
  const input = (definition.input ?? z.unknown().optional()) as I;
  return oc
    .$meta<CallMeta>(meta)
    .route({
      method,
      path: path as `/${string}`,
      summary,
      description: [
        who,
        meta.proof ? proofInWords(meta.proof) : '',
        meta.alsoAt ? `Also ${meta.alsoAt.path}, with one of ${meta.alsoAt.fields.join(', ')} in the body` : '',
        meta.asOf ? 'With as_of=YYYY-MM-DD as it was at the end of that day' : '',
        errors.length ? `Errors: ${errors.join(', ')}` : '',
      ]
        .filter(Boolean)
        .join('. '),
      tags: [path.split('/')[1] ?? ''],
    })
    .input(input)
    .output(output);
}

/** What is looked for, with the numbers of people as they are stored; every search of every call. */
export const sought = text(200).overwrite(asStored);

/** Query of every list: zero-based page, ten rows unless told, `sort=column` or `sort=column,desc`. */
export const listQuery = {
  search: sought.optional(),
  page: queryInt(0, 10_000_000).optional(),
  size: queryInt(1, 200).optional(),
  sort: z.string().max(100).optional(),
};

/** Answer of every list. `total_exact` is false where a search was cut off and the totals are a lower bound. */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({
    content: z.array(row),
    top_content: z.array(row).describe('pinned rows, shown above the page'),
    size: z.number(),
    pageable: z.object({ pageSize: z.number(), pageNumber: z.number() }),
    total_elements: z.number(),
    total_pages: z.number(),
    total_exact: z.boolean(),
    last: z.boolean(),
    status: z.number(),
  });

export interface ListAnswer<T> {
  content: T[];
  top_content: T[];
  size: number;
  pageable: { pageSize: number; pageNumber: number };
  total_elements: number;
  total_pages: number;
  total_exact: boolean;
  last: boolean;
  status: number;
}

/** What every stored record answers besides its own fields. `can` says what this caller may do with it. */
export const recordBase = {
  id: z.number(),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  can: z.record(z.string(), z.boolean()).optional(),
  deleted_at: z.string().nullable().optional().describe('only in a list of what was deleted'),
};

/** What a save carries besides the fields: nothing to create, id and version to change. */
export const saveBase = { id: id.optional(), version: version.optional() };

export const byId = z.object({ id: z.coerce.number<number>().pipe(id) });
export const byIdOrName = z.object({ id: idOrName });
export const allQuery = z.object({ search: sought.optional(), ids: z.string().max(10_000).optional() }).optional();

type Loose<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<S[K]> };
/**
 * What a save takes: all that a new record cannot do without, with id and version where a form changes the whole record;
 * or id, version and whatever else there is to change.
 */
type SaveInput<S extends z.ZodRawShape> =
  | z.input<z.ZodObject<typeof saveBase & S>>
  | ({ id: number; version?: number | undefined } & z.input<z.ZodObject<Loose<S>>>);
type SaveOutput<S extends z.ZodRawShape> = z.output<z.ZodObject<typeof saveBase & Loose<S>>>;

/** The shape of a save, from the fields as a new record needs them. A change may leave out any, but empties none of these. */
export function saveShape<S extends z.ZodRawShape>(fields: S): z.ZodType<SaveOutput<S>, SaveInput<S>>;
export function saveShape(fields: z.ZodRawShape): z.ZodType {
  const needed = Object.keys(fields).filter((name) => !z.safeParse(fields[name]!, undefined).success);
  /** Empty, and the field itself would take it: what it refuses is told already. */
  const blank = (name: string, value: unknown) =>
    (value === null || value === '') && z.safeParse(fields[name]!, value).success;
  const loose = Object.entries(fields).map(([name, field]) => [
    name,
    needed.includes(name) ? z.optional(field) : field,
  ]);
  return z
    .object({ ...saveBase, ...Object.fromEntries(loose) })
    .superRefine((given: Record<string, unknown>, checked) => {
      for (const name of needed) {
        const value = given[name];
        if (value === undefined ? given.id === undefined : blank(name, value))
          checked.addIssue({ code: 'custom', path: [name], message: 'form_required' });
      }
    });
}

interface CrudDefinition<
  R extends z.ZodRawShape,
  S extends z.ZodRawShape,
  F extends z.ZodRawShape,
  A extends z.ZodType,
> {
  /** With the slashes: `/state/`. */
  base: string;
  aliases?: readonly string[];
  /** Of saving. */
  alsoAt?: SharedAddress;
  /** What one of them is called in summaries: 'region'. */
  noun: string;
  /** What many are called, where `pluralOf` does not know it. */
  nouns?: string;
  read: Access;
  write: Access;
  record: R;
  /** The fields as a new record needs them; a change may leave out any. */
  save: S;
  filters?: F;
  /** Whoever deletes one says why; the table keeps it as `deletion_reason`. */
  reasoned?: true;
  /** An item of `/all`; `{id, title}` unless told. */
  all?: A;
  /** Of saving, deleting and restoring. */
  proof?: Proof;
  /** Of saving. */
  errors?: readonly ErrorCode[];
  /** Of reading one, besides that there is none. */
  readErrors?: readonly ErrorCode[];
  deleteErrors?: readonly ErrorCode[];
  /** `deleteErrors` unless told, as what is asked before a restoration is what is asked before a deletion. */
  restoreErrors?: readonly ErrorCode[];
}

const withArticle = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** 'place of entrance exams' → 'places of entrance exams'. */
function pluralOf(noun: string): string {
  const [, head = noun, rest = ''] = /^(.*?)( (?:of|for|that|to) .*)?$/.exec(noun) ?? [];
  if (/[^aeiou]y$/.test(head)) return `${head.slice(0, -1)}ies${rest}`;
  return `${head}${/(?:s|x|ch|sh)$/.test(head) ? 'es' : 's'}${rest}`;
}

/** The generic five of the specification (get by id or name, save, delete, list, all), and how a deletion is taken back. */
export function crud<
  R extends z.ZodRawShape,
  S extends z.ZodRawShape,
  F extends z.ZodRawShape = Record<never, never>,
  A extends z.ZodType = typeof option,
>(definition: CrudDefinition<R, S, F, A>) {
  const { base, aliases = [], noun, nouns = pluralOf(noun), read, write } = definition;
  const sensitive = definition.proof ? { proof: definition.proof } : {};
  const under = (rest: string) => aliases.map((alias) => `${alias}${rest}`);
  const record = z.object({ ...recordBase, ...definition.record });
  const save = saveShape(definition.save);
  const filters = z.object({
    ...listQuery,
    deleted: queryBoolean.optional().describe('what was deleted instead; for those who may restore it'),
    ...((definition.filters ?? {}) as F),
  });
  return {
    get: call({
      method: 'GET',
      path: `${base}{id}`,
      aliases: under('{id}'),
      summary: `One ${noun}`,
      access: read,
      input: byIdOrName,
      output: record,
      asOf: true,
      ...(definition.readErrors ? { errors: definition.readErrors } : {}),
    }),
    save: call({
      method: 'POST',
      path: base,
      aliases,
      summary: `Create or change ${withArticle(noun)}`,
      access: write,
      ...sensitive,
      ...(definition.alsoAt ? { alsoAt: definition.alsoAt } : {}),
      input: save,
      output: record,
      errors: ['STALE', 'DUPLICATE', ...(definition.errors ?? [])],
    }),
    remove: call({
      method: 'DELETE',
      path: `${base}{id}`,
      aliases: under('{id}'),
      summary: `Delete ${withArticle(noun)}`,
      access: write,
      ...sensitive,
      input: definition.reasoned ? byIdOrName.extend({ reason: requiredText(500) }) : byIdOrName,
      output: z.object({ ok: z.literal(true) }),
      errors: ['IN_USE', ...(definition.deleteErrors ?? [])],
    }),
    restore: call({
      method: 'POST',
      path: `${base}{id}/restore`,
      aliases: under('{id}/restore'),
      summary: `Take back that ${withArticle(noun)} was deleted`,
      access: write,
      ...sensitive,
      input: byId,
      output: record,
      errors: ['RESTORE_TAKEN', 'RESTORE_NEEDS', ...(definition.restoreErrors ?? definition.deleteErrors ?? [])],
    }),
    list: call({
      method: 'GET',
      path: base,
      aliases,
      summary: `List of ${nouns}`,
      access: read,
      deleted: write,
      input: filters,
      output: listOf(record),
      asOf: true,
    }),
    all: call({
      method: 'GET',
      path: `${base}all`,
      aliases: under('all'),
      summary: `All ${nouns} for selectors`,
      access: read,
      input: allQuery,
      output: z.array((definition.all ?? option) as A),
      asOf: true,
    }),
  };
}
