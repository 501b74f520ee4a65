import type pg from 'pg';

/** Takes `count` new student numbers of a year of entry: `2600017` is the 17th of 2026. Numbers that stand already are passed over. */
export async function nextNumbers(
  client: Pick<pg.ClientBase, 'query'>,
  institution: number,
  entryYear: number,
  count: number,
): Promise<string[]> {
  const numbers: string[] = [];
  while (numbers.length < count) {
    const wanted = count - numbers.length;
    const {
      rows: [row],
    } = await client.query<{ last: number }>(
      `insert into student_numbers (institution_id, entry_year, last) values ($1, $2, $3)
       on conflict (institution_id, entry_year) do update set last = student_numbers.last + $3 returning last`,
      [institution, entryYear, wanted],
    );
    const first = row!.last - wanted + 1;
    const candidates = Array.from(
      { length: wanted },
      (_, index) => `${String(entryYear % 100).padStart(2, '0')}${String(first + index).padStart(5, '0')}`,
    );
    const { rows: taken } = await client.query<{ student_no: string }>(
      'select student_no from students where institution_id = $1 and student_no = any($2)',
      [institution, candidates],
    );
    const used = new Set(taken.map((one) => one.student_no));
    numbers.push(...candidates.filter((candidate) => !used.has(candidate)));
  }
  return numbers;
}
