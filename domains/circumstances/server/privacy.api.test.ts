import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type ClaimScene, claimScene } from '#tests/support/claims.ts';

/** Whoever teaches sees that a date moved, and nothing of why: asked of every call that reads. */

let scene: ClaimScene;
beforeAll(async () => {
  scene = await claimScene();
});
afterAll(() => scene?.api.close());

/** Words that stand nowhere else than in this claim. */
const words = ['Qizamiqzor', 'XufyonaHujjat', 'KechikishSababi', 'QarorMatni', 'QaytaKoʻrish'];
const traces = new RegExp([...words, 'MENTAL_HEALTH', 'EC-0', 'SELF_CERTIFIED', '"circumstance', '/ec/'].join('|'));

it('no call tells a teacher, a mentor or a leader of the module anything about a claim', async () => {
  const { student, officer, step, sql, api } = scene;
  const work = await scene.homework(4);
  const file = await scene.evidence(student, 'XufyonaHujjat.pdf');
  const sent = await scene.sent(student, [work], {
    kind: 'MENTAL_HEALTH',
    text: 'Qizamiqzor',
    late_reason: 'KechikishSababi',
    file_ids: [file],
  });
  const taken = (await step(officer, sent, 'UNDER_REVIEW')).body;
  const paper = taken.papers[0];
  const decided = await officer.post('/ec/paper', {
    id: paper.id,
    version: paper.version,
    outcome: 'SUPPORTED',
    working_days: 5,
    reason: 'QarorMatni',
  });
  const out = await officer.post('/ec/outcome_report/', { id: sent.id, version: decided.body.version });
  expect(out.status, JSON.stringify(out.body)).toBe(200);
  const [{ id: lesson }] = await sql('select lesson_id as id from lesson_homeworks where id = $1', [work]);
  // Whoever has all that a teacher may have at once.
  await sql(
    `insert into account_roles (account_id, role_id, institution_id) select a.id, r.id, 1 from accounts a, roles r
      where a.username = 'teacher' and r.name in ('MODULE_LEADER', 'ACADEMIC_MENTOR', 'COURSE_LEADER') on conflict do nothing`,
  );
  const teacher = await api.as('teacher');
  const known: Record<string, string | number> = {
    course_module_id: scene.plan,
    group_id: scene.group,
    student_id: scene.people[0]!,
    lesson_id: lesson,
    homework_id: work,
    claim_id: sent.id,
    search: words[0]!,
    from: scene.day(-30),
    to: scene.day(30),
    size: 100,
  };
  const reads = callsOf(domains).filter(({ meta }) => meta.method === 'GET' && !('public' in meta.access));
  let answered = 0;
  const leaks: string[] = [];
  for (const { meta } of reads) {
    const ids = /\{(\w+)\}/.test(meta.path)
      ? [...new Set([sent.id, scene.people[0], work, lesson, scene.plan, file])]
      : [0];
    for (const id of ids) {
      const path = meta.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(known[name] ?? id));
      // With what a page would ask, and without: a filter that the call does not know is no fault of it.
      for (const query of meta.path.includes('{')
        ? ['']
        : ['', `?${new URLSearchParams(Object.entries(known).map(([key, value]) => [key, String(value)]))}`]) {
        const { status, raw } = await teacher.get(path + query);
        if (status !== 200) continue;
        answered += 1;
        const text = raw.toString('utf8');
        // A list says back what was looked for nowhere; so a word that comes back stood in a record.
        if (traces.test(text)) leaks.push(`${path}${query}: ${traces.exec(text)?.[0]}`);
      }
    }
  }
  expect(answered).toBeGreaterThan(60);
  expect(leaks).toEqual([]);
  for (const path of ['/ec/', '/ec/all', `/ec/${sent.id}`, `/ec/outcome_report/${sent.id}`, '/ec/statistics'])
    expect((await teacher.get(path)).status, path).toBe(403);
});

it('mails and notices say that there is something to read, and no more', async () => {
  const { sql } = scene;
  const mails = await sql('select subject, body from outbox where channel = $1', ['mail']);
  const notices = await sql('select type, title::text as title from notices');
  expect(mails.length + notices.length).toBeGreaterThan(0);
  for (const { subject, body } of mails) expect(`${subject} ${body}`).not.toMatch(new RegExp(words.join('|')));
  for (const { title } of notices) expect(title).not.toMatch(/kasal|illness|болезн|support|reject|qanoat|rad et/i);
});

it('the history of changes keeps what happened from whoever does not decide', async () => {
  const admin = await scene.api.as('super_admin');
  const { status, raw } = await admin.get('/user/info_history/?size=200');
  expect(status).toBe(200);
  expect(raw.toString('utf8')).not.toMatch(new RegExp(`${words.join('|')}|MENTAL_HEALTH`));
});

it('what a student writes and never sends stands in nobody else’s history', async () => {
  const { student, head } = scene;
  const draft = await scene.draft(student, [await scene.homework(5)], { text: 'Yuborilmagan' });
  expect(draft.status).toBe(200);
  const told = async (by: typeof head) =>
    (await by.get(`/user/info_history/?table_name=ec_claims&row_id=${draft.body.id}`)).body.total_elements;
  expect(await told(head)).toBe(0);
  expect(await told(await scene.api.as('super_admin'))).toBe(0);
  expect(await told(student)).toBeGreaterThan(0);
  expect((await head.get('/user/info_history/?search=Yuborilmagan')).raw.toString('utf8')).not.toContain(
    'Yuborilmagan',
  );
});
