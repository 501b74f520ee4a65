CREATE TABLE "progression_exceptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "progression_exceptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"enrollment_id" integer NOT NULL,
	"outcome" text NOT NULL,
	"reason" text NOT NULL,
	"decided_by" integer NOT NULL
);

CREATE TABLE "progression_outcomes" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"progression_id" integer NOT NULL,
	"enrollment_id" integer NOT NULL,
	"outcome" text NOT NULL,
	"proposed" text NOT NULL,
	"cause" text NOT NULL,
	"reason" text,
	"planned" numeric(5, 1) NOT NULL,
	"earned" numeric(5, 1) NOT NULL,
	"debts" integer[] NOT NULL,
	"open" smallint NOT NULL,
	"new_enrollment_id" integer,
	"closed_from" text,
	"undone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "progression_outcomes_progression_id_enrollment_id_pk" PRIMARY KEY("progression_id","enrollment_id")
);

CREATE TABLE "progression_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "progression_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"level" text NOT NULL,
	"credits" numeric(4, 1) NOT NULL,
	"debts" smallint NOT NULL,
	"repeats" smallint NOT NULL
);

CREATE TABLE "progressions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "progressions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"academic_year_id" integer NOT NULL,
	"next_academic_year_id" integer NOT NULL,
	"order_number" text NOT NULL,
	"order_date" date NOT NULL,
	"made_by" integer NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_reason" text
);

ALTER TABLE "progression_exceptions" ADD CONSTRAINT "progression_exceptions_enrollment_id_enrollments_id_fk" FOREIGN KEY ("enrollment_id") REFERENCES "public"."enrollments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "progression_outcomes" ADD CONSTRAINT "progression_outcomes_progression_id_progressions_id_fk" FOREIGN KEY ("progression_id") REFERENCES "public"."progressions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "progression_outcomes" ADD CONSTRAINT "progression_outcomes_enrollment_id_enrollments_id_fk" FOREIGN KEY ("enrollment_id") REFERENCES "public"."enrollments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "progression_outcomes" ADD CONSTRAINT "progression_outcomes_new_enrollment_id_enrollments_id_fk" FOREIGN KEY ("new_enrollment_id") REFERENCES "public"."enrollments"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "progression_exceptions_one" ON "progression_exceptions" USING btree ("enrollment_id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "progression_outcomes_once" ON "progression_outcomes" USING btree ("enrollment_id") WHERE not undone;
CREATE INDEX "progression_outcomes_new" ON "progression_outcomes" USING btree ("new_enrollment_id");
CREATE INDEX "progression_outcomes_open" ON "progression_outcomes" USING btree ("enrollment_id") WHERE closed_from is null and not undone;
CREATE UNIQUE INDEX "progression_rules_one" ON "progression_rules" USING btree ("institution_id","level") WHERE deleted_at is null;
CREATE INDEX "progressions_year" ON "progressions" USING btree ("institution_id","academic_year_id");
