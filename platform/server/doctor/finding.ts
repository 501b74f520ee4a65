import type pg from 'pg';

/** Something that an operator should do, told by what is measured. */
export interface Finding {
  what: string;
  todo: string;
}

/** Where a measure becomes a finding. Tests plant little and look from nothing on. */
export const doctorBounds = {
  /** An index of fewer bytes costs nothing; one that nobody read for fewer days may be that of a season. */
  indexBytes: 10 * 2 ** 20,
  indexDays: 120,
  /** A table of fewer rows is read as a whole as quickly. */
  tableRows: 10_000,
  /** Rows that are dead, of those that there are. */
  deadShare: 0.2,
  /** What a table takes beyond its rows. */
  bloatBytes: 100 * 2 ** 20,
  bloatShare: 0.5,
  transactionSeconds: 300,
  waitSeconds: 5,
  connectionShare: 0.8,
  freeShare: 0.1,
  freeBytes: 5 * 2 ** 30,
  nights: 7,
  backupHours: 26,
};

export type Owner = Pick<pg.Pool, 'query'>;

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`;

export function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}
