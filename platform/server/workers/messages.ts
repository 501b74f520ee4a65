import type { DoorAct, DoorLimits } from '../call/address-counts.ts';
import type { FailData } from '../call/errors.ts';

/** What the process that leads and its workers say to each other. `metrics` is a word of the library that adds them up. */

/** Lines in which all workers stand: of heavy calls at the door, and of tasks for processes of their own. */
export type LineName = 'door' | 'pool';

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
  | { figures: number; text: string | null }
  | { asked: number; seconds: number };

export type ToLeader =
  | { waits: true }
  | { ready: Ready }
  /** Somebody wants a turn in a line; the number is the worker's own. */
  | { turn: number; who: string; line: LineName }
  /** The turn is over, or nobody waits for it any more. */
  | { left: number }
  | { figures: number }
  /** How long an address must wait at a door, which may count it. */
  | { asked: number; address: string; door: DoorLimits; act: DoorAct };

/** What a worker that takes requests says of itself. */
export interface Ready {
  port: number;
  schema: string;
  /** Lines for whoever started Edulab. */
  lines: string[];
}
