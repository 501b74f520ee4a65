import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { on } from '#platform/server/hooks.ts';
import { doNightly } from '#platform/server/work/nightly.ts';
import type { Caller } from '#tests/support/api.ts';
import { approved, type CareerScene, careerScene, content, step } from '#tests/support/careers.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { archiveSilent } from './cv/archive.ts';
import { verifiedFacts } from './index.ts';

let scene: CareerScene;
let student: Caller;
let other: Caller;
let curator: Caller;
const at = async (instant: string) => {
  ({ student, other, curator } = await scene.at(instant));
};
beforeAll(async () => {
  scene = await careerScene();
  await at(`${scene.day(0)}T12:00:05+05:00`);
});
afterAll(() => scene?.api.close());

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

describe('a CV', () => {
  it('is written, handed in, remarked on, mended and approved; what is approved stays while a new one is written', async () => {
    expect((await student.get('/cv/own')).body).toMatchObject({ cv: null, need: { need_for_job_status: null } });
    const draft = (await student.post('/cv/', {})).body;
    expect(draft).toMatchObject({ status: 'DRAFT', own: true, next: ['SUBMITTED', 'ARCHIVED'] });
    expect((await student.post('/cv/', {})).body.code).toBe('DUPLICATE');
    expect((await curator.get(`/cv/${draft.id}`)).status).toBe(404);
    const empty = await step(student, draft, 'SUBMITTED');
    expect([empty.status, empty.body.code]).toEqual([422, 'CV_INCOMPLETE']);
    const saved = await student.post('/cv/', { id: draft.id, version: draft.version, ...content });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((await student.post('/cv/', { id: draft.id, version: draft.version, city: 'x' })).body.code).toBe('STALE');
    const first = await step(student, saved.body, 'SUBMITTED');
    expect(first.body).toMatchObject({ status: 'SUBMITTED', versions_count: 1 });
    expect((await student.post('/cv/', { id: draft.id, version: first.body.version, city: 'x' })).body.code).toBe(
      'CV_SUBMITTED',
    );
    const waiting = (await curator.get('/cv/curator')).body.content;
    expect(waiting.map((row: Any) => row.id)).toEqual([draft.id]);
    // Whoever only looks sees the same; another student nothing of it.
    expect((await (await scene.api.as('super_admin')).get('/cv/curator')).body.total_elements).toBe(1);
    expect((await other.get('/cv/curator')).body.content).toEqual([]);

    const unknown = await curator.post('/cv/review', {
      id: draft.id,
      status: 'CHANGES_REQUIRED',
      remarks: [{ place: 'work_experiences', entry: 'w9', text: '?' }],
    });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'CV_ENTRY_UNKNOWN']);
    expect((await curator.post('/cv/review', { id: draft.id, status: 'CHANGES_REQUIRED' })).body.code).toBe(
      'REASON_REQUIRED',
    );
    const back = await curator.post('/cv/review', {
      id: draft.id,
      status: 'CHANGES_REQUIRED',
      remarks: [{ place: 'work_experiences', entry: 'w1', text: 'Nima qilganingizni yozing' }],
    });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    const seen = (await student.get(`/cv/${draft.id}`)).body;
    expect(seen.remarks).toMatchObject([{ place: 'work_experiences', entry: 'w1', number: 1, done: false }]);
    expect((await student.put('/cv/remark', { id: seen.remarks[0].id, done: true })).status).toBe(200);
    expect((await other.put('/cv/remark', { id: seen.remarks[0].id, done: false })).status).toBe(404);
    expect((await step(student, seen, 'SUBMITTED')).body.code).toBe('CV_UNCHANGED');
    const mended = (await student.post('/cv/', { id: draft.id, version: seen.version, city: 'Toshkent' })).body;
    const second = (await step(student, mended, 'SUBMITTED')).body;
    expect(second.versions_count).toBe(2);
    const ok = await curator.post('/cv/review', { id: draft.id, version: second.version, status: 'APPROVED' });
    expect(ok.body).toMatchObject({ status: 'APPROVED', approved: { number: 2 } });

    const now = (await student.get(`/cv/${draft.id}`)).body;
    const again = (await student.post('/cv/', { id: draft.id, version: now.version, headline: 'Moliyachi' })).body;
    expect(again).toMatchObject({ status: 'DRAFT', headline: 'Moliyachi', approved: { number: 2 } });
    // Others go on reading what was handed in.
    expect((await curator.get(`/cv/${draft.id}`)).body).toMatchObject({ status: 'APPROVED', headline: 'Iqtisodchi' });
    const notices = (await student.get('/notice/?size=5')).body.content ?? [];
    expect(JSON.stringify(notices)).toContain('/cv/create/own');
  });

  it('is nobody else’s: not another student’s, not of another institution, not of who has no right', async () => {
    const mine = await approved(student, curator);
    expect((await other.get(`/cv/${mine.id}`)).status).toBe(404);
    expect((await other.post('/cv/', { id: mine.id, version: mine.version, city: 'x' })).status).toBe(404);
    expect((await other.get('/cv/')).body.content).toEqual([]);
    expect((await (await scene.api.as('teacher')).get(`/cv/${mine.id}`)).status).toBe(403);
    const away = await scene.api.as('super_admin', 2);
    expect((await away.get(`/cv/${mine.id}`)).status).toBe(404);
    expect((await away.get('/cv/')).body.total_elements).toBe(0);
    expect((await (await scene.api.as('admin_viewer')).get(`/cv/${mine.id}`)).status).toBe(200);
    expect((await curator.post('/cv/', { id: mine.id, version: mine.version, city: 'x' })).status).toBe(403);
  });

  it('carries what the record vouches for, which nobody types, and says when the record says something else', async () => {
    let detail = '90 ball';
    const off = scene.api.follow(
      on(verifiedFacts, {
        name: 'test',
        of: async (_call, ids) =>
          new Map(
            ids.map((id) => [
              id,
              [{ ref: 'achievement.1', kind: 'ACHIEVEMENT', title: 'Olimpiada', detail, at: '2026', check_code: null }],
            ]),
          ),
      }),
    );
    const mine = await approved(student, curator);
    expect(mine.facts.map((one: Any) => one.ref)).toEqual(expect.arrayContaining(['degree', 'achievement.1']));
    expect(mine.outdated).toBe(false);
    const typed = await student.post('/cv/', { id: mine.id, version: mine.version, facts: [] });
    expect(typed.body.facts ?? mine.facts).not.toEqual([]);
    detail = '80 ball';
    expect((await student.get(`/cv/${mine.id}`)).body.outdated).toBe(true);
    off();
    expect((await student.post('/cv/', { id: mine.id, version: mine.version, modules: [999] })).body.code).toMatch(
      /CV_MODULE_UNKNOWN|STALE/,
    );
  });

  it('is drawn in two layouts and three languages, with a script in a field as text', async () => {
    const own = (await student.get('/cv/own')).body.cv;
    const evil = '<script>alert(1)</script>';
    const saved = await student.post('/cv/', { ...own, headline: evil });
    expect(saved.body.headline).toBe(evil);
    for (const layout of ['CLASSIC', 'MODERN'])
      for (const language of ['uz', 'ru', 'en']) {
        const file = await student.get(`/cv/file/${own.id}?layout=${layout}&language=${language}`);
        expect([file.status, file.raw.subarray(0, 5).toString()], JSON.stringify(file.body).slice(0, 300)).toEqual([
          200,
          '%PDF-',
        ]);
        expect(readPdf(file.raw).pages.join('\n').replaceAll(/\s/g, '')).toContain(evil);
      }
    expect((await other.get(`/cv/file/${own.id}`)).status).toBe(404);
  });

  it('carries its photo on paper, and none where it is not to be shown', async () => {
    const own = (await student.get('/cv/own')).body.cv;
    const face = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#3366aa' } })
      .jpeg()
      .toBuffer();
    const [{ id }] = (await student.upload('me.jpg', face, '?purpose=photo')).body;
    const pictures = async (more: object) => {
      const before = (await student.get(`/cv/${own.id}`)).body;
      const saved = await student.post('/cv/', { id: own.id, version: before.version, ...more });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      const { raw } = await student.get(`/cv/file/${own.id}?layout=MODERN&language=uz`);
      return raw.toString('latin1').split('/Subtype /Image').length;
    };
    const without = await pictures({ photo_file_id: null });
    expect(await pictures({ photo_file_id: id })).toBe(without + 1);
    expect(await pictures({ show_photo: false })).toBe(without);
    await pictures({ photo_file_id: null, show_photo: true });
  });

  it('is put away by the clock when its owner left, or nobody stood behind it for the time that is set', async () => {
    const mine = await approved(student, curator);
    const theirs = await approved(other, curator);
    const state = async (of: Any) => (await scene.sql('select status from cvs where id = $1', [of.id]))[0].status;
    expect((await student.get('/cv/settings')).status).toBe(403);
    expect((await curator.post('/cv/settings', { archive_silent_days: 5 })).status).toBe(400);
    const set = await curator.post('/cv/settings', { archive_silent_days: 60, archive_left_days: 10 });
    expect(set.body).toEqual({ archive_silent_days: 60, archive_left_days: 10 });
    expect((await (await scene.api.as('super_admin', 2)).get('/cv/settings')).status).not.toBe(200);
    await scene.sql("update students set status = 'WITHDRAWN', status_since = edulab_today() - 5 where id = $1", [
      theirs.student_id,
    ]);
    await archiveSilent(scene.api.kernel);
    expect([await state(mine), await state(theirs)]).toEqual(['APPROVED', 'APPROVED']);
    await at(`${scene.day(6)}T12:00:00+05:00`);
    await archiveSilent(scene.api.kernel);
    expect([await state(mine), await state(theirs)]).toEqual(['APPROVED', 'ARCHIVED']);
    await scene.sql("update students set status = 'ACTIVE' where id = $1", [theirs.student_id]);
    // Who says that they look for work stands behind the CV as well.
    await at(`${scene.day(40)}T12:00:00+05:00`);
    await student.put('/cv/need_for_job_status', { status: 'LOOKING_FOR_JOB' });
    await at(`${scene.day(90)}T12:00:00+05:00`);
    await archiveSilent(scene.api.kernel);
    expect(await state(mine)).toBe('APPROVED');
    await at(`${scene.day(101)}T12:00:00+05:00`);
    expect(await archiveSilent(scene.api.kernel)).toBe(1);
    expect(await archiveSilent(scene.api.kernel)).toBe(0);
    expect(await state(mine)).toBe('ARCHIVED');
    expect(JSON.stringify((await student.get('/notice/?size=5')).body)).toContain('was archived');
    const back = await step(student, (await student.get(`/cv/${mine.id}`)).body, 'DRAFT');
    expect(back.body.status).toBe('DRAFT');
    await scene.sql('delete from career_profiles');
    await at(`${scene.day(0)}T12:00:05+05:00`);
  });

  it('refuses what is no link, no month, and too much', async () => {
    const own = (await student.get('/cv/own')).body.cv;
    const bad = async (more: object) => (await student.post('/cv/', { ...own, ...more })).status;
    expect(await bad({ links: ['javascript:alert(1)'] })).toBe(400);
    expect(await bad({ schools: [{ ref: 'a', name: 'X', from: '2026-13' }] })).toBe(400);
    expect(await bad({ hard_skills: Array.from({ length: 31 }, (_, at) => `s${at}`) })).toBe(400);
    expect(await bad({ photo_file_id: 999_999 })).toBe(422);
    // A picture that says it is 60,000 × 60,000 is not taken in the first place.
    const bomb = Buffer.from(
      '89504e470d0a1a0a0000000d494844520000ea600000ea6008060000004b2ffd0f0000000a49444154789c6360000000020001e221bc330000000049454e44ae426082',
      'hex',
    );
    expect((await student.upload('bomb.png', bomb, '?purpose=photo')).status).toBeGreaterThanOrEqual(400);
  });

  it('is found by skills that are usual, and by those that several write', async () => {
    expect((await student.get('/cv/hard_skills?search=sq')).body).toContainEqual({ id: 'SQL', title: 'SQL' });
    expect((await student.get('/cv/soft_skills')).body.length).toBeGreaterThan(5);
  });

  it('takes its first lines and its look by calls of their own', async () => {
    const words = await student.post('/cv/document/objective', { objective: 'Yangi maqsad', headline: 'Tahlilchi' });
    expect(words.body).toMatchObject({ objective: 'Yangi maqsad', headline: 'Tahlilchi' });
    const look = await student.post('/cv/document/cv', { layout: 'MODERN', language: 'ru' });
    expect(look.body).toMatchObject({ layout: 'MODERN', language: 'ru', objective: 'Yangi maqsad' });
  });
});

