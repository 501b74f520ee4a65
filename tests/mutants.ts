// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the source that is changed
/**
 * Mistakes that people make here, planted one at a time by `npm run test:mutants`: whatever nobody notices would reach
 * users. A house test sees to it that each can still be planted, so that the list follows the code.
 */
export interface Mutant {
  name: string;
  /** What goes wrong for users. */
  harm: string;
  file: string;
  /** Stands in the file exactly once. */
  from: string;
  to: string;
  /** API tests that may notice, where neither types nor house tests do. */
  tests: readonly string[];
}

export const mutants: readonly Mutant[] = [
  {
    name: 'answer of a wrong type',
    harm: 'the call answers 500 as soon as somebody asks it',
    file: 'domains/library/server/items.ts',
    from: 'count: counts.get(id) ?? 0,',
    to: 'count: String(counts.get(id) ?? 0),',
    tests: ['domains/library'],
  },
  {
    name: 'key of a column of a list',
    harm: 'a column is always empty',
    file: 'domains/library/web/pages/library.tsx',
    from: "{ ...column('year'), sortable: true, align: 'right' },",
    to: "{ ...column('years'), sortable: true, align: 'right' },",
    tests: ['domains/library'],
  },
  {
    name: 'key of a filter of a list',
    harm: 'a filter filters nothing',
    file: 'domains/library/web/pages/library.tsx',
    from: "key: 'type' as const,",
    to: "key: 'kind' as const,",
    tests: ['domains/library'],
  },
  {
    name: 'name of a permission in a contract',
    harm: 'nobody may call it',
    file: 'domains/library/contract.ts',
    from: "const readItems: Access = { permission: 'library.read' };",
    to: "const readItems: Access = { permission: 'library.reed' };",
    tests: ['domains/library'],
  },
  {
    name: 'name of a permission in a handler',
    harm: 'whoever may does not see what they keep',
    file: 'domains/library/server/items.ts',
    from: "if (may(call, 'library.manage')) return undefined;",
    to: "if (may(call, 'library.manages')) return undefined;",
    tests: ['domains/library'],
  },
  {
    name: 'name of a permission in the menu',
    harm: 'nobody finds the page that they may open',
    file: 'domains/library/web/index.ts',
    from: "      path: '/policy-files',\n      permission: 'policy.read',",
    to: "      path: '/policy-files',\n      permission: 'policy.reed',",
    tests: ['domains/library'],
  },
  {
    name: 'name of a permission where a record is shown',
    harm: 'the history of a record leads nobody to it',
    file: 'domains/staff/web/records.ts',
    from: "permission: 'staff.read'",
    to: "permission: 'staff.reed'",
    tests: ['domains/staff'],
  },
  {
    name: 'address of a page',
    harm: 'a card on the first page leads nowhere',
    file: 'domains/students/web/home-card.tsx',
    from: "to: '/students/requests'",
    to: "to: '/students/request'",
    tests: ['domains/students'],
  },
  {
    name: 'address with a parameter that its page lacks',
    harm: 'a row of a list leads nowhere',
    file: 'domains/staff/web/pages/staff-list.tsx',
    from: 'rowHref={(row) => `/staff/${row.id}`}',
    to: 'rowHref={(row) => `/staff/${row.id}/${row.version}`}',
    tests: ['domains/staff'],
  },
  {
    name: 'address that a notice leads to',
    harm: 'whoever follows the notice finds no page',
    file: 'domains/assessment/server/release/notices.ts',
    from: "link: '/marks'",
    to: "link: '/mark'",
    tests: ['domains/assessment'],
  },
  {
    name: 'made-up key of a text',
    harm: 'people read the key instead of words',
    file: 'domains/library/web/pages/library.tsx',
    from: 'render: (row) => t(`library.language.${row.language}`) },',
    to: 'render: (row) => t(`library.languages.${row.language}`) },',
    tests: ['domains/library'],
  },
  {
    name: 'code of an error',
    harm: 'a refusal without words',
    file: 'domains/library/server/items.ts',
    from: "throw failField('isbn', 'ISBN_WRONG');",
    to: "throw failField('isbn', 'ISBN_WRONGG');",
    tests: ['domains/library'],
  },
  {
    name: 'error that its call does not declare',
    harm: 'the document of calls is silent about a refusal',
    file: 'domains/library/contract.ts',
    from: "errors: ['NOTHING_TO_READ', 'ISBN_WRONG', 'COURSES_REQUIRED', 'UNKNOWN_REFERENCE', 'PICTURE_NEEDED'],",
    to: "errors: ['NOTHING_TO_READ', 'COURSES_REQUIRED', 'UNKNOWN_REFERENCE', 'PICTURE_NEEDED'],",
    tests: ['domains/library'],
  },
  {
    name: 'field declared as one that everybody may see',
    harm: 'a viewer of students reads citizenships',
    file: 'domains/students/fields.ts',
    from: "en: 'Citizenship' },\n    part: 'personal',\n    sees: 'student.personal',",
    to: "en: 'Citizenship' },\n    part: 'personal',\n    sees: 'student.read',",
    tests: ['tests/api/fields.test.ts'],
  },
  {
    name: 'declared field without its column',
    harm: 'staff cannot be listed any more',
    file: 'domains/staff/fields.ts',
    from: 'export const staffFields = {\n',
    to: "export const staffFields = {\n  nickname: { titles: { uz: 'Laqabi', ru: 'Прозвище', en: 'Nickname' }, part: 'person', sees: 'staff.read', listed: true, save: clearable(text(100)), out: nullable, control: { kind: 'text' } },\n",
    tests: ['domains/staff'],
  },
  {
    name: 'list that forgets who may see what',
    harm: 'students read records that are not out',
    file: 'domains/library/server/items.ts',
    from: '  visible,\n  filters: (input) => [\n    input.type ?',
    to: '  filters: (input) => [\n    input.type ?',
    tests: ['domains/library'],
  },
  {
    name: 'sort that no record has',
    harm: 'a list cannot be sorted',
    file: 'domains/library/server/items.ts',
    from: '    year: sql`${libraryItems.year}`,',
    to: '    yearr: sql`${libraryItems.year}`,',
    tests: ['domains/library'],
  },
  {
    name: 'column without a migration',
    harm: 'nothing can be read on a real database',
    file: 'domains/library/server/tables.ts',
    from: '    pages: integer(),',
    to: '    pages: integer(),\n    shelf: text(),',
    tests: ['tests/api/migrations.test.ts', 'domains/library'],
  },
  {
    name: 'text that Russians do not have',
    harm: 'Uzbek words in the middle of a Russian page',
    file: 'domains/library/web/messages/ru.json',
    from: '  "library.view.grid":',
    to: '  "library.view.gird":',
    tests: ['domains/library'],
  },
  {
    name: 'follower that is gone',
    harm: 'whoever has not paid a retake sits the exam',
    file: 'domains/accounting/server/index.ts',
    from: '    on(admissionReason, retakeUnpaid),\n',
    to: '',
    tests: ['domains/assessment/server/admission'],
  },
  {
    name: 'call that everybody may call',
    harm: 'strangers read the library',
    file: 'domains/library/contract.ts',
    from: "      summary: 'Types of library records with how many there are of each',\n      access: readItems,",
    to: "      summary: 'Types of library records with how many there are of each',\n      access: { public: 'the catalogue' },",
    tests: ['tests/api/access-matrix.test.ts'],
  },
  {
    name: 'query in a loop',
    harm: 'a page of two hundred takes two hundred queries',
    file: 'domains/library/server/items.ts',
    from: '    return rows.map((row) => ({\n      ...plain(row),',
    to: '    for (const row of rows) await call.db.execute(sql`select ${row.id}::int`);\n    return rows.map((row) => ({\n      ...plain(row),',
    tests: ['tests/api/queries.test.ts'],
  },
  {
    name: 'save that loses a field',
    harm: 'what was typed is gone',
    file: 'domains/library/server/items.ts',
    from: 'return { ...input, isbn, link: emptyAsNull(input.link) };',
    to: 'return { ...input, isbn: undefined, link: emptyAsNull(input.link) };',
    tests: ['domains/library'],
  },
];
