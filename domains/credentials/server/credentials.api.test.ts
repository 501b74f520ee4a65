import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { asActor } from '#platform/server/database/database.ts';
import { rotateSigningKey } from '#platform/server/disk/signing-keys.ts';
import { on } from '#platform/server/hooks.ts';
import { startApi } from '#tests/support/api.ts';
import { readPdf } from '#tests/support/pdf.ts';
import type { Checked, DocumentBody, DocumentStatement } from '../shapes.ts';
import { drawWaiting } from './drawing.ts';
import { letterKind } from './hooks.ts';
import { type IssuedDocument, issueDocument, supersedeDocuments } from './issue.ts';
import { issueLetter } from './letters.ts';

/** Documents from the office to the stranger who checks them. */

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const as = <T>(work: (call: Call) => Promise<T>, account_id = 0, institution_id = 1): Promise<T> =>
  asActor(api.database.app, { institution_id, account_id, call: 'test' }, (db, client) =>
    work({
      db,
      client,
      institution_id,
      account_id,
      kernel: { settings: { dataDir: api.dataDir, publicUrl: 'https://edulab.test' } },
      locale: 'uz',
    } as never),
  );

const issue = (more: object = {}): Promise<IssuedDocument> =>
  as((call) =>
    issueDocument(call, {
      kind: 'REFERENCE',
      language: 'uz',
      title: 'Maʼlumotnoma',
      student_id: 4711,
      subject_name: 'Oʻktamov Gʻayrat',
      sections: [
        { kind: 'facts', rows: [['Talaba', 'Oʻktamov Gʻayrat']] },
        {
          kind: 'table',
          columns: [{ title: 'Fan' }, { title: 'Ball', align: 'right', width: 40 }],
          rows: [['Fizika', '85,5'], { sum: ['Jami', '1'] }],
        },
      ],
      signatories: [{ role: 'Rektor', name: 'A. Valiyev' }],
      ...more,
    }),
  );
const check = async (code: string): Promise<Checked & { body: DocumentBody; stated: DocumentStatement }> => {
  const { status, body } = await api.anonymous.get(`/issued-document/check/${code}`);
  expect(status).toBe(200);
  return { ...body, body: JSON.parse(body.document.text), stated: JSON.parse(body.statement.text) };
};
const genuine = ({ keys }: Checked, signed: Checked['document']): boolean => {
  const key = keys.find(({ id }) => id === signed.key_id);
  return Boolean(
    key &&
      verify(
        null,
        Buffer.from(signed.text),
        createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.public_key }, format: 'jwk' }),
        Buffer.from(signed.signature, 'base64url'),
      ),
  );
};

