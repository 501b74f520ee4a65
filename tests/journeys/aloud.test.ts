import { expect, test } from 'vitest';
import { aloud } from '#tests/support/aloud.ts';
import { expectNoTrouble, settled } from '#tests/support/browser.ts';
import { openHouse } from '#tests/support/desks.ts';

/** What a screen reader says of twelve pages stands in `aloud/`; a name that is lost, doubled or new is seen there. */

const house = openHouse({ students: 60 });

test.each([
  ['', '/login', 'login'],
  ['registrar_head', '/students', 'students'],
  ['registrar_head', '/students/20', 'student'],
  ['registrar_head', '/groups', 'groups'],
  ['registrar_head', '/groups/1', 'group'],
  ['registrar_head', '/student-applications', 'applications'],
  ['registrar_head', '/staff', 'staff'],
  ['accounting_head', '/accounting/contract', 'contracts'],
  ['accounting_head', '/payments', 'payments'],
  ['bachelor_student', '/marks', 'marks'],
  ['bachelor_student', '/forms-for-student', 'requests'],
  ['bachelor_student', '/library', 'library'],
])('of %s %s it is said what can be done there', async (who, path, name) => {
  const page = await house.desk(who, { locale: 'en', width: 1440, skin: 'light', layout: 'vertical' });
  await page.goto(path);
  await settled(page);
  const said = await aloud(page, 'en', name === 'students' || who === '');
  expect(said.nameless).toEqual([]);
  await expect(said.text).toMatchFileSnapshot(`aloud/${name}.txt`);
  expectNoTrouble(page);
});
