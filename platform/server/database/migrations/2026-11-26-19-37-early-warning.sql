CREATE TABLE "risk_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "risk_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"case_id" integer NOT NULL,
	"kind" text NOT NULL,
	"done_on" date NOT NULL,
	"text" text NOT NULL,
	"outcome" text,
	"next_on" date,
	"author_id" integer
);

CREATE TABLE "risk_cases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "risk_cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"level" text NOT NULL,
	"worst" text NOT NULL,
	"reasons" jsonb NOT NULL,
	"kinds" text[] NOT NULL,
	"severity" smallint NOT NULL,
	"rules_id" integer,
	"flagged_on" date NOT NULL,
	"cleared_on" date,
	"by_rules" boolean DEFAULT false NOT NULL,
	"mentor_id" integer,
	"actions" smallint DEFAULT 0 NOT NULL,
	"first_action_on" date,
	"last_action_on" date,
	"next_on" date,
	"closed_on" date,
	"close_reason" text,
	"close_note" text,
	"closed_by" integer
);

CREATE TABLE "risk_deputies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "risk_deputies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"staff_id" integer NOT NULL,
	"deputy_id" integer NOT NULL,
	"since" date NOT NULL,
	"until" date NOT NULL
);

CREATE TABLE "risk_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "risk_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"department_id" integer,
	"number" smallint NOT NULL,
	"rules" jsonb,
	"together" smallint,
	"note" text NOT NULL,
	"author_id" integer
);

CREATE TABLE "risk_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "risk_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer,
	"students" integer NOT NULL,
	"found" integer NOT NULL,
	"opened" integer NOT NULL,
	"cleared" integer NOT NULL
);

ALTER TABLE "risk_actions" ADD CONSTRAINT "risk_actions_case_id_risk_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."risk_cases"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "risk_cases" ADD CONSTRAINT "risk_cases_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "risk_cases" ADD CONSTRAINT "risk_cases_rules_id_risk_rules_id_fk" FOREIGN KEY ("rules_id") REFERENCES "public"."risk_rules"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "risk_cases" ADD CONSTRAINT "risk_cases_mentor_id_staff_id_fk" FOREIGN KEY ("mentor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "risk_deputies" ADD CONSTRAINT "risk_deputies_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "risk_deputies" ADD CONSTRAINT "risk_deputies_deputy_id_staff_id_fk" FOREIGN KEY ("deputy_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "risk_rules" ADD CONSTRAINT "risk_rules_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "risk_actions_case" ON "risk_actions" USING btree ("case_id","done_on","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "risk_cases_open" ON "risk_cases" USING btree ("student_id") WHERE status = 'OPEN' and deleted_at is null;
CREATE INDEX "risk_cases_student" ON "risk_cases" USING btree ("student_id","id");
CREATE INDEX "risk_cases_severity" ON "risk_cases" USING btree ("institution_id","severity","id") WHERE deleted_at is null;
CREATE INDEX "risk_cases_flagged" ON "risk_cases" USING btree ("institution_id","flagged_on","id") WHERE deleted_at is null;
CREATE INDEX "risk_cases_done" ON "risk_cases" USING btree ("institution_id","last_action_on","id") WHERE deleted_at is null;
CREATE INDEX "risk_cases_next" ON "risk_cases" USING btree ("institution_id","next_on","id") WHERE deleted_at is null;
CREATE INDEX "risk_cases_mentor" ON "risk_cases" USING btree ("mentor_id") WHERE deleted_at is null;
CREATE INDEX "risk_cases_rules" ON "risk_cases" USING btree ("rules_id");
CREATE INDEX "risk_deputies_staff" ON "risk_deputies" USING btree ("staff_id") WHERE deleted_at is null;
CREATE INDEX "risk_deputies_deputy" ON "risk_deputies" USING btree ("deputy_id","until") WHERE deleted_at is null;
CREATE INDEX "risk_deputies_since" ON "risk_deputies" USING btree ("institution_id","since","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "risk_rules_version" ON "risk_rules" USING btree ("institution_id",coalesce(department_id, 0),"number");
CREATE INDEX "risk_rules_department" ON "risk_rules" USING btree ("department_id");
CREATE INDEX "risk_runs_made" ON "risk_runs" USING btree ("institution_id","id");
