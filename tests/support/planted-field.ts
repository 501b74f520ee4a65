import type { Plugin } from 'vite';

/**
 * The trial of "a field has one home": into each record whose fields are declared it plants a text field, by the two
 * files that a person touches (`docs/architecture.md`, "To add a field"). The tests of `tests/trial` run on that.
 */

/** What a person writes into `fields.ts`. Applicants come and go in no files. */
const declared = (part: string, sees: string, sheet: boolean) => `
  nickname: {
    titles: { uz: 'Laqabi', ru: 'Прозвище', en: 'Nickname' },
    part: '${part}',
    sees: '${sees}',
    listed: true,
    column: 'choosable',
    save: clearable(text(100)),
    out: nullable,
    control: { kind: 'text' },
    ${sheet ? "sheet: { read: { as: 'text', max: 100 }, example: 'Alish' }," : ''}
  },`;

const planted: Record<string, { after: RegExp; text: string }> = {
  'domains/students/fields.ts': {
    after: /export const studentFields = \{/,
    text: declared('personal', 'student.personal', true),
  },
  'domains/staff/fields.ts': {
    after: /export const staffFields = \{/,
    text: declared('personal', 'staff.personal', true),
  },
  'domains/admissions/fields.ts': {
    after: /export const guestFields = \{/,
    text: declared('person', 'guest.read', false),
  },
  'domains/students/server/tables.ts': { after: /pgTable\(\s*'students',\s*\{/, text: 'nickname: text(),' },
  'domains/staff/server/tables.ts': { after: /pgTable\(\s*'staff',\s*\{/, text: 'nickname: text(),' },
  'domains/admissions/server/tables.ts': { after: /pgTable\(\s*'guests',\s*\{/, text: 'nickname: text(),' },
};

/** What `npm run migrations` would write. */
export const plantedColumns = ['students', 'staff', 'guests'].map((table) => `alter table ${table} add nickname text`);

export const plantField = (root: string): Plugin => ({
  name: 'planted-field',
  enforce: 'pre',
  transform(code, id) {
    const file = planted[id.replace(/\?.*$/, '').slice(root.length)];
    if (!file) return undefined;
    if (!file.after.test(code))
      throw new Error(`${id} reads otherwise now: follow it in tests/support/planted-field.ts`);
    return code.replace(file.after, (found) => found + file.text);
  },
});
