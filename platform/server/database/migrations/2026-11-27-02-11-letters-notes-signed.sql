ALTER TABLE "letter_acquaintances" ADD COLUMN "signature_id" integer;
ALTER TABLE "letter_orders" ADD COLUMN "repeats_from" date;
ALTER TABLE "letter_orders" ADD COLUMN "raised_for" date;
ALTER TABLE "letter_acquaintances" ADD CONSTRAINT "letter_acquaintances_signature_id_signatures_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."signatures"("id") ON DELETE no action ON UPDATE no action;
-- Rows of before are counted from where they stand.
UPDATE "letter_orders" SET "repeats_from" = "first_due_on" WHERE "repeats" IS NOT NULL;
