import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { fileRecords, openUpload } from '#domains/files/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { SpreadsheetError } from '#platform/server/spreadsheets/error.ts';
import type { packageInput, packageRecord } from '../../shapes.ts';
import { isLearner, lessonToChange } from '../reach.ts';
import { attempts, packages, trees } from '../tables.ts';
import { checkArchive, entryWhole } from './archive.ts';
import { forgetOpened } from './content.ts';
import { isOf, isSame, type Kept, type Learner, reachedByRules, reachedInPart } from './learner.ts';
import { type Manifest, ManifestError, manifestName, plainPackage, readManifest } from './manifest.ts';
import { packageResult } from './merge.ts';

/** E-learning packages, of lessons and of whatever else holds some. */

type Package = z.infer<typeof packageRecord>;
type Row = typeof packages.$inferSelect;

/** The package of each of these lessons, by lesson; students with their newest attempt. */
export async function packagesOf(call: Call, lesson_ids: number[]): Promise<Map<number, Package>> {
  const rows = lesson_ids.length
    ? await call.db
        .select()
        .from(packages)
        .where(and(inArray(packages.lesson_id, lesson_ids), isNull(packages.deleted_at)))
    : [];
  const shown = await presentPackages(call, rows, ownAttempts(call));
  return new Map(rows.map((row, at) => [row.lesson_id!, shown[at]!]));
}

/** Attempts of the student who asks; none of who teaches. */
const ownAttempts = (call: Call) =>
  isLearner(call)
    ? (table: Kept): SQL =>
        sql`${table.student_id} in (select ${students.id} from ${students} where ${students.account_id} = ${call.account_id})`
    : undefined;

/** The living package with this number, or 404. Whether the caller may see it is asked by whoever holds it. */
export async function packageRow(call: Call, id: number): Promise<Row> {
  const [row] = await call.db
    .select()
    .from(packages)
    .where(and(eq(packages.id, id), isNull(packages.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** Packages that others than lessons hold, by their numbers. */
export async function packagesById(
  call: Call,
  ids: readonly number[],
  mine: ((table: Kept) => SQL) | undefined,
): Promise<Map<number, Package>> {
  const rows = ids.length
    ? await call.db
        .select()
        .from(packages)
        .where(and(inArray(packages.id, [...ids]), isNull(packages.deleted_at)))
    : [];
  return new Map((await presentPackages(call, rows, mine)).map((row) => [row.id, row]));
}

/** What was reached in these packages by whoever `mine` says; without what the content keeps for itself, which may be large. */
async function reachedIn(call: Call, ids: readonly number[], mine: (table: Kept) => SQL) {
  const tried = await call.db
    .select(reachedInPart)
    .from(attempts)
    .where(and(inArray(attempts.package_id, [...ids]), mine(attempts)))
    .orderBy(desc(attempts.number), desc(attempts.id));
  const ruled = tried.length
    ? await call.db
        .select(reachedByRules)
        .from(trees)
        .where(and(inArray(trees.package_id, [...ids]), mine(trees)))
    : [];
  const own = Map.groupBy(tried, (attempt) => attempt.package_id);
  /** The newest attempt in one of them; null where there is none. */
  return (id: number, items: number) => {
    const parts = own.get(id) ?? [];
    const [newest] = parts;
    if (!newest) return null;
    const of = parts.filter((part) => part.number === newest.number);
    const whole = ruled.find((one) => one.package_id === id && one.number === newest.number && isSame(one, newest));
    return { attempt: newest.number, ...packageResult(of, items, whole) };
  };
}

/** Whether somebody went through a package in their newest attempt, and did not fail in it. */
export async function isPackageDone(call: Call, id: number, learner: Learner): Promise<boolean> {
  const [row] = await call.db
    .select({ items: sql<number>`jsonb_array_length(${packages.items})` })
    .from(packages)
    .where(and(eq(packages.id, id), isNull(packages.deleted_at)));
  const mine = row && (await reachedIn(call, [id], (table) => isOf(table, learner)))(id, row.items);
  return mine?.status === 'COMPLETED' && mine.success !== 'FAILED';
}

/** In the order of the rows; `mine` says which attempts are those of whoever asks. */
export async function presentPackages(
  call: Call,
  rows: Row[],
  mine: ((table: Kept) => SQL) | undefined,
): Promise<Package[]> {
  if (rows.length === 0) return [];
  const files = await fileRecords(
    call,
    rows.map((row) => row.file_id),
  );
  const reached = mine
    ? await reachedIn(
        call,
        rows.map((row) => row.id),
        mine,
      )
    : () => null;
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    lesson_id: row.lesson_id,
    kind: row.kind,
    title: row.title,
    items: row.items.map(({ id, title }) => ({ id, title })),
    file_name: files.get(row.file_id)?.original_name ?? '',
    file_size: files.get(row.file_id)?.file_size ?? 0,
    mine: reached(row.id, row.items.length),
  }));
}

export async function savePackage(call: Call, input: z.infer<typeof packageInput>): Promise<Package> {
  const lesson = await lessonToChange(call, 'lesson.manage', input.lesson_id);
  const [before] = await call.db
    .select({ id: packages.id })
    .from(packages)
    .where(and(eq(packages.lesson_id, lesson.id), isNull(packages.deleted_at)));
  return takePackage(call, input, before?.id ?? null, lesson.id);
}

/**
 * An uploaded zip as a package, in place of the one before; the lesson is left out where another domain holds it. Nothing
 * is stored before all of it has been read and understood.
 */
export async function takePackage(
  call: Call,
  input: { file_id: number; title?: string | undefined },
  before: number | null,
  lesson_id: number | null = null,
): Promise<Package> {
  const { path, name } = await openUpload(call, input.file_id);
  const manifest = await understand(path, name.replace(/\.zip$/i, ''));
  if (before !== null) await dropPackage(call, before);
  const [row] = await call.db
    .insert(packages)
    .values({
      lesson_id,
      file_id: input.file_id,
      ...manifest,
      title: (input.title ?? manifest.title).slice(0, 300),
    })
    .returning();
  return (await presentPackages(call, [row as Row], undefined))[0] as Package;
}

/** Takes a package away; what was done in it is kept. */
export async function dropPackage(call: Call, id: number): Promise<void> {
  await call.db
    .update(packages)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(packages.id, id), isNull(packages.deleted_at)));
}

