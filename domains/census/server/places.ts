/** Places of cells in a workbook. */
export const downFrom = (cell: string, by: number): string => cell.replace(/\d+$/, (row) => String(Number(row) + by));
