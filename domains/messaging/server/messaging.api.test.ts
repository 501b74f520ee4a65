import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiBase } from '#platform/server/call/http.ts';
import { asActor } from '#platform/server/database/database.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { emit } from '#platform/server/work/events.ts';
import { startJob } from '#platform/server/work/jobs.ts';
import { type Lane, workOnJobs } from '#platform/server/work/jobs-worker.ts';
import { mailDriver } from '#platform/server/work/mail.ts';
import { sendMail } from '#platform/server/work/outbox.ts';
import { deliverDue } from '#platform/server/work/outbox-worker.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { portOf, type Received, startSmtp, stopSmtp } from '#tests/support/smtp.ts';
import { notify } from './index.ts';

let api: Api;
let kernel: Kernel;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.as('admin');
  ({ kernel } = api);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const idOf = async (username: string) =>
  (await api.database.owner.query<{ id: number }>('select id from accounts where username = $1', [username])).rows[0]!
    .id;
const inside = <T>(work: (call: never) => Promise<T>, institution_id = 1): Promise<T> =>
  asActor(api.database.app, { institution_id, account_id: null, call: 'test' }, (_db, client) =>
    work({ kernel, client, institution_id, account_id: 0, locale: 'en' } as never),
  );
const until = async (done: () => boolean | Promise<boolean>, ms = 8000) => {
  for (const end = performance.now() + ms; !(await done()); ) {
    if (performance.now() > end) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

describe('mail', () => {
  const received: Received[] = [];
  const stateOf = async (id: number) =>
    (await api.database.owner.query('select state, error, body from outbox where id = $1', [id])).rows[0];

  it('leaves once, waits while the server is away, and is given up where nobody lives', async () => {
    const smtp = await startSmtp(received);
    const port = portOf(smtp);
    const sending: Kernel = { ...kernel, settings: { ...kernel.settings, smtpUrl: `smtp://127.0.0.1:${port}` } };
    let driver = mailDriver(sending.settings)!;
    // The test's own worker: the server that is tested has no mail server and leaves these alone.
    const deliver = () =>
      deliverDue(api.database.owner, { mail: driver, sms: null }, { pauses: [0.05, 0.05, 0.05, 0.05, 0.05] });
    const deferred = async (mail: Parameters<typeof sendMail>[1]) => {
      const id = await inside((call) => sendMail({ ...(call as object), kernel: sending } as never, mail));
      await deliver();
      return id;
    };

    const first = await deferred({
      to: 'a@example.uz',
      language: 'uz',
      subject: 'Salom',
      html: '<p>Oʻtkir &amp; <b>Gʻofur</b></p>',
    });
    await Promise.all([deliver(), deliver()]);
    await until(() => received.length > 0);
    expect(received.map((mail) => mail.to)).toEqual(['a@example.uz']);
    expect(received[0]!.text).toContain('multipart/alternative');
    expect(await stateOf(first)).toMatchObject({ state: 'sent' });

    const lost = await deferred({ to: 'nobody@example.uz', language: 'uz', subject: 'x', text: 'x' });
    expect(await stateOf(lost)).toMatchObject({ state: 'failed', body: 'x' });
    expect((await admin.get('/outbox/?state=failed')).body.content[0]).toMatchObject({
      id: lost,
      can: { retry: true },
    });

    // An open line would keep the server.
    driver.close?.();
    await stopSmtp(smtp);
    driver = mailDriver(sending.settings)!;
    const waiting = await deferred({ to: 'b@example.uz', language: 'uz', subject: 'y', text: 'y' });
    expect(await stateOf(waiting)).toMatchObject({ state: 'queued', error: expect.stringMatching(/ECONNREFUSED/) });
    const back = await startSmtp(received, port);
    await until(async () => {
      await deliver();
      return (await stateOf(waiting)).state === 'sent';
    });
    expect(received.filter((mail) => mail.to === 'b@example.uz')).toHaveLength(1);
    driver.close?.();
    await stopSmtp(back);
  });

  it('goes in Cyrillic to whoever reads Uzbek so, but for codes, links and names to sign in with', async () => {
    const { owner } = api.database;
    await api.as('teacher');
    await owner.query(
      "update accounts set locale = 'uz', cyrillic = true, email = 'kirill@example.uz' where username = 'teacher'",
    );
    const link = 'https://edulab.test/reset-password?token=Salom-123';
    const text = (values: Record<string, string>) =>
      `Assalomu alaykum, Gʻayrat!\nKod: ${values.code}\n${link}\nIsm: teacher`;
    const mail = {
      subject: 'Parolni tiklash',
      text,
      as_it_is: ['teacher'],
      secret: { values: { code: 'Xat-kod' }, minutes: 5 },
    };
    const sent = async (to: string, language: 'uz' | 'en' | null) =>
      (await stateOf(await inside((call) => sendMail(call, { ...mail, to, language })))).body;
    expect(await sent('Kirill@example.uz', 'uz')).toBe(`Ассалому алайкум, Ғайрат!\nКод: ••••••\n${link}\nИсм: teacher`);
    const html = '<p style="color: red">Oʻtkir &amp; <a href="/uz">Gʻofur</a></p>';
    const page = await stateOf(
      await inside((call) => sendMail(call, { to: 'kirill@example.uz', language: 'uz', subject: 'Xat', html })),
    );
    expect(page.body).toContain('<p style="color: red">Ўткир &amp; <a href="/uz">Ғофур</a></p>');
    // Other readers, other languages and what somebody typed stay as they are.
    for (const [to, language] of [
      ['other@example.uz', 'uz'],
      ['kirill@example.uz', 'en'],
      ['kirill@example.uz', null],
    ] as const)
      expect(await sent(to, language)).toContain('Assalomu alaykum');
    await owner.query("update accounts set cyrillic = false where username = 'teacher'");
  });

  it('of a kind that this process cannot carry does not keep it looking', async () => {
    const sending: Kernel = { ...kernel, settings: { ...kernel.settings, smtpUrl: 'smtp://127.0.0.1:1' } };
    const id = await inside((call) =>
      sendMail({ ...(call as object), kernel: sending } as never, {
        to: 'c@example.uz',
        language: 'uz',
        subject: 'z',
        text: 'z',
      }),
    );
    const sms = { send: async () => undefined };
    expect(await deliverDue(api.database.owner, { mail: null, sms })).toBe(60_000);
    expect(await stateOf(id)).toMatchObject({ state: 'queued' });
    await api.database.owner.query('delete from outbox_deliveries where outbox_id = $1', [id]);
  });

  it('is kept where it can be read when there is no server, and does not exist when the work fails', async () => {
    const count = async () => (await admin.get('/outbox/?channel=mail&search=rolled')).body.total_elements;
    await expect(
      inside(async (call) => {
        await sendMail(call, { to: 'rolled@example.uz', language: 'uz', subject: 'a', text: 'a' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await count()).toBe(0);
    await inside((call) => sendMail(call, { to: 'rolled@example.uz', language: 'uz', subject: 'a', text: 'a' }));
    const { body } = await admin.get('/outbox/?channel=mail&search=rolled');
    expect(body.content[0]).toMatchObject({ state: 'kept', body: 'a', html: false });
    expect((await (await api.as('teacher')).get('/outbox/')).status).toBe(403);
    const second = await inside(
      (call) => sendMail(call, { to: 'other@example.uz', language: 'uz', subject: 'a', text: 'a' }),
      2,
    );
    expect(
      (await admin.get('/outbox/?size=200', { institution: '1' })).body.content.map((row: { id: number }) => row.id),
    ).not.toContain(second);
  });
});

describe('templates', () => {
  it('are kept clean, previewed, sent as long work with a receipt, and deleted', async () => {
    const words = (text: string) => ({ uz: text, ru: '', en: `${text} (en)` });
    const saved = await admin.post('/email_template/', {
      title: words('Eslatma'),
      subject: words('Salom, {firstname}'),
      body: words('<p onclick="x()">Hurmatli {firstname} <script>1</script></p>'),
    });
    expect(saved.status).toBe(200);
    expect(saved.body.body.uz).toBe('<p>Hurmatli {firstname} </p>');
    const { id } = saved.body;
    const seen = await admin.post('/email_template/preview', {
      subject: words('{firstname} {wrong}'),
      body: words('{lastname}'),
    });
    expect(seen.body.unknown).toEqual(['wrong']);
    expect(seen.body.subject.uz).not.toContain('{firstname}');

    const people = [await idOf('teacher'), await idOf('director')];
    await api.database.owner.query('update accounts set email = null where id = $1', [people[1]]);
    await api.database.owner.query(`update accounts set firstname = '<b>Ali', email = 'ali@example.uz' where id = $1`, [
      people[0],
    ]);
    expect((await admin.post('/email_template/send-message', { id })).body.code).toBe('NO_RECIPIENTS');
    const sent = await admin.post('/email_template/send-message', {
      id,
      account_ids: people,
      emails: ['Guest@example.uz'],
    });
    expect(sent.body.message).toBe('Mail has been sent!');
    const job = () => admin.get(`/job/${sent.body.job.id}`);
    await until(async () => (await job()).body.state === 'done');
    expect((await job()).body).toMatchObject({
      done: 3,
      total: 3,
      title: 'Sending e-mails',
      receipt: { sent: 2, without_email_count: 1 },
      can: { undo: false },
    });
    const {
      body: {
        content: [mail],
      },
    } = await admin.get('/outbox/?search=ali@example.uz');
    expect(mail).toMatchObject({ subject: 'Salom, <b>Ali', html: true });
    expect(mail.body).toContain('Hurmatli &lt;b&gt;Ali');
    expect((await admin.post(`/job/${sent.body.job.id}/undo`)).body.code).toBe('JOB_NOT_UNDOABLE');
    expect((await (await api.as('super_admin')).get(`/job/${sent.body.job.id}`)).status).toBe(404);

    expect((await admin.get('/email_template/all')).body).toContainEqual({ id, title: 'Eslatma (en)' });
    expect((await admin.delete(`/email_template/?id=${id}`)).status).toBe(200);
    expect((await admin.get(`/email_template/${id}`)).status).toBe(404);
  });
});

describe('long work', () => {
  const ran: string[] = [];
  const search = Promise.withResolvers<void>();
  const testing = (): Kernel => ({
    ...kernel,
    domains: [
      ...kernel.domains,
      {
        name: 'test',
        contract: {},
        router: {},
        jobs: {
          'test.good': {
            run: async (job) => {
              ran.push('good');
              await job.progress(1, 2);
              const {
                rows: [seen],
              } = await api.database.owner.query('select state, done, total from jobs where id = $1', [job.job_id]);
              return { seen };
            },
          },
          'test.bad': {
            run: async (job) => {
              const { callOf } = await import('#platform/server/work/jobs.ts');
              await notify(callOf(job), [await idOf('teacher')], {
                type: 'half',
                title: { uz: 'yarim', ru: '', en: '' },
              });
              throw new Error('broken in the middle');
            },
          },
          'test.long': {
            long: true,
            run: async () => {
              await search.promise;
              return {};
            },
          },
        },
      },
    ],
  });
  /** Queued without waking the server's own worker, which does not know these kinds. */
  const queue = async (kind: string, state = 'queued', error: string | null = null) =>
    (
      await api.database.owner.query<{ id: number }>(
        'insert into jobs (institution_id, account_id, kind, state, error) values (1, $1, $2, $3, $4) returning id',
        [await idOf('admin'), kind, state, error],
      )
    ).rows[0]!.id;
  const work = (lane: Lane = 'quick') => workOnJobs(testing(), lane, () => undefined);

  it('shows how far it is while it runs, and leaves nothing half done', async () => {
    const good = await queue('test.good');
    const bad = await queue('test.bad');
    await Promise.all([work(), work()]);
    expect(ran).toEqual(['good']);
    expect((await admin.get(`/job/${good}`)).body).toMatchObject({
      state: 'done',
      receipt: { seen: { state: 'running', done: 1, total: 2 } },
    });
    expect((await admin.get(`/job/${bad}`)).body).toMatchObject({ state: 'failed', error: expect.any(String) });
    expect((await api.database.owner.query(`select 1 from notices where type = 'half'`)).rowCount).toBe(0);
  });

  it('of minutes holds up nothing that is quick', async () => {
    const slow = await queue('test.long');
    const searching = work('long');
    const quick = await queue('test.good');
    await work();
    expect((await admin.get(`/job/${quick}`)).body.state).toBe('done');
    expect((await admin.get(`/job/${slow}`)).body.state).not.toBe('done');
    search.resolve();
    await searching;
    expect((await admin.get(`/job/${slow}`)).body.state).toBe('done');
  });

  it('is taken up again when its process died, but not for ever', async () => {
    const once = await queue('test.good', 'running');
    const twice = await queue('test.good', 'running', 'JOB_INTERRUPTED');
    await work();
    expect((await admin.get(`/job/${once}`)).body.state).toBe('done');
    expect((await admin.get(`/job/${twice}`)).body.state).toBe('failed');
  });

  it('refuses kinds that nobody knows', async () => {
    await expect(inside((call) => startJob(call, 'no.such', {}))).rejects.toThrow('no.such');
  });
});

describe('live events and notices', () => {
  /** Opens a stream and collects what it says. */
  async function listen(who: Caller, institution: number) {
    const address = api.app.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${address.port}${apiBase}/events`, {
      headers: { authorization: `Bearer ${who.token}`, institution: String(institution) },
    });
    const heard = { text: '', ended: false, status: response.status };
    void (async () => {
      const decoder = new TextDecoder();
      for await (const piece of response.body!) heard.text += decoder.decode(piece as Uint8Array);
    })()
      .catch(() => undefined)
      .finally(() => (heard.ended = true));
    if (response.ok) await until(() => heard.text.includes(': here'));
    return heard;
  }

  it('go to a thousand people in two statements', async () => {
    const teacher = await api.as('teacher');
    const heard = await listen(teacher, 1);
    const { rows } = await api.database.owner.query<{ id: number }>('select id from accounts order by id limit 1000');
    const people = [...new Set([...rows.map(({ id }) => id), await idOf('teacher')])];
    let asked = 0;
    await asActor(api.database.app, { institution_id: 1, account_id: null, call: 'test' }, async (_db, client) => {
      const query = (text: string, values: unknown[]) => {
        asked++;
        return client.query(text, values);
      };
      const call = { client: { query }, institution_id: 1 } as never;
      await notify(call, people, { type: 'crowd', title: { uz: 'Koʻp', ru: '', en: 'Many' } });
    });
    expect(asked).toBe(2);
    await until(() => heard.text.includes('event: notice\ndata: {"type":"crowd"}'));
    await api.database.owner.query("delete from notices where type = 'crowd'");
  });

  it('reach the right people of the right institution, and end with the session', async () => {
    const teacher = await api.as('teacher');
    const away = await api.as('super_admin');
    const [mine, admins, elsewhere] = await Promise.all([listen(teacher, 1), listen(admin, 1), listen(away, 2)]);
    expect((await listen(api.anonymous, 1)).status).toBe(401);
    const id = await idOf('teacher');
    await inside((call) =>
      notify(call, [id], { type: 'marks', title: { uz: 'Baholar', ru: '', en: 'Marks' }, link: '/marks' }),
    );
    await inside((call) => emit(call, { type: 'all', to: { permission: 'outbox.read' }, data: { n: 1 } }));
    await until(() => mine.text.includes('event: notice') && admins.text.includes('event: all'));
    await inside((call) => emit(call, { type: 'last', to: { permission: 'outbox.read' }, data: {} }), 2);
    await until(() => elsewhere.text.includes('event: last'));
    expect(elsewhere.text).not.toContain('event: all');
    expect(mine.text).not.toContain('event: all');
    expect(admins.text).not.toContain('event: notice');
    expect((await teacher.get('/notice/?unread=true')).body.content[0]).toMatchObject({
      title: 'Marks',
      link: '/marks',
      read_at: null,
    });
    expect((await teacher.post('/notice/read', {})).body).toEqual({ unread: 0 });
    expect((await admin.get('/notice/')).body.content).toEqual([]);
    await api.database.owner.query('update sessions set revoked_at = edulab_now() where account_id = $1', [id]);
    await until(() => mine.ended);
    expect(admins.ended).toBe(false);
  });
});
