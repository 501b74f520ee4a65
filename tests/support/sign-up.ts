import type { Page } from 'playwright-core';
import type { Site } from './site.ts';
import { wordsOf } from './words.ts';

/** Who is nobody yet makes an account: a phone, the code that came to it, and who they are. In Uzbek, as Nodira Aliyeva. */
export async function signUp(site: Site, page: Page, number: string) {
  const say = wordsOf('uz');
  await page.getByRole('textbox').first().fill(number);
  await page.getByRole('button', { name: say('identity.sign_up.send') }).click();
  await page.getByRole('group').getByRole('textbox').first().click();
  const code = /\b\d{6}\b/.exec(await site.lastMessage(`998${number}`))?.[0] ?? '';
  await page.keyboard.type(code);
  await page.getByRole('textbox', { name: say('identity.field.lastname') }).fill('Aliyeva');
  await page.getByRole('textbox', { name: say('identity.field.firstname'), exact: true }).fill('Nodira');
  await page.getByRole('combobox').first().click();
  await page.getByRole('option').first().click();
  await page.locator('input[type=password]').first().fill('a-word-of-my-own');
  await page.getByRole('button', { name: say('identity.sign_up.create') }).click();
}
