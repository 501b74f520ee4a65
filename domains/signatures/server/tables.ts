import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, institution } from '#platform/server/records/columns.ts';
import type { CertificateFacts, Method } from '../shapes.ts';

/** Signatures over files. Neither table is ever changed by the application: see `guards.sql`. */

/** What came from the national electronic signature, verified: the whole proof, for a dispute in ten years. */
export const electronicSignatures = pgTable(
  'electronic_signatures',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    account_id: integer().notNull(),
    file_hash: text().notNull(),
    /** Container with the time stamp, base64. */
    pkcs7: text().notNull(),
    certificate: jsonb().$type<CertificateFacts>().notNull(),
    timestamped_at: instant('timestamped_at'),
    /** What the authority said of the certificate at that time (OCSP), base64. */
    ocsp: text(),
  },
  (t) => [index('electronic_signatures_account').on(t.account_id, t.id)],
);

export const signatures = pgTable(
  'signatures',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    /** What was signed, as its domain calls it. */
    entity: text().notNull(),
    entity_id: integer().notNull(),
    account_id: integer().notNull(),
    file_id: integer().notNull(),
    file_hash: text().notNull(),
    /** 12 characters, random, without hyphens. */
    check_code: text().notNull(),
    method: text().$type<Method>().notNull(),
    electronic_id: integer().references(() => electronicSignatures.id),
    signed_at: instant('signed_at').notNull(),
    /** The text that our key signed, byte for byte. */
    body: text().notNull(),
    key_id: text().notNull(),
    signature: text().notNull(),
  },
  (t) => [
    uniqueIndex('signatures_code').on(t.check_code),
    index('signatures_hash').on(t.file_hash, t.id),
    index('signatures_entity').on(t.institution_id, t.entity, t.entity_id),
    index('signatures_account').on(t.account_id, t.signed_at),
    // One container proves one signature.
    uniqueIndex('signatures_electronic').on(t.electronic_id).where(sql`electronic_id is not null`),
  ],
);
