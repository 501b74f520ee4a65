import type pg from 'pg';

/** What is asked at one time, and the least that the same could cost. */
export interface Job {
  name: string;
  /** Who asks; the head of the registry unless told. */
  as?: string;
  amount: number;
  requests: { method: 'GET' | 'POST'; path: string; body?: string }[];
  /** A body of its own for every request, where the same would not do the same again. */
  body?: () => string;
  /** Sets the data up for the job and answers what puts them back. */
  prepare?: (client: pg.Client) => Promise<() => Promise<unknown>>;
  /**
   * The same rows by the same SQL over one connection, as JSON: one request's worth. `hashing`: what the threads that
   * hash passwords take while the job runs; two hashes at once hinder each other, so that one alone would say too little.
   */
  floor: 'hashing' | ((client: pg.Client, index: number) => Promise<unknown>);
}