describe('a document that was issued', () => {
  test('is checked by a stranger: all facts, both signatures, the very file', async () => {
    const row = await issue();
    expect(row.number).toMatch(/^MN-\d{4}-\d{6}$/);
    const answer = await check(row.check_code);
    expect(genuine(answer, answer.document)).toBe(true);
    expect(genuine(answer, answer.statement)).toBe(true);
    expect(answer.body).toMatchObject({
      number: row.number,
      title: 'Maʼlumotnoma',
      sections: [{ rows: [['Talaba', 'Oʻktamov Gʻayrat']] }, { rows: [['Fizika', '85,5'], { sum: ['Jami', '1'] }] }],
    });
    expect(answer.stated).toMatchObject({ status: 'VALID', code: answer.body.code, superseded_by: null });
    const registrar = await api.as('registrar_head');
    const bytes = (await registrar.get(`/issued-document/${row.id}/file`)).raw;
    // Behind its end it brings along what was signed; before that it is the very file.
    const end = bytes.lastIndexOf('\n%edulab-proof ');
    expect(createHash('sha256').update(bytes.subarray(0, end)).digest('hex')).toBe(answer.body.file_sha256);
    const [proof = ''] = bytes
      .subarray(end + '\n%edulab-proof '.length)
      .toString('latin1')
      .split('\n');
    expect(JSON.parse(Buffer.from(proof, 'base64').toString('utf8'))).toEqual(answer.document);
    expect(bytes.toString('latin1')).toMatch(/startxref\n[1-9]\d*\n%%EOF\n$/);
    const read = await api.database.owner.query(
      "select details from security_events where kind = 'SENSITIVE_READ' order by id desc limit 1",
    );
    expect(read.rows[0].details).toEqual({ path: `/issued-document/${row.id}/file` });
    const { pages, title } = readPdf(bytes);
    expect(title).toContain(row.number);
    for (const text of ['Oʻktamov Gʻayrat', 'Fizika', '85,5', answer.body.code, 'A. Valiyev'])
      expect(pages.join()).toContain(text);
    // A table of a year that does not fit beside the facts begins on their page all the same.
    const year = Array.from({ length: 12 }, (_, at) => [
      `Fan ${at + 1}: ${'uzun nomli mashgʻulot '.repeat(20)}`,
      '85,5',
    ]);
    const facts = Array.from({ length: 8 }, (_, at) => [`Maʼlumot ${at}`, 'qiymat']);
    const columns = [{ title: 'Fan' }, { title: 'Ball', width: 40 }];
    const whole = await issue({
      sections: [
        { kind: 'facts', rows: facts },
        { kind: 'table', title: 'Natijalar', columns, rows: year },
      ],
    });
    const paper = readPdf((await registrar.get(`/issued-document/${whole.id}/file`)).raw);
    expect(paper.pages.length).toBeGreaterThan(1);
    expect(paper.pages[0]).toContain('Fan 5');
  });

  test('is found by its code however it was typed, and not by others', async () => {
    const row = await issue();
    const typed = row.check_code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await check(`${typed.slice(0, 6)}-${typed.slice(6)}`)).body.number).toBe(row.number);
    for (const wrong of ['AAAA-AAAA-AAAA', 'x', `${row.check_code}0`])
      expect((await api.anonymous.get(`/issued-document/check/${wrong}`)).status).toBe(404);
  });

  test('is known as altered when its row was changed behind our back', async () => {
    const row = await issue();
    await api.database.owner.query("update issued_documents set body = replace(body, '85,5', '95,5') where id = $1", [
      row.id,
    ]);
    const answer = await check(row.check_code);
    expect(genuine(answer, answer.document)).toBe(false);
  });

  test('cannot be changed or removed by the application', async () => {
    const row = await issue();
    for (const change of ["update issued_documents set body = '{}'", 'delete from issued_documents'])
      await expect(as((call) => call.client.query(`${change} where id = ${row.id}`))).rejects.toThrow(
        /permission denied/,
      );
  });

  test('is revoked for a reason that strangers read, by those who may', async () => {
    const row = await issue();
    const officer = await api.as('registrar_officer');
    const input = { id: row.id, version: row.version, reason: 'Xato berilgan' };
    expect((await officer.put('/issued-document/revoke', input)).status).toBe(403);
    const head = await api.as('registrar_head');
    expect((await head.put('/issued-document/revoke', { ...input, reason: '' })).status).toBe(400);
    expect((await head.put('/issued-document/revoke', { ...input, version: 9 })).body.code).toBe('STALE');
    const done = await head.put('/issued-document/revoke', input);
    expect(done.body).toMatchObject({ status: 'REVOKED', can: { revoke: false } });
    expect((await head.put('/issued-document/revoke', { ...input, version: done.body.version })).body.code).toBe(
      'TRANSITION_NOT_ALLOWED',
    );
    const answer = await check(row.check_code);
    expect(answer.stated).toMatchObject({ status: 'REVOKED', reason: 'Xato berilgan' });
    expect(genuine(answer, answer.document)).toBe(true);
  });

  test('is superseded, and leads to the one that came after', async () => {
    const old = await issue({ student_id: 4712 });
    const other = await issue({ student_id: 4713 });
    expect(
      await as((call) => supersedeDocuments(call, { kind: 'REFERENCE', student_ids: [4712] }, 'MARK_AMENDED')),
    ).toBe(1);
    expect((await check(old.check_code)).stated).toMatchObject({ status: 'SUPERSEDED', superseded_by: null });
    const fresh = await issue({ student_id: 4712 });
    expect((await check(old.check_code)).stated).toMatchObject({
      status: 'SUPERSEDED',
      reason: 'Undagi natija tuzatildi',
      superseded_by: { number: fresh.number },
    });
    expect((await check(other.check_code)).stated.status).toBe('VALID');
  });

  test('is never superseded before it was issued: days are those of the institution', async () => {
    // Past midnight in Tashkent it is still the day before in UTC.
    const before = clock.iso();
    await api.setClock('2027-03-10T01:30:00+05:00');
    const row = await issue({ student_id: 4714 });
    await as((call) => supersedeDocuments(call, { kind: 'REFERENCE', student_ids: [4714] }, 'MARK_AMENDED'));
    const { body, stated } = await check(row.check_code);
    expect(body.issued_on).toBe('2027-03-10');
    expect(stated.since_on).toBe('2027-03-10');
    expect(Date.parse(stated.since ?? '')).toBeGreaterThanOrEqual(Date.parse(body.issued_at));
    // Also where the two clocks disagree.
    const later = await issue({ student_id: 4715, issued_at: new Date('2027-03-10T09:00:00+05:00') });
    await as((call) => supersedeDocuments(call, { kind: 'REFERENCE', student_ids: [4715] }, 'MARK_AMENDED'));
    const answer = await check(later.check_code);
    expect(Date.parse(answer.stated.since ?? '')).toBeGreaterThanOrEqual(Date.parse(answer.body.issued_at));
    await api.setClock(before);
  });

  test('is proved by the key of its time after that was rotated', async () => {
    const row = await issue();
    const fresh = rotateSigningKey(api.dataDir);
    const answer = await check(row.check_code);
    expect(answer.document.key_id).not.toBe(fresh);
    expect(answer.statement.key_id).toBe(fresh);
    expect([genuine(answer, answer.document), genuine(answer, answer.statement)]).toEqual([true, true]);
  });

  test('has a number of its own, one after the other, whoever issues at once', async () => {
    const rows = await Promise.all(Array.from({ length: 5 }, () => issue({ kind: 'CERTIFICATE' })));
    const numbers = rows.map(({ number }) => Number(number.slice(-6))).sort((a, b) => a - b);
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(rows.map(({ check_code }) => check_code)).size).toBe(5);
  });
});

