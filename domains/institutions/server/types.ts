import { and, asc, desc, eq, ilike, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField, failMissing } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { demandDeleted, undelete, withDeletion } from '#platform/server/records/deletion.ts';
import { likeLiteral, localTitle, plain } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { OPTIONS } from './standard/lists.ts';
import { optionTypes } from './tables.ts';

const living = (variable: string) => and(eq(optionTypes.variable, variable), isNull(optionTypes.deleted_at));

/** A list that is closed because the code knows each of its values; nobody edits it. */
const closedList = (call: Call, variable: string) =>
  call.kernel.domains.flatMap(({ lists = {} }) => Object.entries(lists)).find(([name]) => name === variable)?.[1];

const closedOptions = (call: Call, { codes, words }: { codes: readonly string[]; words: string }) =>
  codes.map((code, at) => ({
    id: at + 1,
    code,
    title: message(call.locale, `${words}.${code}`),
    parent: null,
    version: 1,
  }));

/** 404 for a list of which there is nothing here, not even what was deleted. */
async function demandKnown(call: Call, variable: string): Promise<void> {
  if (Object.hasOwn(OPTIONS, variable)) return;
  const [row] = await call.db
    .select({ id: optionTypes.id })
    .from(optionTypes)
    .where(eq(optionTypes.variable, variable))
    .limit(1);
  if (!row) throw fail('NOT_FOUND');
}

function demandOpen(call: Call, variable: string): void {
  if (closedList(call, variable)) throw failField('variable', 'RESERVED_NAME', { name: variable });
}

/** Options of one short list in the caller's language, in their order; below `parent` where it is given. */
export async function options(call: Call, variable: string, parent?: string, search?: string) {
  const closed = closedList(call, variable);
  if (closed) {
    const word = search?.toLowerCase() ?? '';
    return closedOptions(call, closed).filter(
      ({ code, title }) => parent === undefined && `${code} ${title}`.toLowerCase().includes(word),
    );
  }
  const rows = await storedOptions(call, variable, parent, search);
  if (rows.length === 0) await demandKnown(call, variable);
  return rows;
}

function storedOptions(call: Call, variable: string, parent?: string, search?: string) {
  const title = localTitle(optionTypes.title, call.locale);
  return call.db
    .select({
      id: optionTypes.id,
      code: optionTypes.code,
      title: sql<string>`${title}`,
      parent: optionTypes.parent,
      version: optionTypes.version,
    })
    .from(optionTypes)
    .where(
      and(
        living(variable),
        parent === undefined ? undefined : eq(optionTypes.parent, parent),
        search
          ? or(sql`${title} ilike ${`%${likeLiteral(search)}%`}`, ilike(optionTypes.code, `%${likeLiteral(search)}%`))
          : undefined,
      ),
    )
    .orderBy(asc(optionTypes.position), asc(optionTypes.id));
}

/** The same in all languages, for those who edit the list. */
export async function listOptions(call: Call, variable: string, deleted = false) {
  if (deleted) demandDeleted(call);
  const closed = closedList(call, variable);
  if (closed) return deleted ? [] : closed.codes.map((code, at) => wholeOption(closed.words, code, at));
  const rows = await call.db
    .select()
    .from(optionTypes)
    .where(deleted ? and(eq(optionTypes.variable, variable), isNotNull(optionTypes.deleted_at)) : living(variable))
    .orderBy(...(deleted ? [desc(optionTypes.deleted_at)] : [asc(optionTypes.position)]), asc(optionTypes.id));
  if (rows.length === 0) await demandKnown(call, variable);
  return deleted ? withDeletion(rows.map(plain), rows) : rows.map(plain);
}

const inAllLanguages = (key: string): Title => ({
  uz: message('uz', key),
  ru: message('ru', key),
  en: message('en', key),
});
const wholeOption = (words: string, code: string, at: number) => ({
  id: at + 1,
  version: 1,
  created_at: beginning,
  updated_at: beginning,
  code,
  title: inAllLanguages(`${words}.${code}`),
  parent: null,
  position: at,
});
/** Of what is no row: it has been there since there is an Edulab. */
const beginning = '2024-01-01T00:00:00.000Z';

export async function saveOption(
  call: Call,
  input: {
    variable: string;
    id?: number | undefined;
    version?: number | undefined;
    code?: string | undefined;
    title?: Title | undefined;
    parent?: string | null | undefined;
    position?: number | undefined;
  },
) {
  const { id, version, variable, ...rest } = input;
  demandOpen(call, variable);
  if (id === undefined) {
    const { code, title } = rest;
    if (!code || !title) throw failMissing(rest, ['code', 'title']);
    const [row] = await call.db
      .insert(optionTypes)
      .values({ ...rest, variable, code, title })
      .returning();
    return plain(row!);
  }
  const read = { id, version: version ?? 0 };
  const current = await loadForChange(call, optionTypes, living(variable), read, async (now) => plain(now));
  const [row] = Object.values(rest).some((value) => value !== undefined)
    ? await call.db.update(optionTypes).set(rest).where(eq(optionTypes.id, id)).returning()
    : [current];
  return plain(row!);
}

export async function removeOption(call: Call, variable: string, id: number): Promise<{ ok: true }> {
  const rows = await call.db
    .update(optionTypes)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(living(variable), eq(optionTypes.id, id)))
    .returning({ id: optionTypes.id });
  if (rows.length === 0) throw fail('NOT_FOUND');
  return { ok: true };
}

export async function restoreOption(call: Call, variable: string, id: number) {
  const [row] = await call.db
    .select()
    .from(optionTypes)
    .where(and(eq(optionTypes.variable, variable), eq(optionTypes.id, id)))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  return plain(row.deleted_at === null ? row : await undelete(call, optionTypes, id));
}
