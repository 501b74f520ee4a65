import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  issueDocuments,
  issuedDocumentOf,
  issuedDocuments,
  replaceDocument,
  revokeTogether,
  sendTogether,
  shownCode,
  trialSheet,
} from '#domains/credentials/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { ListAnswer, Locale } from '#platform/contract/index.ts';
import { type Call, demand, type InputOf, type OutputOf, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { sendSheet } from '#platform/server/documents/index.ts';
import type { JobHandler, JobProgress } from '#platform/server/kernel.ts';
import { keyHolds, nameHolds, textHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { columnsSql, localTitle } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { callOf, startJob } from '#platform/server/work/jobs.ts';
import type { contract } from '../contract.ts';
import { type CertificateEvent, issueInput } from '../shapes.ts';
import { type Making, makerOf, type Recipient } from './making.ts';
import { chosenStudents, eventFaults, faultText, type Looked, liveTemplate, lookAt } from './recipients.ts';
import { certificateIssues, certificates, certificateTemplates } from './tables.ts';
import { demandSound, type TemplateRow } from './templates.ts';

/** Certificates for many at once: a look at every row, a job that issues all or none, and taking all of it back. */

export const issueJob = 'certificates.issue';
/** As many statements go out with so many certificates at once. */
const block = 500;
const shownRows = 2000;

export const makingOf = (
  { title, page, elements }: TemplateRow,
  language: Locale,
  event: CertificateEvent = {},
): Making => ({ title, page, elements, language, event });

/** The page with the data of somebody, drawn as it would be issued. Errors: those of a page that is not sound. */
export async function drawTemplate(call: Call, input: InputOf<typeof contract.template.draw>): Promise<{ ok: true }> {
  const { title, page, elements, language, event = {} } = input;
  demandSound({ page, elements });
  const student = input.student_id ? await studentFor(call, input.student_id) : null;
  const recipient: Recipient = {
    row: 1,
    name: student?.full_name ?? input.name ?? '',
    student,
    said: input.row ?? {},
  };
  const maker = await makerOf(call, { title, page, elements, language, event }, [recipient]);
  const { draft } = maker.make(recipient);
  return sendSheet(call, 'certificate.pdf', await trialSheet(call, draft));
}

/** Whoever designs sees the data of those whom a student's list would show them. */
async function studentFor(call: Call, id: number) {
  const right = scopeOf(call, 'certificate.issue') ? 'certificate.issue' : 'student.read';
  const [row] = await call.db
    .select()
    .from(students)
    .where(and(eq(students.id, id), isNull(students.deleted_at), studentsInReach(call, right)));
  if (!row) throw failField('student_id', 'UNKNOWN_REFERENCE');
  return row;
}

async function look(
  call: Call,
  input: InputOf<typeof contract.issue.start>,
): Promise<Looked & { template: TemplateRow }> {
  const template = await liveTemplate(call, input);
  const recipients = await chosenStudents(call, input);
  return { template, ...(await lookAt(call, template, makingOf(template, input.language, input.event), recipients)) };
}

export async function previewIssue(
  call: Call,
  input: InputOf<typeof contract.issue.preview>,
): Promise<OutputOf<typeof contract.issue.preview>> {
  const { recipients, faults, maker } = await look(call, input);
  return {
    rows: recipients.slice(0, shownRows).map(({ row, name, student }) => ({
      row,
      student_id: student?.id ?? null,
      name,
      number: student?.student_no ?? null,
      faults: (faults.get(row) ?? []).map((fault) => ({ code: fault.code, message: faultText(call, fault) })),
    })),
    total: recipients.length,
    faulty: faults.size,
    faults: eventFaults(call, maker),
  };
}

/** Errors: CERTIFICATE_FAULTS where anything stands against any of them. */
function demandFaultless({ faults, maker }: Looked): void {
  const count = faults.size + maker.lacks.length;
  if (count) throw fail('CERTIFICATE_FAULTS', { count });
}

export async function startIssue(call: Call, input: InputOf<typeof contract.issue.start>): Promise<{ job_id: number }> {
  const looked = await look(call, input);
  demandFaultless(looked);
  const { id } = await startJob(call, issueJob, { ...input }, looked.recipients.length);
  return { job_id: id };
}

/** Two issues at once would not see each other's certificates. */
export const oneAtATime = (call: Call) =>
  call.client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [issueJob, call.institution_id]);

export const issueHandler: JobHandler = {
  async run(context) {
    const call = callOf(context);
    demand(call, 'certificate.issue');
    await oneAtATime(call);
    const input = issueInput.parse(context.input);
    const looked = await look(call, input);
    demandFaultless(looked);
    const { issue_id, ids } = await issueAll(call, looked.template, input, looked, context.progress);
    return { issue_id, count: ids.length };
  },
  undo: (context) => takeBackIssue(callOf(context), Number(context.receipt.issue_id)),
};

/** Issues all of them in the caller's transaction; their numbers follow one another. */
export async function issueAll(
  call: Call,
  template: TemplateRow,
  { language, event = {} }: { language: Locale; event?: CertificateEvent | undefined },
  { recipients, maker }: Pick<Looked, 'recipients' | 'maker'>,
  progress: JobProgress,
): Promise<{ issue_id: number; ids: number[] }> {
  const [issue] = await call.db
    .insert(certificateIssues)
    .values({
      template_id: template.id,
      language,
      event,
      count: recipients.length,
      issued_by: call.account_id || null,
    })
    .returning({ id: certificateIssues.id });
  const issue_id = issue!.id;
  const ids: number[] = [];
  for (let from = 0; from < recipients.length; from += block) {
    const part = recipients.slice(from, from + block);
    const documents = await issueDocuments(
      call,
      'CERTIFICATE',
      part.map((recipient) => maker.make(recipient).draft),
    );
    await call.db.insert(certificates).values(
      part.map(({ student, name, said }, at) => ({
        document_id: documents[at]!.id,
        issue_id,
        template_id: template.id,
        student_id: student?.id ?? null,
        name,
        said,
      })),
    );
    ids.push(...documents.map(({ id }) => id));
    await progress(ids.length, recipients.length);
  }
  return { issue_id, ids };
}

type IssueRow = typeof certificateIssues.$inferSelect;

/** Whoever issues for a branch sees what they issued themselves. */
const visible = (call: Call) =>
  scopeOf(call, 'certificate.issue') === 'institution' ? undefined : eq(certificateIssues.issued_by, call.account_id);

async function present(call: Call, rows: IssueRow[]): Promise<OutputOf<typeof contract.issue.get>[]> {
  const ids = rows.map(({ id }) => id);
  const templates = await call.db
    .select({
      id: certificateTemplates.id,
      title: sql<string>`${localTitle(certificateTemplates.title, call.locale)}`,
      revision: certificateTemplates.revision,
    })
    .from(certificateTemplates)
    .where(
      inArray(
        certificateTemplates.id,
        rows.map(({ template_id }) => template_id),
      ),
    );
  const drawn = ids.length
    ? await call.db
        .select({ issue_id: certificates.issue_id, count: sql<number>`count(*)::int` })
        .from(certificates)
        .innerJoin(issuedDocuments, eq(issuedDocuments.id, certificates.document_id))
        .where(and(inArray(certificates.issue_id, ids), sql`${issuedDocuments.file_id} <> 0`))
        .groupBy(certificates.issue_id)
    : [];
  return rows.map((row) => {
    const template = templates.find(({ id }) => id === row.template_id);
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      template: { id: row.template_id, title: template?.title ?? '' },
      revision: template?.revision ?? 1,
      language: row.language,
      event: row.event,
      count: row.count,
      drawn: drawn.find(({ issue_id }) => issue_id === row.id)?.count ?? 0,
      status: row.status,
      reason: row.reason,
      issued_by: row.issued_by,
      can: { take_back: row.status === 'ISSUED' && mayTakeBack(call, row) },
    };
  });
}

