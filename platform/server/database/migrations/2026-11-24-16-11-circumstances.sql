CREATE TABLE "ec_claims" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ec_claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"kind" text,
	"text" text DEFAULT '' NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"evidence_by" date,
	"late_reason" text DEFAULT '' NOT NULL,
	"self_certified" boolean DEFAULT false NOT NULL,
	"self_used_at" timestamp with time zone,
	"self_year_id" integer,
	"panel" boolean DEFAULT false NOT NULL,
	"submitted_at" timestamp with time zone,
	"officer_id" integer,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"review_reason" text,
	"note" text,
	"report_id" integer
);

CREATE TABLE "ec_members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ec_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"claim_id" integer NOT NULL,
	"staff_id" integer NOT NULL
);

CREATE TABLE "ec_papers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ec_papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"claim_id" integer NOT NULL,
	"target" text NOT NULL,
	"target_id" integer NOT NULL,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"course_module_id" integer NOT NULL,
	"title" text NOT NULL,
	"due_at" timestamp with time zone,
	"place" text,
	"handed_in" boolean DEFAULT false NOT NULL,
	"wish" text NOT NULL,
	"outcome" text,
	"effect" text,
	"until" timestamp with time zone,
	"working_days" smallint,
	"rule" text,
	"reason" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"effective" boolean DEFAULT false NOT NULL
);

CREATE TABLE "ec_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ec_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"outcome" text NOT NULL
);

CREATE TABLE "ec_votes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ec_votes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"paper_id" integer NOT NULL,
	"member_id" integer NOT NULL,
	"outcome" text NOT NULL,
	"note" text
);

ALTER TABLE "ec_claims" ADD CONSTRAINT "ec_claims_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "ec_members" ADD CONSTRAINT "ec_members_claim_id_ec_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."ec_claims"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "ec_papers" ADD CONSTRAINT "ec_papers_claim_id_ec_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."ec_claims"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "ec_votes" ADD CONSTRAINT "ec_votes_paper_id_ec_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."ec_papers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "ec_votes" ADD CONSTRAINT "ec_votes_member_id_ec_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."ec_members"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "ec_claims_submitted" ON "ec_claims" USING btree ("institution_id","submitted_at","id") WHERE deleted_at is null;
CREATE INDEX "ec_claims_created" ON "ec_claims" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "ec_claims_status" ON "ec_claims" USING btree ("institution_id","status","submitted_at","id") WHERE deleted_at is null;
CREATE INDEX "ec_claims_student" ON "ec_claims" USING btree ("student_id","id") WHERE deleted_at is null;
CREATE INDEX "ec_claims_evidence" ON "ec_claims" USING btree ("evidence_by") WHERE status = 'PENDING' and deleted_at is null;
CREATE INDEX "ec_claims_self" ON "ec_claims" USING btree ("student_id","self_year_id") WHERE self_used_at is not null;
CREATE UNIQUE INDEX "ec_members_once" ON "ec_members" USING btree ("claim_id","staff_id") WHERE deleted_at is null;
CREATE INDEX "ec_members_staff" ON "ec_members" USING btree ("staff_id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "ec_papers_once" ON "ec_papers" USING btree ("claim_id","target","target_id","attempt") WHERE deleted_at is null;
CREATE INDEX "ec_papers_module" ON "ec_papers" USING btree ("course_module_id") WHERE effective;
CREATE INDEX "ec_templates_sort" ON "ec_templates" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "ec_votes_once" ON "ec_votes" USING btree ("paper_id","member_id");
