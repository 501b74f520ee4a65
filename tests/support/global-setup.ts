import { prepareTestDatabase } from './database.ts';

/** What Vitest runs once around all API tests; what this answers runs after the last of them. */
export default function setup(): Promise<() => Promise<void>> {
  return prepareTestDatabase();
}
