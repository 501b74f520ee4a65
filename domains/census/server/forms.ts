import { eq, sql } from 'drizzle-orm';
import { claimFiles, fileRecords, keepMade } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { work } from '#platform/server/heavy/index.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import type { Column, exampleCodes, Line } from '../shapes.ts';
import { allLine } from './count.ts';
import { examples, layoutOf } from './examples.ts';
import { censusForms } from './tables.ts';

/** Forms of censuses, as the office keeps them: what is counted, and where in its own template each number goes. */

const twice = (codes: readonly string[]) => codes.find((code, at) => codes.indexOf(code) !== at);

export const form = resource(contract.form, {
  table: censusForms,
  search: [sql`${censusForms.title}`, sql`${censusForms.code}`],
  sorts: { title: sql`${censusForms.title}`, id: sql`${censusForms.id}` },
  defaultSort: 'title',
  optionTitle: () => sql`${censusForms.title}`,
  present: async (call, rows) => {
    const files = await fileRecords(
      call,
      rows.map((row) => row.template_file_id),
    );
    return rows.map((row) => ({ ...plain(row), template: files.get(row.template_file_id ?? 0) ?? null }));
  },
  prepare: async (call, input, current, next) => {
    const lines: Line[] = next.lines ?? [];
    const columns: Column[] = next.columns ?? [];
    if (!next.each && lines.length === 0) throw failField('lines', 'CENSUS_LINES');
    if (columns.some(({ says }) => (says !== undefined) !== (next.each === 'STUDENT')))
      throw failField('columns', 'CENSUS_SAYS');
    for (const [field, codes] of [
      ['lines', lines.map(({ code }) => code)],
      ['columns', columns.map(({ code }) => code)],
    ] as const) {
      const code = twice(codes);
      if (code !== undefined) throw failField(field, 'CENSUS_CODE_TWICE', { name: code });
    }
    const known = (at: string, code: string) => (at === 'line' ? lines : columns).some((one) => one.code === code);
    for (const [n, { left, right }] of (next.controls ?? []).entries())
      for (const code of [...left, ...right])
        if (!known('column', code))
          throw failField(`controls.${n}`, 'CENSUS_CELL_UNKNOWN', { cell: `#${n + 1}`, name: code });
    const cells = next.cells ?? [];
    for (const [n, { cell, line, column, text }] of cells.entries()) {
      const name =
        column !== undefined && !known('column', column)
          ? column
          : line !== undefined && !(next.each ? line === allLine.code : known('line', line))
            ? line
            : (column === undefined) === (text === undefined)
              ? '—'
              : undefined;
      if (name !== undefined) throw failField(`cells.${n}`, 'CENSUS_CELL_UNKNOWN', { cell, name });
    }
    const double = twice(cells.map(({ cell }) => cell));
    if (double !== undefined) throw failField('cells', 'CENSUS_CELL_TWICE', { cell: double });
    if (input.template_file_id) {
      await claimFiles(call, 'template_file_id', [input.template_file_id], [current?.template_file_id ?? null]);
      const file = (await fileRecords(call, [input.template_file_id])).get(input.template_file_id);
      if (file?.extension !== 'xlsx') throw failField('template_file_id', 'CENSUS_TEMPLATE');
    }
    return input;
  },
});

type Headings = ReturnType<typeof layoutOf>['headings'];
/** Errors: HEAVY_BUSY, HEAVY_STOPPED. */
const drawn = async (cells: Headings) => Buffer.from(await work('sheet.fill', { path: null }, { pieces: [cells] }));

/** A form that comes along, with a template of its own. `draw` makes the workbook of the template, or null for none. */
export async function addExample(
  call: Call,
  { code }: { code: (typeof exampleCodes)[number] },
  draw: (headings: Headings) => Promise<Buffer | null> = drawn,
): Promise<{ id: number }> {
  const { note = null, each = null, ...example } = examples[code];
  const { headings, cells } = layoutOf(examples[code]);
  const [row] = await call.db
    .insert(censusForms)
    .values({ ...example, note, each, cells, template_file_id: null })
    .onConflictDoNothing()
    .returning({ id: censusForms.id });
  if (!row) throw fail('DUPLICATE');
  const book = await draw(headings);
  if (!book) return row;
  const kept = await keepMade(call, book, `${code}.xlsx`, 'xlsx');
  await call.db.update(censusForms).set({ template_file_id: kept.id }).where(eq(censusForms.id, row.id));
  return row;
}
