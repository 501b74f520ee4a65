import { sql } from 'drizzle-orm';
import { boardNote, capLifted, withholding } from '#domains/assessment/server/index.ts';
import { calendarPart } from '#domains/calendar/server/index.ts';
import { letterKind } from '#domains/credentials/server/index.ts';
import { ownMatter } from '#domains/identity/server/index.ts';
import { paperSource } from '#domains/students/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { claimKinds, claimOutcomes } from '../shapes.ts';
import { meetings } from './calendar.ts';
import { claimNotes, heldByClaims } from './marks.ts';
import { rejectWithoutEvidence } from './nightly.ts';
import { router } from './router.ts';
import { claimsOfStudent } from './student-papers.ts';
import { claims, papers } from './tables.ts';

const number = (of: string) => `'EC-' || lpad(${of}::text, 6, '0')`;
const paper = `${number('r.claim_id')} || ' · ' || r.title`;

/** What a history must keep from whoever only follows changes: the circumstances, and what was said about them. */
const told = ['kind', 'text', 'starts_on', 'ends_on', 'file_ids', 'late_reason', 'review_reason', 'note'];

/** A draft is its student's alone, also where changes are followed. */
const drafts = sql`(select d.id from ${claims} d where d.status = 'DRAFT')`;

export default defineServerDomain({
  name: 'circumstances',
  contract,
  router,
  permissions,
  errors,
  lists: {
    ec_kind: { codes: claimKinds, words: 'circumstances.kind' },
    ec_outcome: { codes: claimOutcomes, words: 'circumstance_state' },
  },
  follows: [
    on(calendarPart, meetings),
    on(ownMatter, {
      name: 'claims',
      has: ({ account_id }) =>
        sql`exists (select 1 from ${claims} c where c.student_id in (select edulab_own_records(${account_id})) and c.deleted_at is null)`,
    }),
    on(letterKind, { name: 'ec_outcome', blanks: ['claim', 'decision'] }),
    on(withholding, heldByClaims),
    on(boardNote, claimNotes),
    on(capLifted, {
      name: 'circumstances',
      lifted: sql`select c.student_id, p.course_module_id from ${papers} p join ${claims} c on c.id = p.claim_id
        where p.effective and p.effect = 'UNCAPPED' and p.deleted_at is null`,
    }),
    on(paperSource, claimsOfStudent),
  ],
  nightly: { 'claims without their evidence': rejectWithoutEvidence },
  messages: new URL('./messages/', import.meta.url),
  history: {
    ec_claims: {
      permission: 'circumstance.decide',
      title: number('r.id'),
      sealed: () => drafts,
      only: { permission: 'circumstance.decide', columns: told },
    },
    ec_papers: {
      permission: 'circumstance.decide',
      title: paper,
      sealed: () => sql`(select p.id from ${papers} p where p.claim_id in ${drafts})`,
      only: { permission: 'circumstance.decide', columns: ['reason', 'wish'] },
    },
    ec_members: {
      permission: 'circumstance.decide',
      title: `${number('r.claim_id')} || ' · ' || (select concat_ws(' ', s.lastname, s.firstname) from staff s where s.id = r.staff_id)`,
    },
    ec_votes: {
      permission: 'circumstance.decide',
      title: `(select ${number('p.claim_id')} from ec_papers p where p.id = r.paper_id)`,
      refers: { paper_id: 'ec_papers', member_id: 'ec_members' },
      only: { permission: 'circumstance.decide', columns: ['outcome', 'note'] },
    },
    ec_templates: { permission: 'circumstance.decide' },
  },
});
