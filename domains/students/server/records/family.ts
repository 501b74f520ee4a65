import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { claimFiles, evidenceRecords, fileRecords } from '#domains/files/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, demand } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { type RowOf, undelete } from '#platform/server/records/deletion.ts';
import { type ListInput, list as page } from '#platform/server/records/lists.ts';
import { definedOf, likeLiteral, plain } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import type { card, cardSave, documentSave, guardianSave } from '../../shapes.ts';
import { studentCards, studentDocuments, studentGuardians, students } from '../tables.ts';
import { courseColumn, ownId, ownIdIfAny, reach, type StudentPermission, studentWithin } from './reach.ts';
import { searchCondition } from './search.ts';

type Part = PgTable & { id: PgColumn; version: PgColumn; student_id: PgColumn; deleted_at: PgColumn };
interface PartSave {
  id?: number | undefined;
  version?: number | undefined;
  student_id?: number | undefined;
}

/** Records that belong to one student: read, saved and deleted within the reach of the right over that student. */
function partOf<T extends Part>(table: T, readable: StudentPermission, writable: StudentPermission, searched: SQL) {
  type Row = RowOf<T> & { id: number; version: number; student_id: number; deleted_at: string | null };
  const show = (rows: Row[], edit: boolean) => rows.map((row) => ({ ...plain(row), can: { edit } }));
  const mayWrite = async (call: Call, student: number) =>
    (
      await call.db
        .select({ id: students.id })
        .from(students)
        .where(and(eq(students.id, student), reach(call, writable)))
    ).length > 0;
  /** Of students over whom the caller has the right to write. */
  const ofWritable = (call: Call) =>
    inArray(
      table.student_id,
      call.db
        .select({ id: students.id })
        .from(students)
        .where(and(isNull(students.deleted_at), reach(call, writable))),
    );
  const forChange = async (call: Call, read: { id: number; version?: number | undefined }): Promise<Row> =>
    (await loadForChange(call, table, ofWritable(call), read, async (now) => show([now as Row], true)[0])) as Row;

  return {
    async list(call: Call, input: ListInput & { student_id?: number | undefined }) {
      // Staff who name nobody and study nowhere have no records of their own.
      const id = input.student_id ?? (await ownIdIfAny(call));
      const student = id === undefined ? undefined : await studentWithin(call, readable, id);
      const edit = student !== undefined && (await mayWrite(call, student.id));
      const text = input.search?.trim();
      return page(call, input, {
        from: sql`${table}`,
        key: sql`${table.id}`,
        table: getTableConfig(table).name,
        where: [
          student ? eq(table.student_id, student.id) : sql`false`,
          isNull(table.deleted_at),
          text ? sql`(${searched}) ilike ${`%${likeLiteral(text)}%`}` : undefined,
        ],
        sorts: { id: sql`${table.id}` },
        defaultSort: 'id',
        load: async (ids) => {
          const rows = await call.db
            .select()
            .from(table as PgTable)
            .where(inArray(table.id, ids));
          return show(rows as Row[], edit);
        },
      });
    },
    async save(call: Call, input: PartSave) {
      const { id, version, student_id, ...fields } = input;
      let rows: Record<string, unknown>[];
      if (id === undefined) {
        const student = await studentWithin(call, writable, student_id ?? (await ownId(call)));
        rows = await call.db
          .insert(table as PgTable)
          .values({ ...fields, student_id: student.id })
          .returning();
      } else {
        const current = await forChange(call, { id, version: version ?? 0 });
        const given: Record<string, unknown> = definedOf(fields);
        rows = Object.keys(given).length
          ? await call.db
              .update(table as PgTable)
              .set(given)
              .where(eq(table.id, id))
              .returning()
          : [current];
      }
      return show(rows as Row[], true)[0]!;
    },
    async remove(call: Call, input: { id: number }): Promise<{ ok: true }> {
      await forChange(call, input);
      await call.db
        .update(table as PgTable)
        .set({ deleted_at: sql`edulab_now()` })
        .where(eq(table.id, input.id));
      return { ok: true };
    },
    /** Takes back a deletion; what is not deleted is answered as it is. */
    async restore(call: Call, input: { id: number }) {
      const [row] = (await call.db
        .select()
        .from(table as PgTable)
        .where(and(eq(table.id, input.id), ofWritable(call)))
        .for('update')) as Row[];
      if (!row) throw fail('NOT_FOUND');
      return show([row.deleted_at === null ? row : ((await undelete(call, table, input.id)) as Row)], true)[0]!;
    },
  };
}

