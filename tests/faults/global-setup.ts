import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import '../support/clock.ts';
import { startEdulab } from './edulab.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folder of an Edulab that was started once, filled its demo and was stopped. */
    filled: string;
  }
}

/** A first start costs five times as much as any other, so it is done once for whoever does not test it (`filledFolder`). */
export default async function setup(project: TestProject): Promise<() => void> {
  const filled = mkdtempSync(join(tmpdir(), 'edulab-filled-'));
  const edulab = await startEdulab({ dataDir: filled });
  await edulab.end('SIGTERM');
  project.provide('filled', filled);
  return () => rmSync(filled, { recursive: true, force: true });
}
