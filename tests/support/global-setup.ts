import type { TestProject } from 'vitest/node';
import './clock.ts';
import { prepareTestDatabase } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    ownerUrl: string;
  }
}

declare global {
  /** One database server for all projects of a run: each loads this file anew, in the same process. */
  var testServer: { prepared: ReturnType<typeof prepareTestDatabase>; users: number } | undefined;
}

/** What Vitest runs once around all tests of a project; what this answers runs after the last of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.testServer ??= { prepared: prepareTestDatabase(), users: 0 };
  const server = globalThis.testServer;
  server.users++;
  const { ownerUrl, stop } = await server.prepared;
  project.provide('ownerUrl', ownerUrl);
  return async () => {
    if (--server.users > 0) return;
    globalThis.testServer = undefined;
    await stop();
  };
}
