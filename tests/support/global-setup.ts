import type { TestProject } from 'vitest/node';
import './clock.ts';
import { prepareTestDatabase } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    ownerUrl: string;
  }
}

/** What Vitest runs once around all API tests; what this answers runs after the last of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ownerUrl, stop } = await prepareTestDatabase();
  project.provide('ownerUrl', ownerUrl);
  return stop;
}
