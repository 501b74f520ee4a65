import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Title } from '#platform/contract/index.ts';
import { createdAt, id, instant, institution, record, title } from '#platform/server/records/columns.ts';

export { demoAccounts, outboxDeliveries } from '#platform/server/work/outbox-tables.ts';

export const emailTemplates = pgTable(
  'email_templates',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    subject: jsonb().$type<Title>().notNull(),
    /** Rich text, already cleaned of everything that runs. */
    body: jsonb().$type<Title>().notNull(),
  },
  (t) => [index('email_templates_created').on(t.institution_id, t.created_at, t.id)],
);

/** What a person should know: shown in the bell of the page. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    account_id: integer().notNull(),
    type: text().notNull(),
    title: title(),
    link: text(),
    read_at: instant('read_at'),
  },
  (t) => [index('notices_account').on(t.account_id, t.id)],
);
