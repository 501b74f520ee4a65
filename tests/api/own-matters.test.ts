import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { flavourNames, flavours } from '#domains/admissions/flavours.ts';
import { isOver } from '#domains/admissions/over.ts';
import { ownMatter } from '#domains/identity/server/hooks.ts';
import { domains } from '#domains/server.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ students: 120 });
});
afterAll(() => api.close());

const names = followersOf({ domains }, ownMatter).map(({ name }) => name);
/** What the cards ask for, and nothing narrower. */
const questions: Record<string, string[]> = {
  requests: ['/form/request?mine=true'],
  career: ['/cv', '/job_offer/student/all'],
  claims: ['/ec'],
  feedback: ['/feedback?mine=true'],
  achievements: ['/achievement_records/own'],
  short_courses: ['/short_term_course/registration?mine=true'],
  offences: ['/offence/waiting'],
  running_applications: flavourNames.map((flavour) => {
    const running = flavours[flavour].workflow.states.filter((state) => !isOver(state));
    return `${flavours[flavour].prefix}/application?${running.map((state) => `status=${state}`).join('&')}`;
  }),
};
/** How much of an answer is the caller's own: an offer for everybody is nobody's before it is answered. */
// biome-ignore lint/suspicious/noExplicitAny: each call answers otherwise
const countOf = (body: any): number =>
  Array.isArray(body)
    ? body.filter(({ answer }) => answer).length
    : (body.total_elements ?? body.records?.length ?? body.count);
const noneOf = async (caller: Caller): Promise<string[]> => (await caller.get('/user/me/matters')).body.none;

// Of others an office is answered as well, and has no such cards.
it('what is said not to be there is not there', async () => {
  const { rows } = await api.database.owner.query<{ username: string }>(
    `(select a.username from students s join accounts a on a.id = s.account_id and a.active where s.institution_id = 1 order by s.id limit 12)
     union (select a.username from guests g join accounts a on a.id = g.account_id and a.active where g.institution_id = 1 order by g.id limit 3)
     union select unnest(array['bachelor_student', 'master_student', 'guest_user'])`,
  );
  const [there, asked] = [new Set<string>(), new Set<string>()];
  for (const { username } of rows) {
    const caller = await api.as(username);
    const none = await noneOf(caller);
    for (const name of names)
      for (const path of questions[name] ?? []) {
        const { status, body } = await caller.get(path);
        // Who may not ask has no card of it.
        if (status !== 200) continue;
        asked.add(name);
        const count = countOf(body);
        if (count > 0) there.add(name);
        if (none.includes(name)) expect(count, `${path} of ${username}`).toBe(0);
      }
  }
  expect([...asked].toSorted()).toEqual(names.toSorted());
  // Else this would hold of a demo in which nobody has anything.
  expect([...there]).toEqual(expect.arrayContaining(['requests', 'achievements', 'running_applications']));
});

it('the first of a matter is there at once', async () => {
  const { owner } = api.database;
  const { rows } = await owner.query<{ username: string }>(
    `select a.username from students s join accounts a on a.id = s.account_id and a.active
      where s.institution_id = 1 and s.status = 'ACTIVE' and not exists (select 1 from feedback f where f.account_id = a.id) order by s.id limit 1`,
  );
  const student = await api.as(rows[0]!.username);
  expect(await noneOf(student)).toContain('feedback');
  const written = await student.post('/feedback', {
    confidential: false,
    type_id: (await owner.query('select min(id) as id from feedback_types where institution_id = 1')).rows[0].id,
    subject: 'Kutubxona',
    text: 'Kechqurun ham ochiq boʻlsa edi.',
  });
  expect(written.status, JSON.stringify(written.body)).toBeLessThan(300);
  expect(await noneOf(student)).not.toContain('feedback');
});

it('every card asks for a matter that somebody tells of', () => {
  const root = resolve(import.meta.dirname, '../..');
  const asked = globSync('domains/*/web/**/*.tsx', { cwd: root })
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/use(?:OwnMatter|HasOwn)\(\s*[^,']*'(\w+)'/g),
    ])
    .map(([, name = '']) => name);
  expect([...new Set(asked)].toSorted()).toEqual(names.toSorted());
  expect(Object.keys(questions).toSorted()).toEqual(names.toSorted());
});
