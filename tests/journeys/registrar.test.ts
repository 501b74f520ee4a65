import { randomBytes } from 'node:crypto';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#demo/accounts.ts';
import { hashToken } from '#platform/server/call/entering.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { axe, callsIn, close, expectNoTrouble, newPage, type PageOptions } from '#tests/support/browser.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

let site: Site;
let page: Page;
// A refused call is written to the console by the browser itself.
const refused = [/status of 4\d\d/];

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => {
  await close();
  await site?.close();
});
afterEach(async () => {
  await page.context().close();
});

type Look = Required<Pick<PageOptions, 'theme' | 'locale' | 'width'>> & { layout: 'vertical' | 'horizontal' };
/** On a desk and on a phone; the walk through all pages looks at each in other layouts, skins and languages as well. */
const looks: Look[] = [
  { layout: 'horizontal', theme: 'light', locale: 'ru', width: 1440 },
  { layout: 'vertical', theme: 'dark', locale: 'uz', width: 390 },
];

/** A browser that is set to this look, with somebody signed in. */
async function open({ layout, ...look }: Look, username: string): Promise<Page> {
  const fresh = await newPage({ ...look, baseURL: site.url });
  await fresh.addInitScript(
    ([lang, skin, shell]) => {
      localStorage.setItem('lang', lang as string);
      localStorage.setItem('skin', skin as string);
      localStorage.setItem('look', JSON.stringify({ layout: shell }));
    },
    [look.locale, look.theme, layout],
  );
  await fresh.goto('/login');
  await fresh.locator('form input').first().fill(username);
  await fresh.locator('form input[type=password]').fill(demoPassword);
  await fresh.locator('form button[type=submit]').click();
  await fresh.waitForURL('**/home');
  return fresh;
}

