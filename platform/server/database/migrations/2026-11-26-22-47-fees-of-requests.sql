ALTER TABLE "form_request_steps" ADD COLUMN "outcome" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "form_requests" ADD COLUMN "handed_signature" integer;
ALTER TABLE "student_debits" ADD COLUMN "request_id" integer;
CREATE INDEX "form_request_steps_payment" ON "form_request_steps" USING btree ("request_id") WHERE action = 'PAYMENT' and started_at is not null and done_at is null;
CREATE UNIQUE INDEX "student_debits_request" ON "student_debits" USING btree ("request_id") WHERE deleted_at is null and request_id is not null;
