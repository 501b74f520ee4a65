import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./platform/server/tables.ts', './domains/*/server/tables.ts'],
  out: './platform/server/migrations',
});
