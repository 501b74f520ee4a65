-- Invoices and credit notes go on in the one series of documents where theirs stopped.
delete from document_numbers where kind in ('INVOICE', 'CREDIT_NOTE');
insert into document_numbers (institution_id, kind, year, last) select institution_id, kind, year, last from invoice_numbers;
DROP TABLE "invoice_numbers" CASCADE;
drop function if exists edulab_invoice_numbers_grow();
DROP INDEX "payment_reminders_once";
ALTER TABLE "invoices" ADD COLUMN "job_id" integer;
ALTER TABLE "payment_promises" ADD COLUMN "reminded_on" date;
-- What was not kept before now is not told any more.
update payment_promises set reminded_on = due_on where due_on < edulab_now()::date;
ALTER TABLE "payment_reminders" ADD COLUMN "due_on" date;
update payment_reminders r set due_on = coalesce((select d.due_on from student_debits d where d.id = r.debit_id), r.sent_on);
ALTER TABLE "payment_reminders" ALTER COLUMN "due_on" SET NOT NULL;
ALTER TABLE "reminder_settings" ADD COLUMN "from_hour" smallint DEFAULT 9 NOT NULL;
ALTER TABLE "reminder_settings" ADD COLUMN "until_hour" smallint DEFAULT 20 NOT NULL;
CREATE INDEX "invoices_job" ON "invoices" USING btree ("job_id","id") WHERE job_id is not null;
CREATE INDEX "invoices_number_key" ON "invoices" USING btree ("institution_id",regexp_replace(translate(upper("number"), 'АВЕКМНОРСТУХІ', 'ABEKMHOPCTYXI'), '[^A-Z0-9]', '', 'g'));
CREATE UNIQUE INDEX "payment_reminders_once" ON "payment_reminders" USING btree ("debit_id","due_on","days");
CREATE INDEX "payments_besides" ON "payments" USING btree ("student_id") WHERE contract_id is null and deleted_at is null;