test('people find their own documents, the office all of its institution, others none', async () => {
  const student = await api.as('bachelor_student');
  const { rows } = await api.database.owner.query("select id from accounts where username = 'bachelor_student'");
  const mine = await as((call) =>
    issueDocument(call, {
      kind: 'REFERENCE',
      language: 'en',
      title: 'x',
      account_id: rows[0].id,
      subject_name: 'Mine',
      sections: [],
    }),
  );
  const theirs = await issue();
  const list = await student.get('/issued-document/?size=50');
  expect(list.body.content.map(({ id }: { id: number }) => id)).toEqual([mine.id]);
  expect((await student.get(`/issued-document/${theirs.id}`)).status).toBe(404);
  expect((await student.get(`/issued-document/${theirs.id}/file`)).status).toBe(404);
  const registrar = await api.as('registrar_officer');
  const found = await registrar.get(
    `/issued-document/?search=${encodeURIComponent('oʻktam')}&kind=REFERENCE&status=VALID&sort=number,desc`,
  );
  expect(found.body.content.map(({ id }: { id: number }) => id)).toContain(theirs.id);
  expect((await (await api.as('teacher')).get('/issued-document/')).status).toBe(403);
  expect((await api.anonymous.get('/issued-document/')).status).toBe(401);
});

test('what cannot be drawn is issued all the same: lists say that its file is late, and it comes when it can', async () => {
  const { owner } = api.database;
  const kept = (await owner.query<{ id: number }>("select id from accounts where username = 'bachelor_student'"))
    .rows[0]!.id;
  const account = { kind: 'TRANSCRIPT', language: 'en', title: 'Transcript', subject_name: 'Late' } as const;
  // Nothing can be drawn of this one: the fault is written with it, before anybody draws.
  const row = await as(async (call) => {
    const made = await issueDocument(call, { ...account, account_id: kept, sections: [], later: true });
    await call.client.query(`update document_drafts set draft = '{"title": "Transcript"}' where document_id = $1`, [
      made.id,
    ]);
    return made;
  });
  const student = await api.as('bachelor_student');
  const shown = async () => (await student.get(`/issued-document/${row.id}`)).body;
  expect(await shown()).toMatchObject({ number: row.number, status: 'VALID', paper: 'WAITING' });
  for (const path of [`/issued-document/${row.id}/file`, `/issued-document/check/${row.check_code}`]) {
    const answer = await student.get(path);
    expect([answer.status, answer.body.code], path).toEqual([503, 'DOCUMENT_BEING_MADE']);
  }
  await owner.query('update document_drafts set attempts = 3 where document_id = $1', [row.id]);
  expect((await student.get('/issued-document/?mine=true&kind=TRANSCRIPT')).body.content).toMatchObject([
    { number: row.number, paper: 'DELAYED' },
  ]);
  await owner.query(
    `update document_drafts set draft = '{"title": "Transcript", "sections": []}', next_at = '2000-01-01' where document_id = $1`,
    [row.id],
  );
  // Whoever asks for its code has it drawn, unless the server was there first.
  const answer = await check(row.check_code);
  expect(genuine(answer, answer.document)).toBe(true);
  expect(await shown()).toMatchObject({ paper: 'READY' });
  expect((await student.get(`/issued-document/${row.id}/file`)).status).toBe(200);
});