/** One's own, or whatever there is for those who revoke papers. */
const mayTakeBack = (call: Call, row: Pick<IssueRow, 'issued_by'>): boolean =>
  row.issued_by === call.account_id || call.abilities.has('issued_document.revoke');

/** By what it was given for, by its template, or by a person or number of one of its papers. */
function holds(search: string | undefined): SQL | undefined {
  if (!search?.trim()) return undefined;
  return or(
    nameHolds(sql`coalesce(${certificateIssues.event} ->> 'title', '')`, search),
    sql`${certificateIssues.template_id} in (select t.id from ${certificateTemplates} t where ${nameHolds(sql`(t.title ->> 'uz') || ' ' || (t.title ->> 'ru') || ' ' || (t.title ->> 'en')`, search)})`,
    sql`${certificateIssues.id} in (select c.issue_id from ${certificates} c join ${issuedDocuments} d on d.id = c.document_id
      where ${or(keyHolds(sql`d.search_key`, search), textHolds([sql`d.number`], search))})`,
  );
}

export function issues(
  call: Call,
  input: InputOf<typeof contract.issue.list>,
): Promise<ListAnswer<OutputOf<typeof contract.issue.get>>> {
  return list(call, input, {
    from: sql`${certificateIssues}`,
    key: sql`${certificateIssues.id}`,
    table: 'certificate_issues',
    where: [
      visible(call),
      isNull(certificateIssues.deleted_at),
      input.status ? eq(certificateIssues.status, input.status) : undefined,
      input.template_id ? eq(certificateIssues.template_id, input.template_id) : undefined,
      holds(input.search),
    ],
    sorts: { created_at: sql`${certificateIssues.id}` },
    defaultSort: 'created_at,desc',
    columns: columnsSql(certificateIssues),
    load: (_ids, rows) => present(call, rows as IssueRow[]),
  });
}

