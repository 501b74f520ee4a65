import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { workingDayAfter } from '#domains/deadlines/server/index.ts';
import { claimFiles, evidenceRecords } from '#domains/files/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { searchAbout, students, studentsBeside } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { nextStates } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { dayIn, zoneOf } from '#platform/server/clock.ts';
import { accounts, statusHistory } from '#platform/server/database/tables.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle, resource } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { type ClaimAnswer, contract } from '../contract.ts';
import type { paperWish } from '../shapes.ts';
import { type ClaimState, claimStates, claimWorkflow, decidedStates, isOutcome, openToStudent } from '../workflow.ts';
import { dueKey, dueOf } from './due.ts';
import { marksFollow } from './marks.ts';
import { callingStudent, ownStaff, rolesIn, submittable, visible } from './reach.ts';
import { rulesOf } from './settings.ts';
import { claims, panelMembers, papers, votes } from './tables.ts';

/** Claims as their students write them and as each reader may see them. */

export type ClaimRow = typeof claims.$inferSelect;
export type PaperRow = typeof papers.$inferSelect;

const numberSql = sql`'EC-' || lpad(${claims.id}::text, 6, '0')`;
export const numberOf = (id: number): string => `EC-${String(id).padStart(6, '0')}`;

/** Whether its student is not to know yet what was decided. */
export const secret = (row: ClaimRow): boolean => row.published_at === null && decidedStates.includes(row.status);

export const papersOf = (call: Pick<Call, 'db'>, claim_ids: readonly number[]): Promise<PaperRow[]> =>
  call.db
    .select()
    .from(papers)
    .where(and(inArray(papers.claim_id, [...claim_ids]), isNull(papers.deleted_at)))
    .orderBy(asc(papers.due_at), asc(papers.id));

