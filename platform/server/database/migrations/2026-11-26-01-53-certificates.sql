CREATE TABLE "certificate_issues" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_issues_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"template_id" integer NOT NULL,
	"language" text NOT NULL,
	"event" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"count" integer NOT NULL,
	"status" text DEFAULT 'ISSUED' NOT NULL,
	"reason" text,
	"issued_by" integer
);

CREATE TABLE "certificate_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"family" uuid DEFAULT gen_random_uuid() NOT NULL,
	"revision" smallint DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"title" jsonb NOT NULL,
	"languages" text[] DEFAULT '{uz,ru,en}' NOT NULL,
	"page" jsonb DEFAULT '{"size":"A4","landscape":true}'::jsonb NOT NULL,
	"elements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"live_at" timestamp with time zone,
	"archived_at" timestamp with time zone
);

CREATE TABLE "certificates" (
	"document_id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"issue_id" integer NOT NULL,
	"template_id" integer NOT NULL,
	"student_id" integer,
	"name" text NOT NULL,
	"said" jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE "certificate_issues" ADD CONSTRAINT "certificate_issues_template_id_certificate_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."certificate_templates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_issue_id_certificate_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."certificate_issues"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_template_id_certificate_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."certificate_templates"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "certificate_issues_sort" ON "certificate_issues" USING btree ("institution_id","id") WHERE deleted_at is null;
CREATE INDEX "certificate_issues_status" ON "certificate_issues" USING btree ("institution_id","status","id") WHERE deleted_at is null;
CREATE INDEX "certificate_issues_template" ON "certificate_issues" USING btree ("template_id","id");
CREATE UNIQUE INDEX "certificate_templates_revision" ON "certificate_templates" USING btree ("family","revision") WHERE deleted_at is null;
CREATE UNIQUE INDEX "certificate_templates_live" ON "certificate_templates" USING btree ("family") WHERE status = 'LIVE' and deleted_at is null;
CREATE UNIQUE INDEX "certificate_templates_draft" ON "certificate_templates" USING btree ("family") WHERE status = 'DRAFT' and deleted_at is null;
CREATE INDEX "certificate_templates_sort" ON "certificate_templates" USING btree ("institution_id","id") WHERE deleted_at is null;
CREATE INDEX "certificate_templates_status" ON "certificate_templates" USING btree ("institution_id","status","id") WHERE deleted_at is null;
CREATE INDEX "certificates_issue" ON "certificates" USING btree ("issue_id","document_id");
CREATE INDEX "certificates_template" ON "certificates" USING btree ("template_id");
CREATE INDEX "certificates_student" ON "certificates" USING btree ("student_id","template_id");
