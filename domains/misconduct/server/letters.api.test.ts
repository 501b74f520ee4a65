import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { type CaseScene, caseScene } from '#tests/support/cases.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { closeCases } from './nightly.ts';

/** What a student is written about a case: each step, in their language, on paper alone. */

let scene: CaseScene;
beforeAll(async () => {
  scene = await caseScene();
  await scene.fill();
});
afterAll(() => scene?.api.close());

/** What would tell whoever sees a screen, a list of mails or the public page that there is a case, or what it is about. */
const traces =
  /\bM-\d|MAT1|Matematika|Koʻchirma|Плагиат|Plagiar|offence|misconduct|case|panel|hearing|appeal|penalty|\bish\b|intizom|apellyatsiya|kengash|jazo|дел[оау]|наруш|комисси|апелляц|слушани|взыскан/i;

const said = {
  uz: { locale: 'uz', module: 'Matematika', type: 'Koʻchirmachilik' },
  ru: { locale: 'ru', module: 'Matematika', type: 'Плагиат' },
  en: { locale: 'en', module: 'Matematika', type: 'Plagiarism' },
};

test.each(Object.values(said))(
  'each step is a letter in $locale, numbered, by mail and among the documents',
  async ({ locale, module, type }) => {
    const { api, sql, student, office, director, open, read, put, toDecision } = scene;
    await sql("update accounts set locale = $1, email = 'talaba@edulab.test' where username = 'bachelor_student'", [
      locale,
    ]);
    const [{ mails, notices, account }] = await sql(
      "select (select coalesce(max(id), 0) from outbox) as mails, (select coalesce(max(id), 0) from notices) as notices, (select id from accounts where username = 'bachelor_student') as account",
    );
    const row = await open();
    const decided = await toDecision(row, 'COMPONENT_ZERO');
    await put(office, 'publish', decided, { to: ['STUDENT', 'REGISTRAR'] });
    await put(student, 'appeal', await read(student, row.id), { text: 'Manba bor edi' });
    await put(director, 'appeal/decide', await read(director, row.id), {
      outcome: 'REJECTED',
      reason: 'Dalil yetarli',
    });
    expect(await closeCases(api.kernel)).toEqual({ closed: 1, failed: [] });

    const { letters } = await read(student, row.id);
    expect(letters.map(({ kind }: { kind: string }) => kind)).toEqual([
      'closed',
      'appeal',
      'outcome',
      'hearing',
      'invited',
    ]);
    for (const { id, number, kind } of letters) {
      const { status, raw } = await student.get(`/offence-letter/${row.id}/${id}`);
      expect(status).toBe(200);
      const pdf = readPdf(raw);
      const text = pdf.pages.join('\n');
      expect(pdf.language).toBe(locale);
      expect(text).toContain(row.number);
      expect(text).toContain(module);
      expect(text).toContain(number);
      if (kind === 'invited') expect(text).toContain(type);
      const shown = (await student.get(`/issued-document/${id}`)).body;
      expect(shown).toMatchObject({ kind: 'LETTER', status: 'VALID', language: locale });
      expect(shown.title).not.toMatch(traces);
      // The code of the QR, as it stands beside it, is found by anybody and says no more than that the paper is genuine.
      expect(text).toContain(shown.check_code);
      const checked = await api.anonymous.get(`/issued-document/check/${shown.check_code}`);
      expect(checked.status).toBe(200);
      expect(JSON.parse(checked.body.document.text).sections.length).toBe(1);
      expect(checked.body.document.text.replaceAll(/https?:\S+/g, '')).not.toMatch(traces);
    }
    const sent = await sql('select recipient, subject, body from outbox where id > $1 order by id', [mails]);
    expect(sent.filter(({ recipient }: { recipient: string }) => recipient === 'talaba@edulab.test')).toHaveLength(5);
    for (const { subject, body } of sent)
      expect(`${subject}\n${body}`.replaceAll(/https?:\S+/g, '')).not.toMatch(traces);
    const told = await sql('select account_id, title from notices where id > $1', [notices]);
    expect(told.filter((one: { account_id: number }) => one.account_id === account)).toHaveLength(5);
    for (const { title } of told) expect(JSON.stringify(title)).not.toMatch(traces);
  },
  120_000,
);

test('numbers have no gaps, also where a step is refused after its letter was written', async () => {
  const { sql, officer, open, step, staff } = scene;
  const row = await open();
  const asked = {
    leader_id: staff.module_leader,
    mentor_id: staff.academic_mentor,
    statement_until: new Date(clock.now() + 3_600_000).toISOString(),
  };
  // What fails at the very end takes the number back with everything else.
  await sql(
    "create function no_letter() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '23514'; end $$",
  );
  await sql('create trigger x before insert on offence_letters for each row execute function no_letter()');
  expect((await step(officer, row, 'CONSULTATION', asked)).status).not.toBe(200);
  await sql('drop trigger x on offence_letters');
  const twice = await Promise.all([
    step(officer, row, 'CONSULTATION', asked),
    step(officer, row, 'CONSULTATION', asked),
  ]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  const numbers = await sql(
    "select right(number, 6)::int as n from issued_documents where kind = 'LETTER' order by id",
  );
  expect(numbers.map(({ n }: { n: number }) => n)).toEqual(numbers.map((_: unknown, at: number) => at + 1));
  expect(numbers.length).toBeGreaterThan(15);
});
