import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./platform/server/tables.ts', './domains/*/server/tables.ts', './domains/*/server/*/tables.ts'],
  // A test generates into a copy, to see whether anything is missing.
  out: process.env.MIGRATIONS ?? './platform/server/migrations',
});