const guardianParts = partOf(
  studentGuardians,
  'student.personal',
  'student.contact',
  sql`concat_ws(' ', ${studentGuardians.lastname}, ${studentGuardians.firstname}, ${studentGuardians.midname}, ${studentGuardians.contact_phone})`,
);
export const guardians = {
  ...guardianParts,
  save: (call: Call, input: z.infer<typeof guardianSave>) => guardianParts.save(call, input),
};

/** How the first guardian is reached, as the student says; nothing is written where there is no guardian or nothing new. */
export async function reachGuardian(
  call: Call,
  student_id: number,
  ways: Partial<
    Pick<typeof studentGuardians.$inferInsert, 'contact_phone' | 'home_phone' | 'current_address' | 'email'>
  >,
): Promise<void> {
  const first = sql`(select id from ${studentGuardians} where student_id = ${student_id} and deleted_at is null order by id limit 1)`;
  const news = Object.entries(ways).map(([way, value]) => sql`${sql.identifier(way)} is distinct from ${value}`);
  if (news.length)
    await call.db
      .update(studentGuardians)
      .set(ways)
      .where(and(sql`${studentGuardians.id} = ${first}`, or(...news)));
}

const documentParts = partOf(
  studentDocuments,
  'student.documents',
  'student.manage',
  sql`concat_ws(' ', ${studentDocuments.type}, ${studentDocuments.number}, ${studentDocuments.issued_by}, ${studentDocuments.note})`,
);
async function withFiles<R extends { file_id: number | null }>(call: Call, rows: R[]) {
  const found = await evidenceRecords(
    call,
    rows.map((row) => row.file_id),
  );
  return rows.map((row) => ({ ...row, file: found.get(row.file_id ?? 0) ?? null }));
}
export const documents = {
  ...documentParts,
  list: async (call: Call, input: Parameters<typeof documentParts.list>[1]) => {
    const answer = await documentParts.list(call, input);
    return { ...answer, content: await withFiles(call, answer.content), top_content: [] };
  },
  async save(call: Call, input: z.infer<typeof documentSave>) {
    if (input.issued_on && input.valid_until && input.issued_on > input.valid_until)
      throw failField('valid_until', 'DATES_ORDER');
    if (input.file_id) {
      const [had] =
        input.id === undefined
          ? []
          : await call.db
              .select({ file_id: studentDocuments.file_id })
              .from(studentDocuments)
              .where(eq(studentDocuments.id, input.id));
      await claimFiles(call, 'file_id', [input.file_id], [had?.file_id ?? null]);
    }
    return (await withFiles(call, [await documentParts.save(call, input)]))[0]!;
  },
  restore: async (call: Call, input: { id: number }) =>
    (await withFiles(call, [await documentParts.restore(call, input)]))[0]!,
};

const cardParts = partOf(studentCards, 'student.cards', 'student.cards_manage', sql`${studentCards.card_number}`);

