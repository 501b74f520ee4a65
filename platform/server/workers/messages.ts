import type { FailData } from '../call/errors.ts';

/** What the process that leads and its workers say to each other. `metrics` is a word of the library that adds them up. */

/** What a worker is told before it begins. */
export interface Orders {
  ownerUrl: string;
  /** Fills the demo and builds the pages; the others find all of it done. */
  first: boolean;
  /** The schema as another worker has left it (`schemaMark`): one that would make the same leaves it alone. */
  schema: string | null;
  /** Does what is done beside requests: jobs, letters, nights. */
  background: boolean;
}

export interface Refused {
  code: string;
  data: FailData | undefined;
}

export type ToWorker =
  | { orders: Orders }
  /** Another one has taken its place: it lets nobody in, ends what it has begun, and goes. */
  | { retire: true }
  | { turn: number; refused?: Refused }
  | { figures: number; text: string | null };

export type ToLeader =
  | { waits: true }
  | { ready: Ready }
  /** Somebody wants a turn in the line at the door; the number is the worker's own. */
  | { turn: number; who: string }
  /** The turn is over, or nobody waits for it any more. */
  | { left: number }
  | { figures: number };

/** What a worker that takes requests says of itself. */
export interface Ready {
  port: number;
  schema: string;
  /** Lines for whoever started Edulab. */
  lines: string[];
}
