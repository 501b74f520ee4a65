/**
 * Heavy work, fairly: whatever holds a processor, memory or the database for seconds. Two halves:
 *
 * - The line at the door (`turnOf`): a call whose contract says `heavy` waits for its turn without a connection of the
 *   database; one per person, few at once, and nobody waits for long before being told to come back.
 * - The pool (`work`): what decodes, draws and writes does so in processes that are killed when it takes too much.
 */
export { doorLimits, turnOf } from './door.ts';
export { Line } from './line.ts';
export { bounds, endIdle, poolLimits, work } from './pool.ts';
