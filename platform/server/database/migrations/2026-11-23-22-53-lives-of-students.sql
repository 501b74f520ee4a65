CREATE TABLE "student_life_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_life_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"order_number" text,
	"order_date" date,
	"document_id" integer,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"target" jsonb NOT NULL,
	"account_id" integer
);

CREATE TABLE "student_life_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_life_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"change_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"kept" jsonb NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" integer,
	"undo_reason" text
);

ALTER TABLE "course_transfers" ADD COLUMN "current_course_id" integer;
ALTER TABLE "student_status_requests" ADD COLUMN "kind" text;
ALTER TABLE "contracts" ADD COLUMN "fine_stops_on" date;
ALTER TABLE "student_life_steps" ADD CONSTRAINT "student_life_steps_change_id_student_life_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."student_life_changes"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "student_life_steps" ADD CONSTRAINT "student_life_steps_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "student_life_changes_created" ON "student_life_changes" USING btree ("institution_id","created_at","id");
CREATE INDEX "student_life_steps_student" ON "student_life_steps" USING btree ("student_id","id");
CREATE INDEX "student_life_steps_change" ON "student_life_steps" USING btree ("change_id","student_id");
ALTER TABLE "course_transfers" ADD CONSTRAINT "course_transfers_current_course_id_courses_id_fk" FOREIGN KEY ("current_course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;
