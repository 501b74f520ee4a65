import type { useDrag } from '#platform/web/kit/index.ts';
import type { Cell } from '../api.ts';
import type { Place } from '../plan.ts';

/** What a person does with one module of the plan, wherever it is shown. */
export interface PlanTasks {
  move: (cell: Cell, place: Place) => void;
  teachers: (cell: Cell) => void;
  edit: (cell: Cell) => void;
  activate: (cell: Cell) => void;
  remove: (cell: Cell) => void;
  add: (place: Place) => void;
  drag: ReturnType<typeof useDrag<Cell>>;
}
