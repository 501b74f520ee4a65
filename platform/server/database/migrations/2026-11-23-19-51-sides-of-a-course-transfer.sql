ALTER TABLE "course_transfers" RENAME COLUMN "level" TO "previous_level";
ALTER TABLE "course_transfers" RENAME COLUMN "education_form_id" TO "previous_education_form_id";
ALTER TABLE "course_transfers" ADD COLUMN "current_level" text;
ALTER TABLE "course_transfers" ADD COLUMN "current_education_form_id" integer;
-- What requests said so far held for both sides. Nobody changed them, so their history and version stay as they are.
ALTER TABLE "course_transfers" DISABLE TRIGGER USER;
UPDATE "course_transfers" SET "current_level" = "previous_level", "current_education_form_id" = "previous_education_form_id";
ALTER TABLE "course_transfers" ENABLE TRIGGER USER;
