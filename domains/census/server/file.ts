import { Readable } from 'node:stream';
import { and, eq, gt } from 'drizzle-orm';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { work } from '#platform/server/heavy/index.ts';
import { fileHeaders } from '#platform/server/records/exports.ts';
import type { Filled } from '#platform/server/spreadsheets/fill.ts';
import { columnLetter } from '#platform/server/spreadsheets.ts';
import { getCensus } from './census.ts';
import { downFrom } from './places.ts';
import { type Counted, censuses, censusRows } from './tables.ts';

/** The figures in the template of the form as it was when they were frozen, or in a plain sheet; the same bytes each time. */
export async function censusFile(call: Call, { id }: { id: number }): Promise<{ ok: true }> {
  const census = await getCensus(call, { id });
  const [row] = await call.db.select({ counted: censuses.counted }).from(censuses).where(eq(censuses.id, id));
  const { counted } = row!;
  const { listed } = counted;
  if (listed) demandPeople(call, listed);
  const of = (line: string, column: string) => census.figures[line]?.[column] ?? 0;
  const texts = {
    INSTITUTION: counted.institution,
    DAY: census.day.split('-').reverse().join('.'),
    EDITION: String(census.edition),
  };
  const { lines, columns } = counted;
  const template = counted.template_file_id;
  const down = <T extends { code: string }>(cell: string, rows: readonly T[], value: (row: T) => string | number) =>
    rows.map((row, n) => ({ cell: downFrom(cell, n), value: value(row) }));
  const cells =
    template !== null && counted.cells.length
      ? counted.cells.flatMap(({ cell, line, column, text }) => {
          if (text === 'LINE_CODE') return down(cell, lines, ({ code }) => code);
          if (text === 'LINE_TITLE') return down(cell, lines, ({ title }) => title);
          if (text) return [{ cell, value: texts[text] }];
          if (!column || listed) return [];
          return line ? [{ cell, value: of(line, column) }] : down(cell, lines, ({ code }) => of(code, column));
        })
      : listed
        ? listed.map(({ title }, n) => ({ cell: `${columnLetter(n)}1`, value: title }))
        : [
            { cell: 'A1', value: counted.title },
            { cell: 'A2', value: `${texts.INSTITUTION}, ${texts.DAY} (${texts.EDITION})` },
            ...down('A6', lines, ({ code }) => code),
            ...down('B6', lines, ({ title }) => title),
            ...columns.flatMap((column, n) => [
              { cell: `${columnLetter(n + 2)}4`, value: column.title },
              { cell: `${columnLetter(n + 2)}5`, value: column.code },
              ...down(`${columnLetter(n + 2)}6`, lines, ({ code }) => of(code, column.code)),
            ]),
          ];
  const path = template === null ? null : await pathOf(call, template);
  // Where each column of a list begins; its rows are read in blocks while the file is written.
  const heads = (listed ?? []).flatMap(({ code }, at) =>
    template !== null && counted.cells.length
      ? counted.cells.flatMap(({ cell, column }) => (column === code ? [{ cell, at }] : []))
      : [{ cell: `${columnLetter(at)}2`, at }],
  );
  async function* pieces(): AsyncGenerator<Filled> {
    yield cells;
    let n = 0;
    for await (const block of listed ? rowsSaid(call, id) : []) {
      yield block.flatMap((one, row) =>
        heads.map(({ cell, at }) => ({ cell: downFrom(cell, n + row), value: one[at] ?? '' })),
      );
      n += block.length;
    }
  }
  const fill = () => work('sheet.fill', { path }, { pieces: pieces() });
  // Rows of a list are read meanwhile; of all else the connection is needed no more.
  const bytes = listed ? await fill() : await call.apart(fill);
  call.stream = {
    headers: fileHeaders(`census-${census.day}-${census.edition}.xlsx`),
    body: Readable.from(Buffer.from(bytes)),
  };
  return { ok: true };
}

async function pathOf(call: Call, file: number): Promise<string> {
  const { rows } = await call.client.query<{ hash: string }>(
    'select hash from files where id = $1 and institution_id = $2',
    [file, call.institution_id],
  );
  if (!rows[0]) throw fail('CENSUS_TEMPLATE');
  return storageOf(call.kernel.settings).local(rows[0].hash);
}

/** A list of students names them, so it is for those who may see all that it says. Errors: FORBIDDEN. */
function demandPeople(call: Call, listed: NonNullable<Counted['listed']>): void {
  const says = new Set(listed.map((one) => one.says));
  const needed: PermissionName[] = ['census.people', 'student.read', 'student.personal'];
  if (says.has('PINFL') || says.has('PASSPORT')) needed.push('student.passport');
  const lacking = needed.find((permission) => scopeOf(call, permission) !== 'institution');
  if (lacking) throw fail('FORBIDDEN', { permission: lacking });
}

const blockOf = 500;
/** What the rows of a list say, block by block. */
async function* rowsSaid(call: Call, id: number) {
  for (let after = 0; ; ) {
    const rows = await call.db
      .select({ said: censusRows.said, position: censusRows.position })
      .from(censusRows)
      .where(and(eq(censusRows.census_id, id), gt(censusRows.position, after)))
      .orderBy(censusRows.position)
      .limit(blockOf);
    if (rows.length) yield rows.map(({ said }) => said);
    if (rows.length < blockOf) return;
    after = rows.at(-1)!.position;
  }
}