/** A session of a colleague at another desk, who works without a browser. */
async function colleague(username: string) {
  const token = randomBytes(32).toString('base64url');
  await site.database.owner.query(
    "insert into sessions (account_id, token_hash, expires_at) select id, $2, edulab_now() + interval '1 hour' from accounts where username = $1",
    [username, hashToken(token)],
  );
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(site.url + apiBase + path, {
      method,
      headers: { authorization: `Bearer ${token}`, institution: '1', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
    return (await answer.json()) as any;
  };
}

type Cell = string | number | Date | null | { formula: string; result: unknown };
const headings = [
  'Familiya',
  'Ism',
  'Дата рождения',
  'Passport',
  'Daraja',
  'Taʼlim tili',
  'Kirgan yili',
  'Tuition',
  'Talaba raqami',
];
const pad = (n: number, length: number) => String(n).padStart(length, '0');
/** Rows of one journey's own faculty; every second name is Cyrillic, every second date a text. */
const facultyOf = (run: number) =>
  Array.from({ length: 40 }, (_, index): Cell[] => {
    const n = run * 100 + index;
    const cyrillic = index % 2 === 1;
    return [
      cyrillic ? 'Ўринов' : 'Yoʻldoshev',
      cyrillic ? 'Жасур' : `Shuhrat`,
      cyrillic ? '17.05.2007' : new Date(Date.UTC(2007, 4, 17)),
      `JA${pad(n, 7)}`,
      cyrillic ? 'бакалавриат' : 'Bakalavr',
      "o'zbek",
      2026,
      'contract',
      `J${pad(n, 6)}`,
    ];
  });

async function sheet(rows: Cell[][]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Talabalar').addRows([headings, ...rows]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

describe.each(looks)('$layout, $theme, $locale, $width px', (look) => {
  const say = wordsOf(look.locale);
  const run = looks.indexOf(look) + 1;
  const button = (id: string, values?: Record<string, string | number>) =>
    page.getByRole('button', { name: say(id, values), exact: true });
  const give = (name: string, buffer: Buffer) =>
    page.locator('main input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

  test('imports a list, finds a student, corrects the record and sees who changed what', async () => {
    page = await open(look, 'registrar_head');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await axe(page);
    await page.goto('/students/import');

    // What is no list of students is refused at the place where it was given.
    await give('rasm.pdf', Buffer.from('%PDF-1.4'));
    await page.getByText(say('kit.dropzone.reject')).waitFor();
    await give('bosh.xlsx', await sheet([]));
    await page.locator('main [role=alert]').waitFor();

    // Every fault by row and column; nothing is written.
    const good = facultyOf(run);
    const bad = good.map((row) => [...row]);
    bad[0]![2] = '32.13.2007';
    bad[1]![0] = null;
    bad[2]![3] = bad[3]![3]!;
    bad[4]![6] = { formula: '2000+26', result: 2026 };
    await give('fakultet.xlsx', await sheet(bad));
    await page.getByText(say('kit.import.bad', { count: 4 })).waitFor();
    for (const [row, column] of [
      ['2', 'C'],
      ['3', 'A'],
      ['5', 'D'],
      ['6', 'G'],
    ] as const)
      await page.getByRole('row', { name: new RegExp(`^${row} ${column} · `) }).waitFor();
    await axe(page);

    // The corrected file, its receipt, and back again.
    await give('fakultet.xlsx', await sheet(good));
    await page.getByText(say('kit.import.good')).waitFor();
    await button('kit.import.run', { count: 40 }).click();
    await page.getByText(say('kit.import.done')).waitFor();
    await axe(page);
    await button('kit.import.undo').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('kit.import.undo') })
      .click();
    await page.getByRole('heading', { name: say('kit.import.undone') }).waitFor();
    await button('kit.import.another').click();
    await give('fakultet.xlsx', await sheet(good));
    await button('kit.import.run', { count: 40 }).click();
    await page.getByText(say('kit.import.done')).waitFor();
    await page.getByRole('link', { name: say('students.import.to_list') }).click();

    // Either script finds both.
    const search = page.getByRole('searchbox', { name: say('kit.list.search') });
    const rows = page.locator('tbody tr[tabindex]');
    const first = pad(run * 100, 6);
    for (const words of [`жасур J${first.slice(0, 4)}`, `Oʻrinov jasur J${first.slice(0, 4)}`]) {
      const found = page.waitForResponse((answer) =>
        callsIn(answer.request()).some((call) => new URLSearchParams(call.split('?')[1]).get('search') === words),
      );
      await search.fill(words);
      await page.waitForURL((url) => url.searchParams.get('search') === words);
      await found;
      await expect.poll(() => rows.count()).toBe(20);
      await page.getByText(`J${pad(run * 100 + 1, 6)}`).waitFor();
    }
    await axe(page);

    // By keyboard to the first, to the second, and back to where the list was.
    await search.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/students\/\d+$/);
    const begin = page.url();
    await page.getByText('1 / 20').waitFor();
    await page.keyboard.press('j');
    await page.getByText('2 / 20').waitFor();
    await page.keyboard.press('k');
    await page.waitForURL(begin);
    await axe(page);
    await page.getByRole('button', { name: say('students.profile.back') }).click();
    await page.waitForURL((url) => url.searchParams.has('search'));
    await expect.poll(() => rows.first().evaluate((row) => row === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(begin);

    // Two registrars correct one record at once: nobody's work is lost, and each is told of the other.
    const edit = button('students.edit').first();
    await edit.click();
    const form = page.getByRole('dialog');
    const field = (name: string) => form.getByRole('textbox', { name: say(`students.field.${name}`), exact: true });
    await field('firstname').fill('Jasurbek');
    await field('midname').fill('Botirovich');
    const other = await colleague('registrar_officer');
    const id = Number(new URL(begin).pathname.split('/').at(-1));
    const { version } = await other('GET', `/student/${id}`);
    expect(
      await other('PUT', '/student/personal_info', { id, version, firstname: 'Jasurjon', citizenship: 'KZ' }),
    ).toMatchObject({ firstname: 'Jasurjon' });
    await form.getByRole('button', { name: say('kit.save'), exact: true }).click();
    const conflict = form.getByRole('alert').filter({ hasText: say('kit.conflict.title') });
    await conflict.waitFor();
    const { rows: names } = await site.database.owner.query<{ username: string; name: string }>(
      "select username, lastname || ' ' || firstname as name from accounts where username like 'registrar_%'",
    );
    const nameOf = (username: string) => names.find((one) => one.username === username)?.name ?? '';
    const told = await conflict.innerText();
    for (const word of [nameOf('registrar_officer'), 'Jasurbek', 'Jasurjon', say('students.field.citizenship')])
      expect(told).toContain(word);
    expect(await conflict.getByRole('row').count()).toBe(2);
    await axe(page, { within: '[role=dialog]' });
    await conflict.getByRole('button', { name: say('kit.conflict.go') }).click();
    await form.getByRole('button', { name: say('kit.save'), exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Jasurbek' }).waitFor();
    await expect.poll(() => edit.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await other('GET', `/student/${id}`)).toMatchObject({
      firstname: 'Jasurbek',
      midname: 'Botirovich',
      citizenship: 'KZ',
    });

    // Who changed what: beside the field, and all of it.
    await page
      .getByRole('button', { name: say('students.history.of', { field: say('students.field.firstname'), count: 2 }) })
      .click();
    const changes = page.getByRole('dialog');
    expect(await changes.innerText()).toMatch(/Jasurjon.*Jasurbek.*Jasur.*Jasurjon/s);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: say('students.tab.changes') }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByText('Jasurbek').waitFor();
    for (const who of ['registrar_head', 'registrar_officer']) expect(await panel.innerText()).toContain(nameOf(who));
    await axe(page);

    // Several at once, seen before and taken back after.
    await page.goto(`/students?search=jasur%20J${first.slice(0, 4)}&status=ACTIVE`);
    await expect.poll(() => rows.count()).toBe(20);
    await rows.nth(1).getByRole('checkbox').check();
    await rows.nth(2).getByRole('checkbox').check();
    await button('students.bulk.life').click();
    await form.getByRole('combobox', { name: say('students.field.kind') }).click();
    await page.getByRole('option', { name: say('students.life.SUSPENSION'), exact: true }).click();
    await field('reason').fill('Hujjatlar');
    await form.getByRole('button', { name: say('students.life.preview') }).click();
    await form.getByRole('heading', { name: say('students.life.follows') }).waitFor();
    await form.getByRole('button', { name: say('students.status.apply'), exact: true }).click();
    await form.getByText(say('students.life.done', { count: 2 })).waitFor();
    await expect.poll(() => rows.count()).toBe(18);
    await form.getByRole('button', { name: say('kit.undo'), exact: true }).click();
    const why = page.getByRole('dialog', { name: say('students.life.undo_title') });
    await why.getByRole('textbox').fill('Xato');
    await why.getByRole('button', { name: say('kit.undo'), exact: true }).click();
    await form.getByText(say('students.life.undone')).waitFor();
    await form
      .getByRole('button', { name: say('common.close'), exact: true })
      .last()
      .click();
    await expect.poll(() => rows.count()).toBe(20);
    expectNoTrouble(page, refused);
  });
});
