import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoTrouble } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** Somebody looks how a letter reads to a student, and sends it to one student and one user. */

const { site, desk } = openHouse({ students: 60 });
const look: Look = { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' };
const say = wordsOf(look.locale);

const choose = async (page: Page, label: string, text: string) => {
  const box = page
    .getByRole('dialog')
    .getByRole('combobox', { name: label })
    .or(page.getByRole('dialog').getByLabel(label));
  await box.first().fill(text);
  await page.getByRole('option').filter({ hasText: text }).first().click();
};

test('a letter is looked at as a student reads it, and sent to whom the domains of the people let one choose', async () => {
  const { rows } = await site().database.owner.query<{ lastname: string; firstname: string }>(
    `select s.lastname, a.firstname from students s join accounts a on a.id = s.account_id
      where s.institution_id = 1 and s.deleted_at is null and a.email is not null and s.status = 'ACTIVE' order by s.id limit 1`,
  );
  const { lastname, firstname } = rows[0]!;
  const page = await desk('admin', look);
  await page.goto('/email-templates');
  const act = async (id: string) => {
    await page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: say('kit.list.actionsOf', { name: '' }).trim() })
      .click();
    await page.getByRole('menuitem', { name: say(id) }).click();
  };
  await act('messaging.preview.title');
  await choose(page, say('messaging.preview.student'), lastname);
  await page.getByRole('dialog').getByText(firstname).first().waitFor();
  await page.keyboard.press('Escape');

  await act('messaging.templates.send');
  await choose(page, say('messaging.send.students'), lastname);
  await choose(page, say('messaging.send.accounts'), 'registrar_head');
  await page.getByText(say('messaging.send.count', { count: 2 })).waitFor();
  // Pressed beside the box of many, which else stays open over what is below it.
  await page.getByRole('heading', { name: say('messaging.templates.send') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('messaging.templates.send') })
    .click();
  await page.getByText(say('messaging.send.sent')).first().waitFor();
  expectNoTrouble(page);
  const sent = await site().database.owner.query(
    "select receipt from jobs where kind = 'email.send' and state = 'done'",
  );
  expect(sent.rows.at(-1)?.receipt).toMatchObject({ sent: 2 });
});
