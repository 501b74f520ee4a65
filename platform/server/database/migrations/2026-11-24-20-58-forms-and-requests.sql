CREATE TABLE "form_request_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_request_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"request_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"title" jsonb NOT NULL,
	"roles" jsonb NOT NULL,
	"action" text NOT NULL,
	"days" smallint NOT NULL,
	"change" jsonb,
	"started_at" timestamp with time zone,
	"due_on" date,
	"stopped_at" timestamp with time zone,
	"left_days" smallint,
	"waited" integer DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" integer,
	"late" boolean DEFAULT false NOT NULL,
	"note" text
);

CREATE TABLE "form_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"number" text GENERATED ALWAYS AS ('AR-' || lpad(id::text, 6, '0')) STORED NOT NULL,
	"type_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"language" text NOT NULL,
	"delivery" text DEFAULT 'PDF' NOT NULL,
	"post_address" text,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"facts" jsonb,
	"facts_at" timestamp with time zone,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"status_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"step" smallint,
	"due_on" date,
	"fee" numeric(16, 2) DEFAULT '0' NOT NULL,
	"update_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text,
	"document_id" integer,
	"handed_to" text,
	"post_number" text,
	"expires_on" date
);

CREATE TABLE "form_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"about" jsonb DEFAULT '{"uz":"","ru":"","en":""}'::jsonb NOT NULL,
	"situations" text[] DEFAULT '{}' NOT NULL,
	"audience" text[] DEFAULT '{ACTIVE}' NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL
);

CREATE TABLE "forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"type_id" integer NOT NULL,
	"revision" smallint DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"title" jsonb NOT NULL,
	"description" jsonb,
	"sections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"paper" jsonb,
	"fee" numeric(16, 2) DEFAULT '0' NOT NULL,
	"deliveries" text[] DEFAULT '{PDF}' NOT NULL,
	"languages" text[] DEFAULT '{uz}' NOT NULL,
	"live_at" timestamp with time zone,
	"archived_at" timestamp with time zone
);

ALTER TABLE "form_request_steps" ADD CONSTRAINT "form_request_steps_request_id_form_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."form_requests"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "form_requests" ADD CONSTRAINT "form_requests_type_id_form_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."form_types"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "form_requests" ADD CONSTRAINT "form_requests_form_id_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."forms"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "forms" ADD CONSTRAINT "forms_type_id_form_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."form_types"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "form_request_steps_one" ON "form_request_steps" USING btree ("request_id","position");
CREATE INDEX "form_request_steps_done" ON "form_request_steps" USING btree ("institution_id","done_at");
CREATE UNIQUE INDEX "form_requests_open" ON "form_requests" USING btree ("student_id","type_id") WHERE deleted_at is null and status in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'UPDATE_REQUIRED');
CREATE UNIQUE INDEX "form_requests_number" ON "form_requests" USING btree ("institution_id","number");
CREATE INDEX "form_requests_status" ON "form_requests" USING btree ("institution_id","status","id") WHERE deleted_at is null;
CREATE INDEX "form_requests_due" ON "form_requests" USING btree ("institution_id","due_on","id") WHERE deleted_at is null;
CREATE INDEX "form_requests_submitted" ON "form_requests" USING btree ("institution_id","submitted_at","id") WHERE deleted_at is null;
CREATE INDEX "form_requests_student" ON "form_requests" USING btree ("student_id","id");
CREATE INDEX "form_requests_type" ON "form_requests" USING btree ("institution_id","type_id","id") WHERE deleted_at is null;
CREATE INDEX "form_requests_form" ON "form_requests" USING btree ("form_id");
CREATE UNIQUE INDEX "form_types_code" ON "form_types" USING btree ("institution_id","code") WHERE deleted_at is null;
CREATE INDEX "form_types_position" ON "form_types" USING btree ("institution_id","position","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "forms_revision" ON "forms" USING btree ("type_id","revision") WHERE deleted_at is null;
CREATE UNIQUE INDEX "forms_live" ON "forms" USING btree ("type_id") WHERE status = 'LIVE' and deleted_at is null;
CREATE UNIQUE INDEX "forms_draft" ON "forms" USING btree ("type_id") WHERE status = 'DRAFT' and deleted_at is null;
CREATE INDEX "forms_type" ON "forms" USING btree ("institution_id","type_id","id") WHERE deleted_at is null;
