import { silent } from '#platform/web/index.ts';
import { api, type Cell, type Matrix, refresh } from './api.ts';

/** What the parts of the plan page share. */

export interface Place {
  study_year: number;
  semester: number;
}
export const keyOf = ({ study_year, semester }: Place) => `${study_year}.${semester}`;
export const placeOf = (key: string): Place => {
  const [study_year = 1, semester = 1] = key.split('.').map(Number);
  return { study_year, semester };
};

/** The modules of a plan, each with where it stands, in the order in which they are first taught. */
export function rowsOf(cells: readonly Cell[]): { module_id: number; title: string; code: string; cells: Cell[] }[] {
  const rows = new Map<number, { module_id: number; title: string; code: string; cells: Cell[] }>();
  const ordered = cells.toSorted(
    (a, b) => a.study_year - b.study_year || a.semester - b.semester || a.code.localeCompare(b.code),
  );
  for (const cell of ordered) {
    const { module_id, title, code } = cell;
    const row = rows.get(module_id) ?? { module_id, title, code, cells: [] };
    row.cells.push(cell);
    rows.set(module_id, row);
  }
  return [...rows.values()];
}

/** Whether a module may be put there: not where it stands already, in this or another row. */
export const mayStandAt = (matrix: Matrix, cell: Cell, key: string) =>
  !matrix.cells.some((other) => other.module_id === cell.module_id && keyOf(other) === key);

/** Moves a module to another semester and reads the plan anew. Throws what the server refuses. */
export async function moveCell(cell: Pick<Cell, 'id' | 'version'>, place: Place): Promise<{ version: number }> {
  try {
    return await api.course_module.save.call({ id: cell.id, version: cell.version, ...place }, silent);
  } finally {
    await refresh();
  }
}