describe('looking for work', () => {
  const need = async (by: Caller) => (await by.get('/user/me/info')).body.user_info.need_for_job_status;
  it('is said, stands in the profile, and is asked anew with the next term', async () => {
    expect((await student.put('/cv/need_for_job_status', { status: 'UPDATE_REQUIRED' })).body.code).toBe(
      'NEED_UNKNOWN',
    );
    expect((await student.put('/cv/need_for_job_status', { status: 'ON_HOLIDAY' })).status).toBe(422);
    expect((await student.put('/cv/need_for_job_status', {})).status).toBe(400);
    const said = await student.put('/cv/need_for_job_status', { status: 'LOOKING_FOR_JOB' });
    expect(said.body.need_for_job_status).toBe('LOOKING_FOR_JOB');
    expect(await need(student)).toBe('LOOKING_FOR_JOB');
    const night = async (day: number) => {
      await at(`${scene.day(day)}T12:00:00+05:00`);
      await doNightly(scene.api.kernel, scene.api.app.log);
    };
    await night(0);
    await night(1);
    expect(await need(student)).toBe('LOOKING_FOR_JOB');
    // The second semester begins on the 70th day.
    await night(71);
    expect(await need(student)).toBe('UPDATE_REQUIRED');
    await student.put('/cv/need_for_job_status', { status: 'OPEN_TO_OFFERS' });
    await night(72);
    expect(await need(student)).toBe('OPEN_TO_OFFERS');
    await at(`${scene.day(0)}T12:00:05+05:00`);
  });
});
