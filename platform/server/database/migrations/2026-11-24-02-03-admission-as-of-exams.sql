CREATE TABLE "exam_standings" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"attempt" smallint NOT NULL,
	"student_id" integer NOT NULL,
	"admitted" boolean NOT NULL,
	"reasons" jsonb DEFAULT '[]' NOT NULL,
	"as_of" date DEFAULT edulab_today() NOT NULL,
	"listed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	CONSTRAINT "exam_standings_course_module_id_attempt_student_id_pk" PRIMARY KEY("course_module_id","attempt","student_id")
);

DROP INDEX "exam_admissions_one";
ALTER TABLE "exam_admissions" ADD COLUMN "attempt" smallint DEFAULT 1 NOT NULL;
CREATE INDEX "exam_standings_student" ON "exam_standings" USING btree ("student_id");
CREATE UNIQUE INDEX "exam_admissions_one" ON "exam_admissions" USING btree ("course_module_id","student_id","attempt") WHERE deleted_at is null;
