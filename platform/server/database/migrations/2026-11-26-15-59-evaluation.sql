CREATE TABLE "evaluation_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"unit_id" integer NOT NULL,
	"question" text NOT NULL,
	"value" text NOT NULL,
	"shown" boolean
);

CREATE TABLE "evaluation_envelopes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"unit_id" integer NOT NULL,
	"sealed" "bytea" NOT NULL
);

CREATE TABLE "evaluation_participations" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"unit_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	CONSTRAINT "evaluation_participations_unit_id_student_id_pk" PRIMARY KEY("unit_id","student_id")
);

CREATE TABLE "evaluation_periods" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evaluation_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"questionnaire_id" integer NOT NULL,
	"academic_year_id" integer NOT NULL,
	"semester" smallint NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"threshold" smallint NOT NULL,
	"status" text DEFAULT 'PLANNED' NOT NULL,
	"sections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reminded_on" date
);

CREATE TABLE "evaluation_questionnaires" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evaluation_questionnaires_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"sections" jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE "evaluation_seals" (
	"period_id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"salt" text NOT NULL
);

CREATE TABLE "evaluation_units" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evaluation_units_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"period_id" integer NOT NULL,
	"course_module_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"invited" smallint DEFAULT 0 NOT NULL,
	"voted" smallint DEFAULT 0 NOT NULL,
	"answered" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"mean" numeric(5, 2),
	"spread" numeric(5, 2),
	"released_on" date,
	"reply" text,
	"replied_on" date
);

ALTER TABLE "evaluation_periods" ADD CONSTRAINT "evaluation_periods_questionnaire_id_evaluation_questionnaires_id_fk" FOREIGN KEY ("questionnaire_id") REFERENCES "public"."evaluation_questionnaires"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "evaluation_periods" ADD CONSTRAINT "evaluation_periods_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "evaluation_units" ADD CONSTRAINT "evaluation_units_period_id_evaluation_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."evaluation_periods"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "evaluation_units" ADD CONSTRAINT "evaluation_units_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "evaluation_units" ADD CONSTRAINT "evaluation_units_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "evaluation_answers_unit" ON "evaluation_answers" USING btree ("unit_id","question","id");
CREATE INDEX "evaluation_envelopes_unit" ON "evaluation_envelopes" USING btree ("unit_id");
CREATE INDEX "evaluation_participations_student" ON "evaluation_participations" USING btree ("student_id");
CREATE INDEX "evaluation_periods_sort" ON "evaluation_periods" USING btree ("institution_id","starts_on","id") WHERE deleted_at is null;
CREATE INDEX "evaluation_periods_status" ON "evaluation_periods" USING btree ("institution_id","status","ends_on","id") WHERE deleted_at is null;
CREATE INDEX "evaluation_periods_year" ON "evaluation_periods" USING btree ("institution_id","academic_year_id","id") WHERE deleted_at is null;
CREATE INDEX "evaluation_questionnaires_sort" ON "evaluation_questionnaires" USING btree ("institution_id","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "evaluation_units_one" ON "evaluation_units" USING btree ("period_id","course_module_id","staff_id");
CREATE INDEX "evaluation_units_mean" ON "evaluation_units" USING btree ("institution_id","mean","id") WHERE deleted_at is null;
CREATE INDEX "evaluation_units_voted" ON "evaluation_units" USING btree ("institution_id","voted","id") WHERE deleted_at is null;
CREATE INDEX "evaluation_units_sort" ON "evaluation_units" USING btree ("institution_id","id") WHERE deleted_at is null;
CREATE INDEX "evaluation_units_staff" ON "evaluation_units" USING btree ("staff_id","id");
CREATE INDEX "evaluation_units_module" ON "evaluation_units" USING btree ("course_module_id","id");
