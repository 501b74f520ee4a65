import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type ClaimScene, claimScene, dueOfHomework as dueOf } from '#tests/support/claims.ts';

let scene: ClaimScene;
beforeAll(async () => {
  scene = await claimScene();
});
afterAll(() => scene?.api.close());

interface Claim {
  id: number;
  version: number;
  status: string;
  papers: { id: number; version: number; outcome: string | null; effective: boolean }[];
}
const codes = (body: { data?: { fields?: { path: string; code: string }[] } }) =>
  body.data?.fields?.map(({ path, code }) => `${path} ${code}`);
const decide = (by: Caller, paper: { id: number; version: number }, more: object) =>
  by.post('/ec/paper', { id: paper.id, version: paper.version, outcome: 'SUPPORTED', ...more });
/** Taken up, supported by so many working days, published. */
async function supported(claim: Claim, working_days: number, by = scene.officer): Promise<Claim> {
  const taken = await scene.step(by, claim, 'UNDER_REVIEW');
  const all = await scene.step(by, taken.body, 'SUPPORTED', { working_days });
  expect(all.status, JSON.stringify(all.body)).toBe(200);
  return (await by.post('/ec/outcome_report/', { id: claim.id, version: all.body.version })).body;
}

describe('a claim', () => {
  it('is written bit by bit, sent, decided one by one, and holds once it is published', async () => {
    const { student, officer, step } = scene;
    const [one, other] = [await scene.homework(3), await scene.homework(4)];
    const due = (await student.get('/ec/due')).body;
    expect(due.find((row: { target_id: number }) => row.target_id === one)).toMatchObject({
      target: 'HOMEWORK',
      handed_in: false,
      extended: false,
      wishes: ['EXTENSION', 'LATE_ACCEPTED', 'NOTE'],
    });
    const empty = await student.post('/ec/', { kind: 'ILLNESS' });
    expect(empty.body).toMatchObject({ status: 'DRAFT', papers: [], next: ['SUBMITTED'], told: true });
    expect((await officer.get(`/ec/${empty.body.id}`)).status).toBe(404);
    const lacking = await step(student, empty.body, 'SUBMITTED');
    expect([lacking.status, lacking.body.code, codes(lacking.body)]).toEqual([
      422,
      'CLAIM_INCOMPLETE',
      ['papers form_required', 'text form_required', 'starts_on form_required'],
    ]);
    const file = await scene.evidence(student);
    const saved = await student.post('/ec/update', {
      id: empty.body.id,
      version: empty.body.version,
      text: 'Operatsiya boʻldi',
      starts_on: scene.day(-3),
      ends_on: scene.day(1),
      file_ids: [file],
      papers: [one, other].map((target_id) => ({ target: 'HOMEWORK', target_id, wish: 'EXTENSION' })),
    });
    expect(saved.body.papers).toHaveLength(2);
    const sent = await step(student, saved.body, 'SUBMITTED');
    expect(sent.body).toMatchObject({ status: 'SUBMITTED', next: ['WITHDRAWN'] });
    expect((await student.post('/ec/', { id: sent.body.id, version: sent.body.version, text: 'x' })).body.code).toBe(
      'CLAIM_SENT',
    );
    expect((await student.delete(`/ec/${sent.body.id}`)).body.code).toBe('CLAIM_SENT');

    const early = await decide(officer, sent.body.papers[0], { working_days: 2 });
    expect([early.status, early.body.code]).toEqual([422, 'NOT_UNDER_REVIEW']);
    const seen = await officer.get(`/ec/${sent.body.id}`);
    expect(seen.body).toMatchObject({ text: 'Operatsiya boʻldi', kind: 'ILLNESS', file_count: 1 });
    expect(seen.body.files[0].original_name).toBe('malumotnoma.pdf');
    const listed = (await officer.get('/ec/?status=SUBMITTED,PENDING')).body.content;
    expect(listed.find((row: Claim) => row.id === sent.body.id).files).toBeUndefined();

    const taken = (await step(officer, seen.body, 'UNDER_REVIEW')).body;
    const [first, second] = taken.papers;
    expect((await decide(officer, first, {})).body.code).toBe('MORE_TIME_NEEDED');
    expect((await decide(officer, first, { effect: 'DEFERRAL' })).body.code).toBe('WISH_NOT_POSSIBLE');
    expect((await decide(officer, first, { until: `${scene.day(1)}T10:00:00Z` })).body.code).toBe('EARLIER_THAN_DUE');
    expect((await decide(officer, second, { outcome: 'REJECTED' })).body.code).toBe('DECISION_REASON_NEEDED');
    const half = await decide(officer, first, { working_days: 5 });
    expect(half.body.status).toBe('UNDER_REVIEW');
    const template = (
      await officer.post('/ec_template/', {
        title: { uz: 'Davr', ru: 'Период', en: 'Period' },
        text: { uz: 'Hujjat boshqa davrni koʻrsatadi', ru: 'Другой период', en: 'Another period' },
        outcome: 'REJECTED',
      })
    ).body.id;
    const whole = await decide(officer, second, {
      outcome: 'REJECTED',
      template_id: template,
      reason: 'Sana mos emas',
    });
    expect(whole.body).toMatchObject({ status: 'SUPPORTED', published_at: null });

    // Decided is not yet told.
    const before = (await student.get(`/ec/${sent.body.id}`)).body;
    expect(before).toMatchObject({ status: 'UNDER_REVIEW', decided_at: null, report_id: null, next: [] });
    expect(before.papers.map((paper: { outcome: null }) => paper.outcome)).toEqual([null, null]);
    expect(JSON.stringify(before)).not.toMatch(/SUPPORTED|Sana mos emas|REJECTED/);
    expect((await step(student, before, 'WITHDRAWN')).body.data.from).toBe('UNDER_REVIEW');
    const original = await dueOf(student, one);

    const out = await officer.post('/ec/outcome_report/', { id: sent.body.id, version: whole.body.version });
    expect(out.status, JSON.stringify(out.body)).toBe(200);
    const told = (await student.get(`/ec/${sent.body.id}`)).body;
    expect(told).toMatchObject({ status: 'SUPPORTED', next: ['REVIEW_REQUESTED'] });
    expect(told.papers[0]).toMatchObject({ outcome: 'SUPPORTED', effective: true, working_days: 5 });
    expect(told.papers[1]).toMatchObject({ outcome: 'REJECTED', effective: false });
    expect(told.papers[1].reason).toContain('Sana mos emas');
    const moved = await dueOf(student, one);
    expect(moved).toBe(told.papers[0].until);
    // The same time of the day, so many working days later.
    expect(moved.slice(10)).toBe(original.slice(10));
    expect(Date.parse(moved)).toBeGreaterThanOrEqual(Date.parse(original) + 5 * 86_400_000);
    expect(await dueOf(student, other)).not.toBe(moved);
    const report = await student.get(`/ec/outcome_report/${sent.body.id}`);
    expect([report.status, report.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect((await officer.post('/ec/outcome_report/', { id: sent.body.id, version: out.body.version })).body.code).toBe(
      'IS_PUBLISHED',
    );
  });

  it('is refused what is not its student’s, what is no day, and evidence that lies about its type', async () => {
    const { student, step } = scene;
    const work = await scene.homework(5);
    const [{ id: foreign }] = await scene.sql(
      `with m as (insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active)
         select 1, course_id, academic_year_id, 3, 1, module_id, 'CORE', 6, true from course_modules where id = $1 returning id),
       l as (insert into lessons (institution_id, course_module_id, position, kind, title, published) select 1, id, 1, 'LECTURE', 'Boshqaniki', true from m returning id)
       insert into lesson_homeworks (institution_id, lesson_id, due_at) select 1, id, edulab_now() + interval '3 days' from l returning id`,
      [scene.plan],
    );
    const theirs = await scene.draft(student, [work, foreign]);
    expect([theirs.status, codes(theirs.body)]).toEqual([422, ['papers.1 NOT_DUE_FOR_YOU']]);
    expect((await scene.draft(student, [work], { starts_on: '2026-02-30' })).status).toBe(400);
    const reversed = await scene.draft(student, [work], { ends_on: scene.day(-5) });
    expect([reversed.body.code, codes(reversed.body)]).toEqual(['DATES_REVERSED', ['ends_on DATES_REVERSED']]);
    const wish = await scene.draft(student, [], {
      papers: [{ target: 'HOMEWORK', target_id: work, wish: 'DEFERRAL' }],
    });
    expect(codes(wish.body)).toEqual(['papers.0.wish WISH_NOT_POSSIBLE']);
    const lie = await student.upload('malumotnoma.pdf', Buffer.from('MZ this is a program'));
    expect(lie.status).toBeGreaterThanOrEqual(400);
    const sound = await student.upload('ovoz.zip', Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`));
    if (sound.status === 200)
      expect((await scene.draft(student, [work], { file_ids: [sound.body[0].id] })).body.code).toBe('EVIDENCE_TYPE');
    const stolen = await scene.evidence(scene.students[1]);
    expect(codes((await scene.draft(student, [work], { file_ids: [stolen] })).body)).toEqual([
      'file_ids UNKNOWN_REFERENCE',
    ]);
    // Neither seen, changed, sent nor deleted by another student.
    const mine = (await scene.draft(student, [work])).body;
    const [, stranger] = scene.students;
    expect((await stranger.get(`/ec/${mine.id}`)).status).toBe(404);
    expect((await stranger.post('/ec/', { id: mine.id, version: mine.version, text: 'x' })).status).toBe(404);
    expect((await step(stranger, mine, 'SUBMITTED')).status).toBe(404);
    expect((await stranger.delete(`/ec/${mine.id}`)).status).toBe(404);
    // Evidence now or by a day that is near enough.
    expect((await step(student, mine, 'SUBMITTED')).body.code).toBe('EVIDENCE_NEEDED');
    const far = (await student.post('/ec/', { id: mine.id, version: mine.version, evidence_by: scene.day(90) })).body;
    expect((await step(student, far, 'SUBMITTED')).body.code).toBe('EVIDENCE_DAY');
    expect((await student.delete(`/ec/${mine.id}`)).status).toBe(200);
  });

  it('needs a reason from the minute after the deadline on, and not in that very minute', async () => {
    const { student } = scene;
    const minute = async (at: string) => {
      const made = await scene.draft(student, [await scene.homework(at)], {
        file_ids: [await scene.evidence(student)],
      });
      return scene.step(student, made.body, 'SUBMITTED');
    };
    const now = (
      await scene.sql(
        "select to_char(edulab_clock() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:00\"Z\"') as at, to_char((edulab_clock() - interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:00\"Z\"') as before",
      )
    )[0];
    expect((await minute(now.at)).body.status).toBe('SUBMITTED');
    // A double click sends it once.
    const made = (await scene.draft(student, [await scene.homework(8)], { file_ids: [await scene.evidence(student)] }))
      .body;
    const twice = await Promise.all([1, 2].map(() => scene.step(student, made, 'SUBMITTED')));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await minute(now.before);
    expect([late.status, codes(late.body)]).toEqual([422, ['late_reason LATE_REASON_NEEDED']]);
  });

  it('goes to a panel where the work was handed in, which decides by the majority of a quorum without who teaches', async () => {
    const { student, officer, step, panel } = scene;
    const work = await scene.homework(2);
    await scene.sql(
      'insert into homework_submissions (institution_id, homework_id, student_id, number, text, submitted_at, late) values (1, $1, $2, 1, $3, edulab_now(), false)',
      [work, scene.people[0], 'ish'],
    );
    const made = (await scene.draft(student, [work], { file_ids: [await scene.evidence(student)] })).body;
    expect((await step(student, made, 'SUBMITTED')).body.code).toBe('LATE_REASON_NEEDED');
    const self = (await student.post('/ec/', { id: made.id, version: made.version, self_certified: true })).body;
    expect(codes((await step(student, self, 'SUBMITTED')).body)).toEqual(['papers.0 SELF_HANDED_IN']);
    const reasoned = await student.post('/ec/', {
      id: made.id,
      version: self.version,
      self_certified: false,
      late_reason: 'Isitma bilan topshirdim',
    });
    const sent = (await step(student, reasoned.body, 'SUBMITTED')).body;
    const taken = (await step(officer, sent, 'UNDER_REVIEW')).body;
    expect(taken).toMatchObject({ panel: true, members: [] });
    expect((await decide(officer, taken.papers[0], { working_days: 3 })).body.code).toBe('PANEL_QUORUM');
    const [a, b, teaching] = panel.map(({ staff_id }) => staff_id);
    const seat = (staff_ids: (number | undefined)[], version = taken.version) =>
      officer.post('/ec/panel', { id: taken.id, version, panel: true, staff_ids });
    expect((await seat([a])).body.code).toBe('CLAIM_PANEL_TOO_SMALL');
    expect((await seat([a, teaching])).body.code).toBe('PANEL_CONFLICT');
    const candidates = (await officer.get(`/ec/panel/candidates?claim_id=${taken.id}`)).body;
    expect(candidates.find(({ id }: { id: number }) => id === teaching)).toMatchObject({ conflict: true });
    const seated = await seat([a, b]);
    expect(seated.body.members).toHaveLength(2);
    // Whoever cannot sign in could not speak: not offered, not taken.
    const [dumb] = await scene.sql(
      "insert into staff (institution_id, staff_no, firstname, lastname, search) values (1, 'K-0', 'Hisobsiz', 'Xodim', 'x') returning id",
    );
    expect(candidates.map(({ id }: { id: number }) => id)).not.toContain(dumb.id);
    expect(codes((await seat([a, dumb.id], seated.body.version)).body)).toEqual(['staff_ids UNKNOWN_REFERENCE']);
    // Where it meets at an hour, that stands in the calendars of its members, who alone come.
    const meets_at = `${scene.day(1)}T10:00:00+05:00`;
    const meeting = (at: string) => ({ panel: true, staff_ids: [a, b], meets_at: at, place: '214-xona' });
    const { id, version } = seated.body;
    expect((await officer.post('/ec/panel', { id, version, ...meeting('2026-02-30T10:00:00+05:00') })).status).toBe(
      400,
    );
    const called = await officer.post('/ec/panel', { id, version, ...meeting(meets_at) });
    expect(called.body).toMatchObject({ meets_at: new Date(meets_at).toISOString(), place: '214-xona' });
    expect((await student.get(`/ec/${id}`)).body).not.toHaveProperty('place');
    const days = `from=${scene.day(0)}&to=${scene.day(3)}&size=500`;
    const meetings = async (by: Caller) =>
      (await by.get(`/calendar/event?${days}`)).body.content.filter(
        ({ path }: { path: string | null }) => path === `/ec/${id}`,
      );
    expect(await meetings(panel[0]!.caller)).toMatchObject([{ place: '214-xona' }]);
    expect(JSON.stringify(await meetings(panel[0]!.caller))).not.toMatch(/EC-0|Shamollash/);
    for (const other of [student, officer, panel[2]!.caller]) expect(await meetings(other)).toEqual([]);
    const speak = (who: number, outcome: string) =>
      panel[who]!.caller.post('/ec/panel/vote', { paper_id: taken.papers[0].id, outcome });
    expect((await speak(2, 'SUPPORTED')).body.code).toBe('NOT_IN_PANEL');
    expect((await panel[0]!.caller.get(`/ec/${taken.id}`)).body).toMatchObject({
      told: true,
      text: expect.stringContaining('Shamollash'),
    });
    expect((await panel[2]!.caller.get(`/ec/${taken.id}`)).status).toBe(404);
    expect((await speak(0, 'REJECTED')).body.votes).toHaveLength(1);
    await speak(1, 'SUPPORTED');
    await speak(0, 'SUPPORTED');
    const now = (await officer.get(`/ec/${taken.id}`)).body;
    expect((await decide(officer, now.papers[0], { outcome: 'REJECTED', reason: 'Yoʻq' })).body.code).toBe(
      'PANEL_MAJORITY',
    );
    // Whoever begins to teach the module meanwhile counts no more.
    await scene.sql("insert into course_module_teachers values (1, $1, $2, 'SEMINAR')", [scene.plan, a]);
    expect((await decide(officer, now.papers[0], { working_days: 3 })).body.code).toBe('PANEL_QUORUM');
    expect((await speak(0, 'SUPPORTED')).body.code).toBe('PANEL_CONFLICT');
    await scene.sql('delete from course_module_teachers where staff_id = $1', [a]);
    expect((await decide(officer, now.papers[0], { effect: 'LATE_ACCEPTED', working_days: 3 })).body.status).toBe(
      'SUPPORTED',
    );
  });

  it('is looked at again once, by another officer, within the days for it', async () => {
    const { student, officer, head, step } = scene;
    const sent = await scene.sent(student, [await scene.homework(6)]);
    const taken = (await step(officer, sent, 'UNDER_REVIEW')).body;
    expect((await step(officer, taken, 'REJECTED')).body.code).toBe('REASON_REQUIRED');
    const refused = (await step(officer, taken, 'REJECTED', { reason: 'Dalil yetarli emas' })).body;
    expect((await step(student, refused, 'REVIEW_REQUESTED', { reason: 'Iltimos' })).body.code).toBe(
      'TRANSITION_NOT_ALLOWED',
    );
    const out = (await officer.post('/ec/outcome_report/', { id: sent.id, version: refused.version })).body;
    const asked = (await step(student, out, 'REVIEW_REQUESTED', { reason: 'Yangi hujjat bor' })).body;
    expect(asked.status).toBe('REVIEW_REQUESTED');
    expect((await step(officer, asked, 'SUPPORTED', { working_days: 3 })).body.code).toBe('SAME_OFFICER');
    expect((await decide(officer, asked.papers[0], { working_days: 3 })).body.code).toBe('SAME_OFFICER');
    const after = (await step(head, asked, 'SUPPORTED', { working_days: 3 })).body;
    expect(after).toMatchObject({ status: 'SUPPORTED', published_at: null });
    expect((await student.get(`/ec/${sent.id}`)).body.status).toBe('REVIEW_REQUESTED');
    // What the review made of it is not for the first officer to change, either.
    const again = await decide(officer, after.papers[0], { outcome: 'REJECTED', reason: 'Baribir yetarli emas' });
    expect(again.body.code).toBe('SAME_OFFICER');
    expect((await step(officer, after, 'UNDER_REVIEW', { reason: 'Qaytadan' })).body.code).toBe('SAME_OFFICER');
    const told = (await head.post('/ec/outcome_report/', { id: sent.id, version: after.version })).body;
    // Of two reports the newer one is genuine.
    const reports = await scene.sql('select id, status from issued_documents where id = any($1) order by id', [
      [out.report_id, told.report_id],
    ]);
    expect(reports.map(({ status }) => status)).toEqual(['REVOKED', 'VALID']);
    expect((await step(student, told, 'REVIEW_REQUESTED', { reason: 'Yana' })).body.code).toBe('NOTHING_TO_REVIEW');

    const late = await scene.sent(student, [await scene.homework(6)]);
    const no = (
      await step(officer, (await step(officer, late, 'UNDER_REVIEW')).body, 'REJECTED_2', { reason: 'Sabab emas' })
    ).body;
    const known = (await officer.post('/ec/outcome_report/', { id: late.id, version: no.version })).body;
    await scene.sql("update ec_claims set published_at = published_at - interval '40 days' where id = $1", [late.id]);
    const { version } = (await student.get(`/ec/${late.id}`)).body;
    expect(known.next).toEqual([]);
    expect((await student.get(`/ec/${late.id}`)).body.next).toEqual([]);
    expect((await step(student, { id: late.id, version }, 'REVIEW_REQUESTED', { reason: 'Kech' })).body.code).toBe(
      'REVIEW_TOO_LATE',
    );
  });
});

describe('statistics', () => {
  it('tell nothing of few people, and nothing of a year that is not there', async () => {
    const { head } = scene;
    const told = await head.get('/ec/statistics');
    expect(told.body).toMatchObject({ total: null });
    for (const part of ['kinds', 'outcomes', 'faculties'])
      expect(told.body[part].map(({ claims }: { claims: number | null }) => claims)).not.toContainEqual(
        expect.any(Number),
      );
    expect((await head.get('/ec/statistics?academic_year_id=999999')).status).toBe(404);
  });
});

describe('dates', () => {
  it('the latest of two claims holds; revoked one after the other, the next and then the original', async () => {
    const { student, head, step } = scene;
    const work = await scene.homework(3);
    const original = await dueOf(student, work);
    const short = await supported(await scene.sent(student, [work]), 3);
    const near = await dueOf(student, work);
    const long = await supported(await scene.sent(student, [work]), 8);
    expect(Date.parse(await dueOf(student, work))).toBeGreaterThan(Date.parse(near));
    expect((await step(scene.officer, long, 'REVOKED', { reason: 'Soxta' })).status).toBe(403);
    const revoked = await step(head, long, 'REVOKED', { reason: 'Hujjat soxta' });
    expect(revoked.body).toMatchObject({ status: 'REVOKED', note: 'Hujjat soxta' });
    expect(await dueOf(student, work)).toBe(near);
    const taken = await scene.officer.put('/ec/unpublish', { id: short.id, version: short.version, reason: 'Xato' });
    expect(taken.body).toMatchObject({ status: 'SUPPORTED', published_at: null, report_id: null });
    expect(await dueOf(student, work)).toBe(original);
    expect((await student.get(`/ec/${short.id}`)).body.status).toBe('UNDER_REVIEW');
  });

  it('an older decision that comes after a newer one is 409 and changes nothing; of two officers one is too late', async () => {
    const { officer, head, step } = scene;
    const sent = await scene.sent(scene.student, [await scene.homework(3), await scene.homework(4)]);
    const both = await Promise.all([step(officer, sent, 'UNDER_REVIEW'), step(head, sent, 'UNDER_REVIEW')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const claim = (await officer.get(`/ec/${sent.id}`)).body;
    const newer = await decide(officer, claim.papers[0], { working_days: 4 });
    expect(newer.status).toBe(200);
    const older = await decide(head, claim.papers[0], { outcome: 'REJECTED', reason: 'Eski' });
    expect([older.status, older.body.code]).toEqual([409, 'STALE']);
    expect(older.body.data.current).toMatchObject({ outcome: 'SUPPORTED', working_days: 4 });
    expect((await officer.get(`/ec/${sent.id}`)).body.papers[0]).toMatchObject({ outcome: 'SUPPORTED' });
    // A double click publishes once.
    const rest = (await decide(officer, claim.papers[1], { working_days: 4 })).body;
    const twice = await Promise.all(
      [1, 2].map(() => officer.post('/ec/outcome_report/', { id: sent.id, version: rest.version })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [{ count }] = await scene.sql(
      "select count(*)::int as count from issued_documents where kind = 'LETTER' and id = (select report_id from ec_claims where id = $1)",
      [sent.id],
    );
    expect(count).toBe(1);
  });
});