export const claim = resource(contract.ec, {
  table: claims,
  search: (typed, call) => searchAbout(sql`${claims.student_id}`, numberSql)(typed, call),
  sorts: {
    created_at: sql`${claims.created_at}`,
    submitted_at: sql`${claims.submitted_at}`,
    id: sql`${claims.id}`,
  },
  defaultSort: 'created_at,desc',
  closeness: (input) =>
    closeness(sql`(select s.search from ${students} s where s.id = ${claims.student_id})`, input.search),
  optionTitle: () =>
    sql`${numberSql} || ', ' || (select s.full_name from ${students} s where s.id = ${claims.student_id})`,
  visible,
  filters: (input, call) => [
    input.status?.length ? inArray(claims.status, input.status) : undefined,
    input.student_id ? eq(claims.student_id, input.student_id) : undefined,
    input.panel === undefined ? undefined : eq(claims.panel, input.panel),
    input.published === undefined ? undefined : sql`(${claims.published_at} is not null) = ${input.published}`,
    input.mine === undefined
      ? undefined
      : sql`(${claims.id} in (select m.claim_id from ${panelMembers} m where m.deleted_at is null and m.staff_id in ${ownStaff(call)})) = ${input.mine}`,
  ],
  present,
  prepare: async (call, input, current, next) => {
    const student = await callingStudent(call);
    if (current) {
      const [own] = await call.db
        .select({ id: claims.id })
        .from(claims)
        .where(and(eq(claims.id, current.id), submittable(call)));
      if (!own) throw fail('NOT_FOUND');
      // Evidence may still come to what waits for it; nothing else changes there.
      const given = Object.entries(input).filter(([, value]) => value !== undefined);
      const evidence = current.status === 'PENDING' && given.every(([name]) => name === 'file_ids');
      if (!openToStudent.includes(current.status) && !evidence) throw fail('CLAIM_SENT');
    }
    if (next.starts_on && next.ends_on && next.ends_on < next.starts_on) throw failField('ends_on', 'DATES_REVERSED');
    if (input.file_ids) {
      await claimFiles(call, 'file_ids', input.file_ids, current?.file_ids ?? []);
      await demandEvidence(call, input.file_ids);
    }
    const { papers: _, ...fields } = input;
    return { ...fields, ...(current ? {} : { student_id: student.id }) };
  },
  written: async (call, row, before, input) => {
    if (!before) await recordTransition(call, claimWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
    if (input.papers) await namePapers(call, row, input.papers);
    if (input.papers && row.status === 'CAN_UPDATE') await marksFollow(call, [row.id]);
  },
  beforeDelete: (_call, row) => {
    if (row.status !== 'DRAFT') throw fail('CLAIM_SENT');
    return Promise.resolve();
  },
});

/** What proves something is a picture or a document; the type is told from the content, whatever the name says. */
const evidenceTypes =
  /^(image\/|application\/pdf$|application\/msword$|application\/vnd\.openxmlformats-officedocument\.wordprocessingml)/;
async function demandEvidence(call: Call, ids: readonly number[]): Promise<void> {
  const { rows } = await call.client.query<{ name: string; media_type: string }>(
    'select original_name as name, media_type from files where id = any($1)',
    [ids],
  );
  const other = rows.find(({ media_type }) => !evidenceTypes.test(media_type));
  if (other) throw failField('file_ids', 'EVIDENCE_TYPE', { name: other.name });
}

/** The assessments that a draft names; each must be one that is due of this very student. */
async function namePapers(call: Call, row: ClaimRow, wanted: readonly z.infer<typeof paperWish>[]): Promise<void> {
  const due = new Map((wanted.length ? await dueOf(call, row.student_id) : []).map((one) => [dueKey(one), one]));
  const fields = wanted.flatMap((one, at): { path: string; code: 'NOT_DUE_FOR_YOU' | 'WISH_NOT_POSSIBLE' }[] => {
    const found = due.get(dueKey(one));
    if (!found) return [{ path: `papers.${at}`, code: 'NOT_DUE_FOR_YOU' }];
    return found.wishes.includes(one.wish) ? [] : [{ path: `papers.${at}.wish`, code: 'WISH_NOT_POSSIBLE' }];
  });
  if (fields[0]) throw fail(fields[0].code, { fields });
  const now = new Map((await papersOf(call, [row.id])).map((one) => [dueKey(one), one]));
  const keys = new Set(wanted.map(dueKey));
  const gone = [...now].flatMap(([key, { id }]) => (keys.has(key) ? [] : [id]));
  if (gone.length) await call.db.update(papers).set({ deleted_at: sql`edulab_now()` }).where(inArray(papers.id, gone));
  for (const one of wanted) {
    const stands = now.get(dueKey(one));
    if (stands?.wish !== undefined && stands.wish !== one.wish)
      await call.db.update(papers).set({ wish: one.wish }).where(eq(papers.id, stands.id));
  }
  // The same twice in one list is the same once.
  const fresh = new Map(wanted.filter((one) => !now.has(dueKey(one))).map((one) => [dueKey(one), one]));
  if (fresh.size)
    await call.db.insert(papers).values(
      [...fresh].map(([key, one]) => {
        const { course_module_id, title, due_at, place, handed_in } = due.get(key)!;
        return { claim_id: row.id, ...one, course_module_id, title, due_at, place, handed_in };
      }),
    );
}

/** The state as this reader may know it. */
export const shownState = (row: ClaimRow, own: boolean): ClaimState =>
  own && secret(row) ? (row.review_reason === null ? 'UNDER_REVIEW' : 'REVIEW_REQUESTED') : row.status;

async function present(call: Call, rows: ClaimRow[]): Promise<ClaimAnswer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const people = await studentsBeside(
    call,
    rows.map((row) => row.student_id),
  );
  const roles = await rolesIn(call, ids);
  const tellers = rows.map((row) => {
    const { decides = false, sits = false } = roles.get(row.id) ?? {};
    const { student, own } = people.get(row.student_id)!;
    return { row, student, own, decides: decides && !own, sits: sits && !own };
  });
  const named = await papersOf(call, ids);
  const titles = await titlesOf(
    call,
    courseModules,
    named.map((paper) => paper.course_module_id),
    sql`(select ${localTitle(sql`m.title`, call.locale)} from ${modules} m where m.id = ${courseModules.module_id})`,
  );
  const seated = tellers.flatMap(({ row, decides, sits }) => (row.panel && (decides || sits) ? [row.id] : []));
  const panel = seated.length
    ? await call.db
        .select({
          claim_id: panelMembers.claim_id,
          member_id: panelMembers.id,
          staff_id: panelMembers.staff_id,
          name: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname})`,
          own: sql<boolean>`coalesce(${staff.account_id} = ${call.account_id}, false)`,
        })
        .from(panelMembers)
        .innerJoin(staff, eq(staff.id, panelMembers.staff_id))
        .where(and(inArray(panelMembers.claim_id, seated), isNull(panelMembers.deleted_at)))
        .orderBy(staff.lastname, staff.firstname, panelMembers.id)
    : [];
  const said = panel.length
    ? await call.db
        .select({ paper_id: votes.paper_id, member_id: votes.member_id, outcome: votes.outcome })
        .from(votes)
        .where(
          and(
            inArray(
              votes.paper_id,
              named.map(({ id }) => id),
            ),
            isNull(votes.deleted_at),
          ),
        )
    : [];
  const officers = tellers.flatMap(({ row, decides }) => (decides && row.officer_id ? [row.officer_id] : []));
  const names = new Map(
    officers.length
      ? (
          await call.db
            .select({ id: accounts.id, name: sql<string>`concat_ws(' ', ${accounts.lastname}, ${accounts.firstname})` })
            .from(accounts)
            .where(inArray(accounts.id, officers))
        ).map(({ id, name }) => [id, name])
      : [],
  );
  return tellers.map(({ row, student, own, decides, sits }): ClaimAnswer => {
    const told = own || decides || sits;
    const hidden = own && row.published_at === null;
    const status = shownState(row, own);
    const open =
      own && (openToStudent.includes(row.status) || row.status === 'PENDING') && may(call, 'circumstance.submit');
    const mine = named.filter((paper) => paper.claim_id === row.id);
    const shownPapers = mine.map((paper): ClaimAnswer['papers'][number] => {
      const known = !hidden || paper.effective;
      return {
        id: paper.id,
        version: paper.version,
        created_at: paper.created_at,
        updated_at: paper.updated_at,
        claim_id: row.id,
        target: paper.target,
        target_id: paper.target_id,
        attempt: paper.attempt,
        course_module_id: paper.course_module_id,
        title: paper.title,
        module: titles.get(paper.course_module_id)?.title ?? '',
        due_at: paper.due_at,
        place: paper.place,
        handed_in: paper.handed_in,
        wish: paper.wish,
        outcome: known ? paper.outcome : null,
        effect: known ? paper.effect : null,
        until: known ? paper.until : null,
        working_days: known ? paper.working_days : null,
        rule: known ? paper.rule : null,
        reason: known && told ? paper.reason : null,
        effective: paper.effective,
        ...(decides || sits
          ? {
              votes: said.flatMap((vote) => {
                const member = panel.find(({ member_id }) => member_id === vote.member_id);
                return vote.paper_id === paper.id && member
                  ? [{ staff_id: member.staff_id, name: member.name, outcome: vote.outcome, own: member.own }]
                  : [];
              }),
            }
          : {}),
      };
    });
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      number: numberOf(row.id),
      student_id: row.student_id,
      student,
      status,
      self_certified: row.self_certified,
      starts_on: told ? row.starts_on : null,
      ends_on: told ? row.ends_on : null,
      evidence_by: row.evidence_by,
      submitted_at: row.submitted_at,
      decided_at: hidden ? null : row.decided_at,
      published_at: row.published_at,
      panel: row.panel && !own,
      papers: shownPapers,
      told,
      kind: told ? row.kind : null,
      text: told ? row.text : '',
      late_reason: told ? row.late_reason : '',
      review_reason: told ? row.review_reason : null,
      note: told ? row.note : null,
      file_count: told ? row.file_ids.length : null,
      officer: decides && row.officer_id ? (names.get(row.officer_id) ?? null) : null,
      report_id: decides || (own && row.published_at) ? row.report_id : null,
      ...(decides || sits
        ? {
            meets_at: row.panel_at,
            place: row.panel_place,
            members: panel.flatMap(({ claim_id, staff_id, name, own: me }) =>
              claim_id === row.id ? [{ staff_id, name, own: me }] : [],
            ),
          }
        : {}),
      next: stepsFor(call, row, { own, decides }, mine),
      can: {
        edit: open,
        delete: own && row.status === 'DRAFT' && may(call, 'circumstance.submit'),
        decide: decides,
        vote: sits,
      },
    };
  });
}

/** Something was refused, and nobody has looked at it a second time. */
export const reviewable = (row: ClaimRow, named: readonly PaperRow[]): boolean =>
  row.review_reason === null && named.some(({ outcome }) => outcome !== null && outcome !== 'SUPPORTED');

/** Steps that this caller may take from here, as far as the claim itself can tell. */
function stepsFor(
  call: Call,
  row: ClaimRow,
  { own, decides }: { own: boolean; decides: boolean },
  named: readonly PaperRow[],
): ClaimState[] {
  const published = row.published_at !== null;
  const steps = nextStates(claimWorkflow, row.status).filter(({ permission, guard, to }) => {
    if (!may(call, permission)) return false;
    if (permission === 'circumstance.submit' ? !own : own || !decides) return false;
    if (own && secret(row)) return false;
    if (guard === 'published' && !published) return false;
    if (guard === 'unpublished' && published) return false;
    if (to === 'REVIEW_REQUESTED' && !reviewable(row, named)) return false;
    if (to === 'REVOKED' && !named.some(({ effective }) => effective)) return false;
    return guard !== 'another_officer' || row.decided_by !== call.account_id;
  });
  return [...new Set(steps.map(({ to }) => to))];
}

/** One claim as a whole: evidence, whose opening is logged, and how it came to where it stands. */
export async function openClaim(call: Call, input: { id: string | number }): Promise<ClaimAnswer> {
  const row = await claim.find(call, input.id);
  const [answer] = await present(call, [row]);
  if (!answer) throw fail('NOT_FOUND');
  const files = answer.told ? await evidenceRecords(call, row.file_ids) : new Map<number, never>();
  const past = await call.db
    .select({
      from: statusHistory.from_status,
      to: statusHistory.to_status,
      at: statusHistory.at,
      reason: statusHistory.reason,
    })
    .from(statusHistory)
    .where(and(eq(statusHistory.entity, claimWorkflow.entity), eq(statusHistory.entity_id, row.id)))
    .orderBy(asc(statusHistory.id));
  const own = !answer.can?.decide && !answer.can?.vote && answer.told;
  // To its student a decision happens when it is published.
  const known = past.filter(
    ({ to, from, at }) =>
      !own ||
      (!(isOutcome(to) || to === 'UPHELD') && !(to === 'UNDER_REVIEW' && from !== null && isOutcome(from))) ||
      (row.published_at !== null && at <= row.published_at),
  );
  const state = (text: string | null) => claimStates.find((one) => one === text) ?? null;
  return {
    ...answer,
    ...(answer.told ? { files: row.file_ids.flatMap((id) => files.get(id) ?? []) } : {}),
    steps: known.flatMap(({ from, to, at, reason }) => {
      const known_to = state(to);
      return known_to ? [{ from: state(from), to: known_to, at, reason: answer.told ? reason : null }] : [];
    }),
    next:
      own && answer.next.includes('REVIEW_REQUESTED') && !(await inReviewTime(call, row))
        ? answer.next.filter((step) => step !== 'REVIEW_REQUESTED')
        : answer.next,
  };
}

/** Whether a decision that was published may still be reviewed; the last working day counts whole. */
export async function inReviewTime(call: Call, row: ClaimRow): Promise<boolean> {
  if (row.published_at === null) return false;
  const zone = await zoneOf(call);
  const { review_days } = await rulesOf(call);
  const last = await workingDayAfter(call, dayIn(zone, row.published_at), review_days);
  return dayIn(zone, clock.date()) <= last;
}
