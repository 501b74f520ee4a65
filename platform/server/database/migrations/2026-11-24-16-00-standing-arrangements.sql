ALTER TABLE "exam_arrangements" ADD COLUMN "extra_days" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "exam_arrangements" ADD COLUMN "since" date;
ALTER TABLE "exam_arrangements" ADD CONSTRAINT "exam_arrangements_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