describe('a letter', () => {
  const words = { uz: '{name}, {thing} boʻyicha', ru: '', en: '{name}, about {thing}' };
  const template = { kind: 'test.of_letters', title: words, text: words };
  const follows = [on(letterKind, { name: 'test.of_letters', blanks: ['thing'] })];
  const writeIn = (call: Call, account_id: number) =>
    issueLetter({ ...call, kernel: { ...call.kernel, domains: [{ name: 'test', follows }] } } as never, {
      kind: 'test.of_letters',
      to: { student_id: 4711, account_id, name: 'Oʻktamov Gʻayrat', email: 'gayrat@edulab.test', locale: 'uz' },
      values: { thing: 'MAXFIYNARSA' },
    });
  const write = (account_id: number) => as((call) => writeIn(call, account_id));

  test('says what it is about on its paper alone', async () => {
    const student = await api.as('bachelor_student');
    const { owner } = api.database;
    const {
      rows: [account],
    } = await owner.query<{ id: number }>("select id from accounts where username = 'bachelor_student'");
    await owner.query('insert into letter_templates (institution_id, kind, title, text) values (1, $1, $2, $2)', [
      template.kind,
      JSON.stringify(words),
    ]);
    const row = await write(account!.id);
    expect(row.number).toMatch(/^XT-\d{4}-\d{6}$/);
    const {
      rows: [mail],
    } = await owner.query<{ subject: string; body: string }>(
      'select subject, body from outbox order by id desc limit 1',
    );
    expect(`${mail!.subject} ${mail!.body}`).toContain(row.number);
    expect(JSON.stringify(mail)).not.toContain('MAXFIYNARSA');
    const file = await student.get(`/issued-document/${row.id}/file`);
    expect(file.status).toBe(200);
    const answer = await check(row.check_code);
    expect(genuine(answer, answer.document)).toBe(true);
    expect(JSON.stringify(answer)).not.toContain('MAXFIYNARSA');
    // Whoever reads all documents has no letters of others, neither in the list nor by number.
    const office = await api.as('registrar_head');
    expect((await office.get(`/issued-document/${row.id}/file`)).status).toBe(404);
    expect((await office.get('/issued-document/?kind=LETTER')).body.content).toEqual([]);
    expect((await student.get('/issued-document/?mine=true&kind=LETTER')).body.content).toMatchObject([
      { number: row.number },
    ]);
  });

  test('is drawn once, after what it was written with is committed, by whoever is there first', async () => {
    const { owner } = api.database;
    const waiting = async () => (await owner.query('select document_id as id from document_drafts')).rows;
    const [account] = (await owner.query("select id from accounts where username = 'bachelor_student'")).rows;
    const row = await write(account.id);
    // Beside those of the test the server draws as soon as it hears of it: whoever comes second finds nothing to do.
    await Promise.all([drawWaiting(api.kernel), drawWaiting(api.kernel)]);
    await expect.poll(waiting).toEqual([]);
    expect((await check(row.check_code)).document.text).toContain(row.number);
    // Drawn is drawn: nobody writes another paper in its place.
    await expect(
      as((call) => call.client.query("update issued_documents set file_id = 1, body = 'x' where id = $1", [row.id])),
    ).rejects.toThrow('never changed');
    // What is taken back with its decision leaves neither a number nor a draft.
    await expect(
      as(async (call) => {
        await writeIn(call, account.id);
        expect(await waiting()).toEqual([]);
        throw new Error('back');
      }),
    ).rejects.toThrow('back');
    expect(await waiting()).toEqual([]);
    const place = (number: string) => Number(number.slice(-6));
    expect(place((await write(account.id)).number)).toBe(place(row.number) + 1);
  });

  test('is worded only with what somebody fills', async () => {
    const office = await api.as('registrar_head');
    const refused = await office.post('/letter-template/', template);
    expect(refused.body).toMatchObject({ code: 'LETTER_UNKNOWN' });
  });
});
