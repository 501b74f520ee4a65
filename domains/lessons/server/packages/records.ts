import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { fileRecords, openUpload } from '#domains/files/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { Storage } from '#platform/server/disk/storage.ts';
import { SpreadsheetError } from '#platform/server/spreadsheets/error.ts';
import type { packageInput, packageRecord } from '../../shapes.ts';
import { isLearner, lessonToChange } from '../reach.ts';
import { attempts, packages, trees } from '../tables.ts';
import { checkArchive, entryWhole } from './archive.ts';
import { forgetOpened } from './content.ts';
import { type Manifest, ManifestError, manifestName, plainPackage, readManifest } from './manifest.ts';
import { packageResult } from './merge.ts';

/** E-learning packages of lessons. */

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
  return new Map((await presentPackages(call, rows)).map((row) => [row.lesson_id, row]));
}

export async function presentPackages(call: Call, rows: Row[]): Promise<Package[]> {
  if (rows.length === 0) return [];
  const files = await fileRecords(
    call,
    rows.map((row) => row.file_id),
  );
  const tried = isLearner(call)
    ? await call.db
        .select({ attempt: attempts })
        .from(attempts)
        .innerJoin(students, eq(students.id, attempts.student_id))
        .where(
          and(
            inArray(
              attempts.package_id,
              rows.map((row) => row.id),
            ),
            eq(students.account_id, call.account_id),
          ),
        )
        .orderBy(desc(attempts.number))
    : [];
  const ruled = tried.length
    ? await call.db.select().from(trees).where(eq(trees.student_id, tried[0]!.attempt.student_id))
    : [];
  const mine = Map.groupBy(tried, ({ attempt }) => attempt.package_id);
  return rows.map((row) => {
    const parts = mine.get(row.id)?.map(({ attempt }) => attempt) ?? [];
    const newest = parts.filter((part) => part.number === parts[0]?.number);
    return {
      id: row.id,
      version: row.version,
      lesson_id: row.lesson_id,
      kind: row.kind,
      title: row.title,
      items: row.items.map(({ id, title }) => ({ id, title })),
      file_name: files.get(row.file_id)?.original_name ?? '',
      file_size: files.get(row.file_id)?.file_size ?? 0,
      mine: newest[0]
        ? {
            attempt: newest[0].number,
            ...packageResult(
              newest,
              row.items.length,
              ruled.find((one) => one.package_id === row.id && one.number === newest[0]!.number),
            ),
          }
        : null,
    };
  });
}

/** Takes an uploaded zip as the package of a lesson. Nothing is stored before all of it has been read and understood. */
export async function savePackage(call: Call, input: z.infer<typeof packageInput>): Promise<Package> {
  const lesson = await lessonToChange(call, 'lesson.manage', input.lesson_id);
  const { path, name } = await openUpload(call, input.file_id);
  const manifest = await understand(path, name.replace(/\.zip$/i, ''));
  await call.db
    .update(packages)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(packages.lesson_id, lesson.id), isNull(packages.deleted_at)));
  const [row] = await call.db
    .insert(packages)
    .values({
      lesson_id: lesson.id,
      file_id: input.file_id,
      ...manifest,
      title: (input.title ?? manifest.title).slice(0, 300),
    })
    .returning();
  return (await presentPackages(call, [row as Row]))[0] as Package;
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
    rows[0] && (await understand(new Storage(dataDir).pathOf(rows[0].hash), row.title).catch(() => undefined));
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
  const [row] = await call.db
    .select()
    .from(packages)
    .where(and(eq(packages.id, input.id), isNull(packages.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  await lessonToChange(call, 'lesson.manage', row.lesson_id);
  await call.db.update(packages).set({ deleted_at: sql`edulab_now()` }).where(eq(packages.id, row.id));
  return { ok: true };
}
