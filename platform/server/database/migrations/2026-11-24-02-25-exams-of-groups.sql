ALTER TABLE "exam_periods" ADD COLUMN "group_ids" integer[] DEFAULT '{}' NOT NULL;
ALTER TABLE "exam_periods" ADD COLUMN "course_module_ids" integer[] DEFAULT '{}' NOT NULL;
