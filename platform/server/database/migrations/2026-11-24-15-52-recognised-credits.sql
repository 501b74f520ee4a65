CREATE TABLE "credit_recognitions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_recognitions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"origin" text,
	"from_course_id" integer,
	"source_course_module_id" integer,
	"source_module" text,
	"source_credits" numeric(4, 1),
	"source_grade" text,
	"module_id" integer,
	"credits" numeric(4, 1) NOT NULL,
	"total" numeric(4, 1),
	"decided_by" text,
	"account_id" integer,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" integer,
	"withdrawal_reason" text
);

CREATE TABLE "recognition_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recognition_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"level" text NOT NULL,
	"marks_count" boolean DEFAULT false NOT NULL
);

ALTER TABLE "credit_recognitions" ADD CONSTRAINT "credit_recognitions_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "credit_recognitions_one" ON "credit_recognitions" USING btree ("student_id","module_id") WHERE deleted_at is null and withdrawn_at is null and module_id is not null;
CREATE UNIQUE INDEX "credit_recognitions_source" ON "credit_recognitions" USING btree ("student_id","source_course_module_id") WHERE deleted_at is null and withdrawn_at is null and source_course_module_id is not null;
CREATE INDEX "credit_recognitions_student" ON "credit_recognitions" USING btree ("student_id","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "recognition_rules_one" ON "recognition_rules" USING btree ("institution_id","level") WHERE deleted_at is null;
