import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { issuedDocuments } from '#domains/credentials/server/index.ts';
import { evidenceRecords } from '#domains/files/server/index.ts';
import type { ListAnswer } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { textHolds } from '#platform/server/records/finding.ts';
import type { paperQuery, paperRow } from '../../shapes-papers.ts';
import { paperSource } from '../hooks.ts';
import { studentDocuments } from '../tables.ts';
import { paperColumns } from './paper-columns.ts';
import { ownId, studentWithin } from './reach.ts';

/** All papers of one student: each domain says which of its own, and whoever may not see them there does not see them here. */

type Row = z.infer<typeof paperRow>;
interface Found extends Record<string, unknown> {
  source: Row['source'];
  id: number;
  at: string;
  title: string | null;
  number: string | null;
  status: string | null;
  file_id: number | null;
  document_id: number | null;
  total: number;
}

/** What the office keeps of the student's own documents. */
const kept = (student_id: number): SQL =>
  sql`select ${paperColumns({
    source: 'KEPT',
    id: studentDocuments.id,
    at: studentDocuments.created_at,
    title: studentDocuments.type,
    number: studentDocuments.number,
    file_id: studentDocuments.file_id,
  })} from ${studentDocuments} where ${and(eq(studentDocuments.student_id, student_id), isNull(studentDocuments.deleted_at))}`;

/** What was issued; letters are between their reader and the office that wrote them. */
function issued(call: Call, student_id: number): SQL | null {
  const scope = scopeOf(call, 'issued_document.read');
  if (!scope) return null;
  const own = sql`${issuedDocuments.student_id} in (select edulab_own_records(${call.account_id}))`;
  return sql`select ${paperColumns({
    source: 'PAPER',
    id: issuedDocuments.id,
    at: issuedDocuments.issued_at,
    title: issuedDocuments.title,
    number: issuedDocuments.number,
    status: issuedDocuments.status,
    document_id: issuedDocuments.id,
  })} from ${issuedDocuments} where ${issuedDocuments.student_id} = ${student_id} and ${issuedDocuments.kind} <> 'LETTER' and ${
    scope === 'institution' ? sql`true` : own
  } union all select ${paperColumns({
    source: 'LETTER',
    id: issuedDocuments.id,
    at: issuedDocuments.issued_at,
    title: issuedDocuments.title,
    number: issuedDocuments.number,
    status: issuedDocuments.status,
    document_id: issuedDocuments.id,
  })} from ${issuedDocuments} where ${issuedDocuments.student_id} = ${student_id} and ${issuedDocuments.kind} = 'LETTER' and ${own}`;
}

export async function papersOf(call: Call, input: z.infer<typeof paperQuery>): Promise<ListAnswer<Row>> {
  const student = await studentWithin(call, 'student.documents', input.student_id ?? (await ownId(call)));
  const sources = [
    kept(student.id),
    issued(call, student.id),
    ...followersOf(call.kernel, paperSource).map((one) => one.papers(call, student.id)),
  ].filter((one) => one !== null);
  const [page, size] = [input.page ?? 0, input.size ?? 10];
  if (input.sort !== undefined && !/^at(,asc|,desc)?$/i.test(input.sort))
    throw failField('sort', 'BAD_REQUEST', { offered: ['at'] });
  const oldestFirst = input.sort !== undefined && !/desc$/i.test(input.sort);
  const wanted = [
    input.source?.length ? sql`p.source = any(${sql.param(input.source)}::text[])` : undefined,
    textHolds([sql`p.title`, sql`p.number`], input.search),
  ];
  const { rows } = await call.db.execute<Found>(
    sql`select p.*, count(*) over ()::int as total from (${sql.join(sources, sql` union all `)}) p
         where ${and(...wanted) ?? sql`true`} order by p.at ${sql.raw(oldestFirst ? 'asc' : 'desc')}, p.source, p.id desc
         limit ${size} offset ${page * size}`,
  );
  // Behind the last page there is no row to carry the total.
  const total = rows[0]?.total ?? (page === 0 ? 0 : page * size);
  const pages = Math.ceil(total / size);
  const files = await evidenceRecords(
    call,
    rows.map(({ file_id }) => file_id),
  );
  return {
    content: rows.map(({ id, file_id, total: _, at, ...row }) => ({
      ...row,
      id: `${row.source}-${id}`,
      record_id: id,
      at: new Date(at).toISOString(),
      file: files.get(file_id ?? 0) ?? null,
    })),
    top_content: [],
    size,
    pageable: { pageSize: size, pageNumber: page },
    total_elements: total,
    total_pages: pages,
    total_exact: rows.length > 0 || page === 0,
    last: page >= pages - 1,
    status: 200,
  };
}
