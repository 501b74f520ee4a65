CREATE TABLE "consultation_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consultation_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"offence_id" integer NOT NULL,
	"text" text NOT NULL,
	"conclusion" text NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"signed_by" integer[] DEFAULT '{}' NOT NULL,
	"seen_at" timestamp with time zone,
	"answer" text,
	"comment" text
);

CREATE TABLE "invigilation_minutes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invigilation_minutes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"invigilation_id" integer NOT NULL,
	"text" text NOT NULL,
	"present" integer,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"signed_by" integer[] DEFAULT '{}' NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL
);

CREATE TABLE "invigilations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invigilations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"component_id" integer NOT NULL,
	"course_module_id" integer NOT NULL,
	"held_on" date NOT NULL,
	"room" text NOT NULL,
	"staff_ids" integer[] DEFAULT '{}' NOT NULL
);

CREATE TABLE "offence_bundles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offence_bundles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"offence_id" integer NOT NULL,
	"seq" smallint NOT NULL,
	"items" jsonb NOT NULL,
	"hash" text NOT NULL,
	"made_by" integer NOT NULL,
	"leave_by" integer,
	"leave_at" timestamp with time zone
);

CREATE TABLE "offence_findings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offence_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"offence_id" integer NOT NULL,
	"bundle_id" integer NOT NULL,
	"finding" text NOT NULL,
	"reason" text NOT NULL,
	"decided_by" integer NOT NULL,
	"members" integer[] NOT NULL
);

CREATE TABLE "offence_letters" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"offence_id" integer NOT NULL,
	"document_id" integer NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "offence_letters_offence_id_document_id_pk" PRIMARY KEY("offence_id","document_id")
);

CREATE TABLE "offence_panel_members" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"panel_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "offence_panel_members_panel_id_account_id_pk" PRIMARY KEY("panel_id","account_id")
);

CREATE TABLE "offence_panels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offence_panels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"offence_id" integer NOT NULL,
	"hearing_at" timestamp with time zone NOT NULL,
	"place" text NOT NULL,
	"notified_on" date NOT NULL,
	"earliest_on" date NOT NULL,
	"waived_at" timestamp with time zone
);

CREATE TABLE "offence_penalties" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offence_penalties_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"finding_id" integer NOT NULL,
	"offence_id" integer NOT NULL,
	"tariff_from" date NOT NULL,
	"points" integer NOT NULL,
	"band" text[] NOT NULL,
	"penalty" text NOT NULL,
	"outside" boolean NOT NULL,
	"reason" text,
	"decided_by" integer NOT NULL,
	"signed_by" integer,
	"signed_at" timestamp with time zone
);

CREATE TABLE "offence_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offence_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"number" text GENERATED ALWAYS AS ('R-' || id) STORED NOT NULL,
	"source" text NOT NULL,
	"occurred_on" date NOT NULL,
	"type_id" integer NOT NULL,
	"component_id" integer NOT NULL,
	"minutes_id" integer,
	"reported_by" integer NOT NULL
);

CREATE TABLE "offence_tariffs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offence_tariffs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"valid_from" date NOT NULL,
	"repeat_points" integer NOT NULL,
	"bands" jsonb NOT NULL,
	"made_by" integer NOT NULL
);

CREATE TABLE "offence_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offence_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"points" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);

CREATE TABLE "offences" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"number" text GENERATED ALWAYS AS ('M-' || id) STORED NOT NULL,
	"report_id" integer,
	"student_id" integer NOT NULL,
	"course_module_id" integer NOT NULL,
	"component_id" integer NOT NULL,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"type_id" integer NOT NULL,
	"source" text NOT NULL,
	"occurred_on" date NOT NULL,
	"text" text NOT NULL,
	"passage" text,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"subject_board_status" text DEFAULT 'NOT_REFERRED' NOT NULL,
	"reported_by" integer NOT NULL,
	"reported_at" timestamp with time zone,
	"consultants" integer[] DEFAULT '{}' NOT NULL,
	"statement_until" timestamp with time zone,
	"statement" text,
	"statement_at" timestamp with time zone,
	"statement_file_ids" integer[] DEFAULT '{}' NOT NULL,
	"conclusion" text,
	"penalty" text,
	"notice_waived_at" timestamp with time zone,
	"published_student_at" timestamp with time zone,
	"published_registrar_at" timestamp with time zone,
	"communicated_at" timestamp with time zone,
	"appeal_until" date,
	"appeal_text" text,
	"appeal_at" timestamp with time zone,
	"appeal_outcome" text,
	"appeal_reason" text,
	"appeal_by" integer
);

CREATE TABLE "mark_holds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mark_holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"kind" text NOT NULL,
	"source_id" integer NOT NULL,
	"number" text NOT NULL,
	"course_module_id" integer NOT NULL,
	"component_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"opened_by" integer NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" integer
);

CREATE TABLE "mark_penalties" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mark_penalties_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"kind" text NOT NULL,
	"source_id" integer NOT NULL,
	"number" text NOT NULL,
	"operation" text NOT NULL,
	"course_module_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"mark_id" integer NOT NULL,
	"component_id" integer NOT NULL,
	"attempt" smallint NOT NULL,
	"applied_by" integer NOT NULL,
	"amendment_id" integer,
	"removed_at" timestamp with time zone,
	"removed_by" integer,
	"removal_id" integer
);

