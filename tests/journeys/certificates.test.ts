import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seenOf } from '#domains/credentials/server/proof.ts';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** Somebody designs a certificate, an office gives it to students, and a stranger checks it. */

const { site, desk } = openHouse({ students: 60 });
const look: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const say = wordsOf(look.locale);
const box = (page: Page, id: string) => page.locator(`[data-element="${id}"]`);
const left = (page: Page) => page.getByRole('textbox', { name: say('certificates.box.x') });

test('a certificate is placed by mouse and keys, goes live, is issued for a list, and is checked by a stranger', async () => {
  const designer = await desk('registrar_head', look);
  await designer.goto('/certificate-templates');
  await designer.getByRole('button', { name: say('certificates.templates.add') }).click();
  await designer.waitForURL(/certificate-templates\/\d+/);
  const drawn = () =>
    designer.waitForResponse((answer) => answer.url().endsWith('/certificate_template/preview') && answer.ok());
  await drawn();
  // By keys: the arrow moves by a millimetre, and the number says so.
  await box(designer, 'sign').focus();
  expect(await left(designer).inputValue()).toBe('40 mm');
  await designer.keyboard.press('ArrowRight');
  await designer.keyboard.press('Shift+ArrowRight');
  expect(await left(designer).inputValue()).toBe('46 mm');
  await designer.keyboard.press('Control+z');
  expect(await left(designer).inputValue()).toBe('41 mm');
  // By mouse: a thing that comes near the middle of the page falls into it.
  const name = await box(designer, 'number').boundingBox();
  if (!name) throw new Error('there is no number on the page');
  await designer.mouse.move(name.x + name.width / 2, name.y + name.height / 2);
  await designer.mouse.down();
  const page = await designer.getByRole('img', { name: say('certificates.designer.page') }).boundingBox();
  if (!page) throw new Error('there is no page');
  await designer.mouse.move(page.x + page.width / 2 + 1, name.y + name.height / 2 + 30, { steps: 6 });
  const redrawn = drawn();
  await designer.mouse.up();
  await redrawn;
  expect(await left(designer).inputValue()).toBe('108.5 mm');
  await designer.getByRole('textbox', { name: say('certificates.box.y') }).fill('184 mm');
  await designer.getByRole('button', { name: say('certificates.save'), exact: true }).click();
  await designer.getByText(say('certificates.saved')).first().waitFor();
  await designer.waitForTimeout(1500);
  await screenshot(designer, 'certificate-designer');
  // What stands on a page overlaps as its designer wants; each thing is reached by keys and has its numbers beside the page.
  await axe(designer, { except: ['[data-element]'] });
  await designer.getByRole('button', { name: say('certificates.turn.LIVE') }).click();
  await designer
    .getByRole('dialog')
    .getByRole('button', { name: say('certificates.turn.LIVE') })
    .click();
  await designer.getByText(say('certificates.read_only')).waitFor();
  expectNoTrouble(designer);

  const { rows } = await site().database.owner.query<{ full_name: string; lastname: string }>(
    `select full_name, lastname from students where institution_id = 1 and deleted_at is null and status = 'ACTIVE' order by id limit 1`,
  );
  const student = rows[0]!;
  const office = await desk('registrar_officer', look);
  await office.goto('/certificates/issue');
  await office.getByRole('combobox', { name: say('certificates.field.template_id') }).click();
  await office.getByRole('option').first().click();
  await office.getByLabel(say('certificates.event.title')).fill('Robotics');
  const people = office.getByRole('combobox', { name: say('certificates.give.from.students') });
  await people.fill(student.full_name);
  await office.getByRole('option').filter({ hasText: student.lastname }).first().click();
  await office.getByRole('heading', { name: say('certificates.give.whom') }).click();
  await office.getByRole('button', { name: say('certificates.give.look') }).click();
  await office.getByText(say('certificates.give.good')).waitFor();
  await screenshot(office, 'certificate-issue');
  await axe(office);
  await office.getByRole('button', { name: say('certificates.give.do', { count: 1 }) }).click();
  await office.getByText(say('kit.import.done')).waitFor();
  await screenshot(office, 'certificate-receipt');
  expectNoTrouble(office);

  const code = async () => {
    const found = await site().database.owner.query<{ code: string }>(
      `select d.check_code as code from issued_documents d join certificates c on c.document_id = d.id join certificate_issues i on i.id = c.issue_id
        where i.event ->> 'title' = 'Robotics' and d.file_id <> 0 order by d.id desc limit 1`,
    );
    return found.rows[0]?.code;
  };
  await expect.poll(code).toBeTruthy();
  const stranger = await desk('', look);
  await stranger.goto(`${site().url}/check/${await code()}`);
  await stranger.getByText('Robotics').first().waitFor();
  await screenshot(stranger, 'certificate-check');
  // What is needed is kept in this browser; then the network is gone.
  const kept = () => stranger.evaluate(async () => (await caches.match('/')) !== undefined);
  await expect.poll(kept).toBe(true);
  const { rows: made } = await site().database.owner.query<{ id: number; number: string }>(
    `select id, number from issued_documents where kind = 'CERTIFICATE' order by id desc limit 1`,
  );
  const { id, number } = made[0]!;
  const paper = join(await mkdtemp(join(tmpdir(), 'edulab-paper-')), `${number}.pdf`);
  const saved = office.waitForEvent('download');
  await office.goto('/issued-documents');
  await office.getByRole('row').filter({ hasText: number }).getByRole('button').last().click();
  await office.getByRole('menuitem', { name: say('credentials.download') }).click();
  await (await saved).saveAs(paper);
  expect(id).toBeGreaterThan(0);
  await stranger.context().setOffline(true);
  // The paper alone: it brings along what was signed.
  await stranger.goto(`${site().url}/check`);
  await stranger.locator('input[type=file]').setInputFiles(paper);
  await stranger.getByText('Robotics').first().waitFor();
  await stranger.getByText(say('credentials.drop.same', { name: `${number}.pdf` })).waitFor();
  await screenshot(stranger, 'certificate-offline-file');
  // Somebody wrote another name into it: then it is not that file.
  const forged = join(dirname(paper), 'forged.pdf');
  const bytes = await readFile(paper);
  bytes[Math.floor(bytes.length / 3)]! ^= 1;
  await writeFile(forged, bytes);
  await stranger.locator('input[type=file]').setInputFiles(forged);
  await stranger.getByText(say('credentials.drop.other', { name: 'forged.pdf' })).waitFor();
  // The QR code, as a telephone opens it.
  const seen = seenOf(
    site().dataDir,
    {
      format: 'edulab-document-1',
      kind: 'CERTIFICATE',
      number,
      code: 'AAAA-BBBB-CCCC',
      language: 'en',
      issued_at: '2026-11-26T00:00:00Z',
      issued_on: '2026-11-26',
      institution: { id: 1, name: 'ISFT' },
      title: 'Certificate',
      subtitle: '',
      sections: [],
      signatories: [],
    },
    student.full_name,
  );
  await stranger.goto(`${site().url}/check/AAAA-BBBB-CCCC#${seen}`);
  await stranger.getByText(say('credentials.seen.genuine')).waitFor();
  await stranger.getByText(student.full_name).first().waitFor();
  await screenshot(stranger, 'certificate-offline-qr');
  const [version, key, said, sign] = seen.split('.');
  const other = Buffer.from(
    Buffer.from(said ?? '', 'base64url')
      .toString()
      .replace(student.full_name, 'Somebody Else'),
  );
  await stranger.goto(
    `${site().url}/check/AAAA-BBBB-CCCD#${[version, key, other.toString('base64url'), sign].join('.')}`,
  );
  await stranger.getByText(say('credentials.seen.bad')).waitFor();
  await stranger.context().setOffline(false);
  await office.goto('/certificates');
  await office.getByText('Robotics').first().waitFor();
  await axe(office);
  await screenshot(office, 'certificate-issues');
  // One is issued anew; who checks the one before is told which holds.
  await office.getByRole('searchbox', { name: say('kit.list.search') }).fill(number);
  await office.getByText('Robotics').first().click();
  const paperRow = office.getByRole('row').filter({ hasText: number });
  await paperRow.getByRole('button').last().click();
  await office.getByRole('menuitem', { name: say('certificates.again.do') }).click();
  const drawer = office.getByRole('dialog');
  await drawer.getByRole('textbox', { name: say('certificates.field.reason') }).fill('A letter was wrong');
  await axe(office);
  await screenshot(office, 'certificate-again');
  await drawer.getByRole('button', { name: say('certificates.again.do') }).click();
  await paperRow.getByText(say('certificates.paper_state.SUPERSEDED')).waitFor();
  await axe(office);
  await screenshot(office, 'certificate-issue-papers');
  expectNoTrouble(office);
});
