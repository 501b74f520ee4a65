ALTER TABLE "student_debits" ADD COLUMN "retake_id" integer;
CREATE UNIQUE INDEX "student_debits_retake" ON "student_debits" USING btree ("retake_id") WHERE deleted_at is null and retake_id is not null;