async function find(call: Call, id: number): Promise<IssueRow> {
  const [row] = await call.db
    .select()
    .from(certificateIssues)
    .where(and(eq(certificateIssues.id, id), isNull(certificateIssues.deleted_at), visible(call)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

export async function getIssue(call: Call, { id }: { id: number }) {
  const [shown] = await present(call, [await find(call, id)]);
  return shown!;
}

/** The certificates of an issue, each as it stands now. */
export function papersOf(call: Call, { issue_id, ...input }: InputOf<typeof contract.issue.papers>) {
  return list(call, input, {
    from: sql`${issuedDocuments}`,
    key: sql`${issuedDocuments.id}`,
    table: 'issued_documents',
    where: [
      sql`${issuedDocuments.id} in (select c.document_id from ${certificates} c where c.issue_id in
        (select ${certificateIssues.id} from ${certificateIssues} where ${and(eq(certificateIssues.id, issue_id), isNull(certificateIssues.deleted_at), visible(call))}))`,
      input.search?.trim()
        ? or(
            keyHolds(sql`${issuedDocuments.search_key}`, input.search),
            textHolds([sql`${issuedDocuments.number}`], input.search),
          )
        : undefined,
    ],
    sorts: {
      number: sql`${issuedDocuments.id}`,
      name: [sql`${issuedDocuments.subject_name}`, sql`${issuedDocuments.id}`],
    },
    defaultSort: 'number',
    columns: columnsSql(issuedDocuments, ['body', 'signature']),
    load: (_ids, rows) =>
      Promise.resolve(
        (rows as (typeof issuedDocuments.$inferSelect)[]).map((row) => ({
          id: row.id,
          name: row.subject_name,
          number: row.number,
          student_id: row.student_id,
          status: row.status,
          drawn: row.file_id !== 0,
          can: { reissue: row.status === 'VALID' },
        })),
      ),
  });
}

/** Documents of an issue with what their papers are called, in the order of their numbers. */
export async function documentsOfIssue(call: Call, id: number) {
  const issue = await find(call, id);
  const rows = await call.db
    .select({ id: issuedDocuments.id, number: issuedDocuments.number, name: certificates.name })
    .from(certificates)
    .innerJoin(issuedDocuments, eq(issuedDocuments.id, certificates.document_id))
    .where(eq(certificates.issue_id, issue.id))
    .orderBy(issuedDocuments.id);
  return { issue, rows };
}

/** All papers of an issue in one file. Errors: DOCUMENT_BEING_MADE while some wait to be drawn. */
export async function sendIssue(call: Call, { id }: { id: number }): Promise<{ ok: true }> {
  const { rows } = await documentsOfIssue(call, id);
  return sendTogether(call, `certificates-${id}.zip`, rows);
}

/** Errors: STALE, TRANSITION_NOT_ALLOWED where it is taken back already, ISSUE_BUILT_ON. */
export async function takeBack(call: Call, input: InputOf<typeof contract.issue.take_back>) {
  const row = await loadForChange(call, certificateIssues, visible(call), input, () => getIssue(call, input));
  if (row.status !== 'ISSUED')
    throw fail('TRANSITION_NOT_ALLOWED', { entity: 'certificate_issue', from: row.status, to: 'TAKEN_BACK' });
  await takeBackIssue(call, row.id, input.reason);
  return getIssue(call, input);
}

/** Revokes all or none: one that was replaced, revoked or superseded meanwhile has a life of its own. */
export async function takeBackIssue(call: Call, id: number, reason?: string): Promise<void> {
  const { issue, rows } = await documentsOfIssue(call, id);
  if (!mayTakeBack(call, issue)) demand(call, 'issued_document.revoke');
  const all = await revokeTogether(
    call,
    rows.map((row) => row.id),
    'ISSUE_TAKEN_BACK',
    reason,
  );
  if (!all) throw fail('ISSUE_BUILT_ON');
  await call.db
    .update(certificateIssues)
    .set({ status: 'TAKEN_BACK', reason: reason ?? null })
    .where(eq(certificateIssues.id, issue.id));
}

/** A certificate anew: of the live version of its template, with what holds now, in place of the one before. */
export async function reissue(
  call: Call,
  input: InputOf<typeof contract.reissue>,
): Promise<OutputOf<typeof contract.reissue>> {
  const [found] = await call.db
    .select({ of: certificates, issue: certificateIssues, family: certificateTemplates.family })
    .from(certificates)
    .innerJoin(certificateIssues, eq(certificateIssues.id, certificates.issue_id))
    .innerJoin(certificateTemplates, eq(certificateTemplates.id, certificates.template_id))
    .where(and(eq(certificates.document_id, input.document_id), visible(call)));
  if (!found) throw failField('document_id', 'UNKNOWN_REFERENCE');
  const [before] = await call.db
    .select({ id: issuedDocuments.id })
    .from(issuedDocuments)
    .where(and(eq(issuedDocuments.id, input.document_id), eq(issuedDocuments.status, 'VALID')))
    .for('update');
  if (!before) throw failField('document_id', 'UNKNOWN_REFERENCE');
  const [live] = await call.db
    .select()
    .from(certificateTemplates)
    .where(and(eq(certificateTemplates.family, found.family), eq(certificateTemplates.status, 'LIVE')));
  if (!live?.languages.includes(found.issue.language)) throw fail('CERTIFICATE_NOT_OFFERED');
  const student = found.of.student_id ? await studentFor(call, found.of.student_id) : null;
  const name = student?.full_name ?? (input.name?.trim() || found.of.name);
  const recipients: Recipient[] = [{ row: 1, name, student, said: found.of.said }];
  const maker = await makerOf(call, makingOf(live, found.issue.language, found.issue.event), recipients);
  const lacks = recipients.flatMap((one) => maker.make(one).lacks).length + maker.lacks.length;
  if (lacks) throw fail('CERTIFICATE_FAULTS', { count: lacks });
  const { ids } = await issueAll(call, live, found.issue, { recipients, maker }, async () => undefined);
  const row = await issuedDocumentOf(call, ids[0]!);
  await replaceDocument(call, before.id, row, input.reason);
  return { id: row.id, number: row.number, check_code: shownCode(row.check_code) };
}
