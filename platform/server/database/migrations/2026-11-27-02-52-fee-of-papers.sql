ALTER TABLE "student_debits" ADD COLUMN "document_id" integer;
CREATE UNIQUE INDEX "student_debits_document" ON "student_debits" USING btree ("document_id") WHERE deleted_at is null and document_id is not null;
