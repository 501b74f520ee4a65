ALTER TABLE "form_request_steps" ADD COLUMN "reminded_for" date;
ALTER TABLE "form_request_steps" ADD COLUMN "escalated_for" date;
CREATE INDEX "form_request_steps_due" ON "form_request_steps" USING btree ("institution_id","due_on") WHERE done_at is null and due_on is not null;
