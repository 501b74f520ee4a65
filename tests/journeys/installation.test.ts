import { afterAll, beforeAll, test } from 'vitest';
import { axe, close, expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, sitDown } from '#tests/support/desks.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { wordsOf } from '#tests/support/words.ts';

/** An installation without a demo: its first page makes the institution and whoever administers it. */
let site: Site;
beforeAll(async () => {
  site = await startSite();
  const client = await site.database.owner.connect();
  await client.query("select set_config('edulab.audit', 'off', false)");
  await client.query('truncate institutions, accounts, countries, states, cities cascade');
  client.release(true);
});
afterAll(async () => {
  await close();
  await site?.close();
});

const look: Look = { locale: 'ru', width: 390, skin: 'dark', layout: 'vertical' };
const say = wordsOf(look.locale);

test('whoever comes first names the institution and comes in; nobody else can', async () => {
  const page = await sitDown(site, '', look);
  await page.goto('/');
  await page.waitForURL('**/install');
  const box = (id: string) => page.getByRole('textbox', { name: new RegExp(`^${say(id)}( \\(|$)`) });
  const start = page.getByRole('button', { name: say('identity.install.create'), exact: true });
  await start.click();
  await page.getByText(say('kit.error.required')).first().waitFor();
  await axe(page);
  await box('identity.install.name').fill('Yangi universitet');
  await box('identity.install.short_name').fill('YU');
  await box('identity.lastname').fill('Karimov');
  await box('identity.firstname').fill('Anvar');
  await box('identity.username').fill('boshliq');
  await page.locator('input[type=password]').fill('togda-qor-yogdi');
  await start.click();
  await page.waitForURL('**/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await axe(page);
  expectNoTrouble(page);

  const late = await sitDown(site, '', look);
  await late.goto('/install');
  await late.waitForURL('**/login');
  expectNoTrouble(late);
});
