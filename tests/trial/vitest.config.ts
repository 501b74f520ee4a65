import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { plantField } from '../support/planted-field.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const absolute = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The code as it would be with one more field. */
export default defineConfig({
  root,
  plugins: [plantField(root)],
  test: {
    name: 'trial',
    maxWorkers: 2,
    environment: 'node',
    isolate: false,
    setupFiles: ['../support/clock.ts'].map(absolute),
    globalSetup: ['../support/global-setup.ts'].map(absolute),
    include: ['tests/trial/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
});