async function understand(path: string, title: string): Promise<Manifest> {
  const archive = await checkArchive(path);
  const names = [...archive.keys()];
  const at = manifestName(names);
  try {
    if (!at) return plainPackage(names, title);
    const xml = await entryWhole(path, archive.get(at)!);
    if (!xml) throw new ManifestError('NOT_A_PACKAGE');
    return await readManifest(xml, names, at, title);
  } catch (error) {
    if (error instanceof ManifestError) throw fail(error.code, error.data);
    // A manifest that is no XML.
    if (error instanceof SpreadsheetError) throw fail('NOT_A_PACKAGE');
    throw error;
  }
}

/** Packages in which this process found no rules, so that it looks once. */
const ruleless = new LRUCache<string, true>({ max: 10_000 });

/**
 * The package with its rules: those that were uploaded before rules were followed are read once more, when somebody opens
 * them next. A file that cannot be read any more leaves the package as it is.
 */
export async function withRules(call: Call, row: Row): Promise<Row> {
  const { dataDir } = call.kernel.settings;
  const name = `${dataDir} ${row.id} ${row.file_id}`;
  if (row.kind !== 'SCORM2004' || row.sequencing || ruleless.has(name)) return row;
  const { rows } = await call.db.execute<{ hash: string }>(sql`select hash from files where id = ${row.file_id}`);
  const read =
    rows[0] &&
    (await storageOf(call.kernel.settings)
      .local(rows[0].hash)
      .then((path) => understand(path, row.title))
      .catch(() => undefined));
  if (!read?.sequencing) {
    ruleless.set(name, true);
    return row;
  }
  await call.db
    .update(packages)
    .set({ items: read.items, sequencing: read.sequencing })
    .where(and(eq(packages.id, row.id), isNull(packages.sequencing)));
  call.afterCommit.push(() => forgetOpened(dataDir, call.institution_id, row.id));
  const [now] = await call.db.select().from(packages).where(eq(packages.id, row.id));
  return now ?? row;
}

export async function removePackage(call: Call, input: { id: number }): Promise<{ ok: true }> {
  const row = await packageRow(call, input.id);
  if (row.lesson_id === null) throw fail('NOT_FOUND');
  await lessonToChange(call, 'lesson.manage', row.lesson_id);
  await dropPackage(call, row.id);
  return { ok: true };
}