async function showCards(call: Call, where: Parameters<typeof and>[0]): Promise<z.infer<typeof card>[]> {
  const rows = await call.db
    .select({
      row: studentCards,
      student: {
        id: students.id,
        student_no: students.student_no,
        firstname: students.firstname,
        lastname: students.lastname,
        midname: students.midname,
        names_cyrillic: students.names_cyrillic,
        photo_file_id: students.photo_file_id,
        course: courseColumn(call.locale),
        level: students.level,
      },
      edit: sql<boolean>`(${reach(call, 'student.cards_manage') ?? sql`true`})`,
    })
    .from(studentCards)
    .innerJoin(students, eq(students.id, studentCards.student_id))
    .where(and(isNull(studentCards.deleted_at), isNull(students.deleted_at), where))
    .orderBy(desc(studentCards.id))
    .limit(1000);
  const photos = await fileRecords(
    call,
    rows.map(({ student }) => student.photo_file_id),
  );
  return rows.map(({ row, student: { photo_file_id, ...student }, edit }) => ({
    ...plain(row),
    student: { ...student, photo: photos.get(photo_file_id ?? 0) ?? null },
    can: { edit },
  }));
}

export const cards = {
  all: (
    call: Call,
    input: {
      student_ids?: number[] | undefined;
      search?: string | undefined;
      status?: z.infer<typeof card>['status'] | undefined;
      printed?: 'true' | 'false' | undefined;
    },
  ) =>
    showCards(
      call,
      and(
        reach(call, 'student.cards'),
        input.student_ids
          ? input.student_ids.length
            ? inArray(students.id, input.student_ids)
            : sql`false`
          : undefined,
        searchCondition(call, input.search),
        input.status ? eq(studentCards.status, input.status) : undefined,
        input.printed ? eq(studentCards.printed, input.printed === 'true') : undefined,
      ),
    ),

  /** Without a number the card gets that of the student and how many they have had: `2600017-2`. */
  async save(call: Call, input: z.infer<typeof cardSave>) {
    const fields: z.infer<typeof cardSave> & { printed_at?: string | null } = {
      ...input,
      ...(input.printed === undefined ? {} : { printed_at: input.printed ? clock.iso() : null }),
    };
    if (input.issued_on && input.valid_until && input.issued_on > input.valid_until)
      throw failField('valid_until', 'DATES_ORDER');
    if (input.id === undefined) {
      const student = await studentWithin(call, 'student.cards_manage', input.student_id ?? (await ownId(call)), {
        lock: true,
      });
      const [had] = await call.db
        .select({ n: sql<number>`count(*)::int` })
        .from(studentCards)
        .where(eq(studentCards.student_id, student.id));
      fields.card_number ??= `${student.student_no}-${(had?.n ?? 0) + 1}`;
      fields.issued_on ??= await todayOf(call);
    }
    if (typeof fields.card_number === 'string') {
      const taken = await call.db
        .select({ id: studentCards.id })
        .from(studentCards)
        .where(
          and(
            eq(studentCards.card_number, fields.card_number),
            isNull(studentCards.deleted_at),
            sql`${studentCards.id} <> ${input.id ?? 0}`,
          ),
        )
        .limit(1);
      if (taken.length) throw failField('card_number', 'CARD_NUMBER_TAKEN', { value: fields.card_number });
    }
    const saved = await cardParts.save(call, fields);
    const [shown] = await showCards(call, eq(studentCards.id, saved.id));
    if (!shown) throw fail('NOT_FOUND');
    return shown;
  },
};

/** A new card in the place of those that somebody has, which are lost or given back. Errors: FORBIDDEN. */
export async function duplicateCard(
  call: Call,
  { student_id, lost }: { student_id: number; lost: boolean },
): Promise<{ before: string | null; after: string }> {
  demand(call, 'student.cards_manage');
  const had = await call.db
    .select()
    .from(studentCards)
    .where(
      and(eq(studentCards.student_id, student_id), eq(studentCards.status, 'ISSUED'), isNull(studentCards.deleted_at)),
    )
    .orderBy(studentCards.id);
  for (const { id, version } of had) await cards.save(call, { id, version, status: lost ? 'LOST' : 'RETURNED' });
  const made = await cards.save(call, { student_id });
  return { before: had.map(({ card_number }) => card_number).join(', ') || null, after: made.card_number };
}
