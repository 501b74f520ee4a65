import type { SpreadsheetFault } from '../spreadsheets.ts';

/**
 * What a process of the pool can do, by name. Each part is fetched with the first task that needs it, so that a process
 * holds one library, not all; and the server itself holds none of them.
 */
export const tasks = {
  /** Whether a picture can be drawn, and is not too large to be. */
  'picture.check': async (input: { path: string }) => (await import('./pictures.ts')).check(input),
  'picture.photo': async (input: { path: string; format: 'jpg' | 'png' }) =>
    (await import('./pictures.ts')).photo(input),
  'picture.small': async (input: { path: string; size: number }) => (await import('./pictures.ts')).small(input),
  'picture.logo': async (input: { path: string; size: number }) => (await import('./pictures.ts')).logo(input),
  'sheet.rows': async (input: { path: string; maxRows?: number; filename?: string; maxBytes?: number }) =>
    (await import('./sheets.ts')).rows(input),
  'table.write': async (input: import('./sheets.ts').TableFile, pieces: AsyncIterable<import('./sheets.ts').Block>) =>
    (await import('./sheets.ts')).write(input, pieces),
  'table.template': async (input: import('./sheets.ts').TemplateFile) => (await import('./sheets.ts')).template(input),
  'sheet.fill': async (
    input: import('../spreadsheets/fill.ts').Filling,
    pieces: AsyncIterable<import('../spreadsheets/fill.ts').Filled>,
  ) => (await import('../spreadsheets/fill.ts')).fillSheet(input, pieces),
  'file.words': async (input: { path: string; extension: string }) => (await import('./texts.ts')).words(input),
  'file.stamp': async (input: import('../documents/stamp.ts').Stamping) =>
    (await import('../documents/stamp.ts')).stampPdf(input),
  'paper.draw': async (input: import('../documents/paper.ts').Paper) =>
    (await import('../documents/draw.ts')).draw(input),
  'paper.sheet': async (input: import('../documents/sheet.ts').Sheet) =>
    (await import('../documents/draw-sheet.ts')).drawSheet(input),
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

export type ToChild = { task: TaskName; input: unknown; memoryMb: number } | { piece: unknown; done: boolean };
/** How a task failed: a spreadsheet that cannot be read says why; of all else there is the text for the log. */
export interface TaskFault {
  message: string;
  sheet?: { code: SpreadsheetFault; data: Record<string, string | number> };
}
export type FromChild = { more: true } | { value: unknown } | { fault: TaskFault };