ALTER TABLE "amendments" ADD COLUMN "penalty_id" integer;
ALTER TABLE "consultation_reports" ADD CONSTRAINT "consultation_reports_offence_id_offences_id_fk" FOREIGN KEY ("offence_id") REFERENCES "public"."offences"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "invigilation_minutes" ADD CONSTRAINT "invigilation_minutes_invigilation_id_invigilations_id_fk" FOREIGN KEY ("invigilation_id") REFERENCES "public"."invigilations"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "invigilations" ADD CONSTRAINT "invigilations_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offence_bundles" ADD CONSTRAINT "offence_bundles_offence_id_offences_id_fk" FOREIGN KEY ("offence_id") REFERENCES "public"."offences"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offence_findings" ADD CONSTRAINT "offence_findings_offence_id_offences_id_fk" FOREIGN KEY ("offence_id") REFERENCES "public"."offences"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offence_findings" ADD CONSTRAINT "offence_findings_bundle_id_offence_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."offence_bundles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offence_letters" ADD CONSTRAINT "offence_letters_offence_id_offences_id_fk" FOREIGN KEY ("offence_id") REFERENCES "public"."offences"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offence_panel_members" ADD CONSTRAINT "offence_panel_members_panel_id_offence_panels_id_fk" FOREIGN KEY ("panel_id") REFERENCES "public"."offence_panels"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offence_panels" ADD CONSTRAINT "offence_panels_offence_id_offences_id_fk" FOREIGN KEY ("offence_id") REFERENCES "public"."offences"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offence_penalties" ADD CONSTRAINT "offence_penalties_finding_id_offence_findings_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."offence_findings"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offence_penalties" ADD CONSTRAINT "offence_penalties_offence_id_offences_id_fk" FOREIGN KEY ("offence_id") REFERENCES "public"."offences"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offence_reports" ADD CONSTRAINT "offence_reports_type_id_offence_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."offence_types"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offences" ADD CONSTRAINT "offences_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offences" ADD CONSTRAINT "offences_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offences" ADD CONSTRAINT "offences_type_id_offence_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."offence_types"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "consultation_reports_one" ON "consultation_reports" USING btree ("offence_id") WHERE deleted_at is null;
CREATE INDEX "consultation_reports_created" ON "consultation_reports" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "invigilation_minutes_one" ON "invigilation_minutes" USING btree ("invigilation_id") WHERE deleted_at is null;
CREATE INDEX "invigilation_minutes_created" ON "invigilation_minutes" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "invigilations_held" ON "invigilations" USING btree ("institution_id","held_on","id") WHERE deleted_at is null;
CREATE INDEX "invigilations_staff" ON "invigilations" USING gin ("staff_ids");
CREATE INDEX "invigilations_module" ON "invigilations" USING btree ("course_module_id");
CREATE UNIQUE INDEX "offence_bundles_one" ON "offence_bundles" USING btree ("offence_id","seq");
CREATE UNIQUE INDEX "offence_findings_one" ON "offence_findings" USING btree ("offence_id");
CREATE INDEX "offence_panel_members_account" ON "offence_panel_members" USING btree ("account_id");
CREATE UNIQUE INDEX "offence_panels_one" ON "offence_panels" USING btree ("offence_id");
CREATE INDEX "offence_panels_hearing" ON "offence_panels" USING btree ("institution_id","hearing_at");
CREATE UNIQUE INDEX "offence_penalties_one" ON "offence_penalties" USING btree ("offence_id");
CREATE INDEX "offence_penalties_finding" ON "offence_penalties" USING btree ("finding_id");
CREATE INDEX "offence_reports_created" ON "offence_reports" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "offence_reports_reporter" ON "offence_reports" USING btree ("reported_by","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "offence_tariffs_one" ON "offence_tariffs" USING btree ("institution_id","valid_from");
CREATE UNIQUE INDEX "offence_types_code" ON "offence_types" USING btree ("institution_id",lower("code")) WHERE deleted_at is null;
CREATE INDEX "offence_types_sort" ON "offence_types" USING btree ("institution_id","code","id") WHERE deleted_at is null;
CREATE INDEX "offences_created" ON "offences" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "offences_status" ON "offences" USING btree ("institution_id","status","id") WHERE deleted_at is null;
CREATE INDEX "offences_number" ON "offences" USING btree ("institution_id","occurred_on","id") WHERE deleted_at is null;
CREATE INDEX "offences_student" ON "offences" USING btree ("student_id","id");
CREATE INDEX "offences_module" ON "offences" USING btree ("course_module_id");
CREATE INDEX "offences_type" ON "offences" USING btree ("type_id");
CREATE INDEX "offences_report" ON "offences" USING btree ("report_id");
CREATE INDEX "offences_reporter" ON "offences" USING btree ("reported_by");
CREATE INDEX "offences_consultants" ON "offences" USING gin ("consultants");
CREATE UNIQUE INDEX "mark_holds_one" ON "mark_holds" USING btree ("kind","source_id");
CREATE INDEX "mark_holds_open" ON "mark_holds" USING btree ("course_module_id","student_id") WHERE ended_at is null;
CREATE INDEX "mark_holds_student" ON "mark_holds" USING btree ("student_id");
CREATE UNIQUE INDEX "mark_penalties_live" ON "mark_penalties" USING btree ("kind","source_id") WHERE removed_at is null;
CREATE INDEX "mark_penalties_module" ON "mark_penalties" USING btree ("course_module_id","student_id") WHERE removed_at is null;
CREATE INDEX "mark_penalties_mark" ON "mark_penalties" USING btree ("mark_id");
CREATE INDEX "mark_penalties_source" ON "mark_penalties" USING btree ("kind","source_id","id");
CREATE INDEX "amendments_penalty" ON "amendments" USING btree ("penalty_id") WHERE penalty_id is not null;
