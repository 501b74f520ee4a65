ALTER TABLE "course_transfers" ADD COLUMN "decision_reason" text;
