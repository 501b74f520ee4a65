import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { simulatedKey, startSimulator } from '#tests/support/eimzo.ts';
import { simulateProgram } from '#tests/support/eimzo-program.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A director signs a letter with the national electronic signature, past everything that can go wrong with its program. */

const simulator = await startSimulator();
afterAll(() => simulator.close());
const { site, desk } = openHouse({ students: 60, env: { EIMZO_URL: simulator.url } });
const phone: Look = { locale: 'uz', width: 390, skin: 'light', layout: 'vertical' };

test('a letter is signed with a key on the own computer, and anybody sees whose signature it is', async () => {
  const say = wordsOf('uz');
  const sql = async (text: string, values: unknown[] = []) => (await site().database.owner.query(text, values)).rows;
  await sql(
    `insert into settings (institution_id, name, value) values (1, 'signatures', '{"eimzo": true, "demanded": true, "domain_keys": "A7BC"}')`,
  );
  const page = await desk('director', phone);
  const [letter] = await sql(
    `update letters l set signer_id = s.id from staff s join accounts a on a.id = s.account_id
      where a.username = 'director' and s.institution_id = 1 and l.id = (select min(id) from letters where institution_id = 1 and direction = 'OUTGOING' and status = 'AGREED')
      returning l.id, s.id as staff_id`,
  );
  await sql("update staff set pinfl = '31204850010017' where id = $1", [letter.staff_id]);
  const bytes = Buffer.from('%PDF-1.4\n1 0 obj\n<</N 1>>\nendobj\ntrailer\n<<>>\n%%EOF');
  await page.goto('/');
  const file = await page.evaluate(async (text) => {
    const body = new FormData();
    body.append('files', new File([text], 'xat.pdf', { type: 'application/pdf' }));
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    const answer = await fetch('/edulab/lms/api/v1/upload', { method: 'POST', body, headers });
    return (await answer.json())[0].id as number;
  }, bytes.toString());
  await sql('update letters set file_ids = array[$2::int] where id = $1', [letter.id, file]);

  const own = simulatedKey();
  const over = simulatedKey({ serial: '1f00', name: 'ESKI KALIT', to: '2021-01-01 00:00:00' });
  const foreign = simulatedKey({ serial: '2f00', name: 'BOSHQA ODAM', pinfl: '42505860020028' });
  const program = await simulateProgram(page, []);
  program.fault = 'away';
  await page.goto(`/document-management/outgoing/${letter.id}`);
  await page.getByRole('button', { name: say('correspondence.act.SIGNED'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  const again = dialog.getByRole('button', { name: say('signatures.dialog.again') });
  const sign = dialog.getByRole('button', { name: say('signatures.dialog.do'), exact: true });
  await dialog.getByText(say('signatures.dialog.away')).waitFor();
  await axe(page);
  await screenshot(page, 'signature-away-phone');
  program.fault = undefined;
  await again.click();
  await dialog.getByText(say('signatures.dialog.no_keys')).waitFor();
  program.keys = [over, own, foreign];
  await again.click();
  const keyOf = (name: string) => dialog.getByRole('radio', { name: new RegExp(name) });
  await keyOf('Karimova Nodira').waitFor();
  // What is over is told so and signs nothing.
  expect(await keyOf('Eski Kalit').isDisabled()).toBe(true);
  expect(await sign.isDisabled()).toBe(true);
  await screenshot(page, 'signature-keys-phone');

  await keyOf('Karimova Nodira').check();
  for (const [fault, words] of [
    ['password', say('signatures.dialog.password_wrong')],
    ['cancelled', say('signatures.dialog.cancelled')],
  ] as const) {
    program.fault = fault;
    await sign.click();
    await dialog.getByText(words).waitFor();
  }
  await screenshot(page, 'signature-cancelled-phone');
  program.fault = undefined;
  // Somebody else's key, and a server that does not know whether the certificate holds: neither is a signature.
  await keyOf('Boshqa Odam').check();
  await sign.click();
  await dialog.getByRole('alert').waitFor();
  await keyOf('Karimova Nodira').check();
  simulator.fault = 'ocsp';
  await sign.click();
  await dialog.getByRole('alert').waitFor();
  expect(await sql('select 1 from signatures where entity_id = $1', [letter.id])).toEqual([]);
  simulator.fault = undefined;
  await sign.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(say('correspondence.state.SIGNED')).first().waitFor();
  await screenshot(page, 'signature-signed-phone');
  const [row] = await sql('select method, file_hash, check_code from signatures where entity_id = $1', [letter.id]);
  expect(row).toMatchObject({ method: 'EIMZO', file_hash: createHash('sha256').update(bytes).digest('hex') });
  expect(program.asked.filter((one) => one === 'create_pkcs7').length).toBeGreaterThanOrEqual(2);
  expectNoTrouble(page, [/4\d\d|503/, /WebSocket/]);

  const stranger = await desk('', phone);
  await stranger.goto(`/signature/${row.check_code}`);
  await stranger.getByText('KARIMOVA NODIRA').first().waitFor();
  await axe(stranger);
  await screenshot(stranger, 'signature-checked-phone');
  expectNoTrouble(stranger);
});
