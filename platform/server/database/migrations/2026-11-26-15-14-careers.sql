CREATE TABLE "career_profiles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "career_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"status" text NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"asked_on" date,
	"employer" text,
	"position" text
);

CREATE TABLE "cv_remarks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cv_remarks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"cv_id" integer NOT NULL,
	"version_id" integer NOT NULL,
	"place" text NOT NULL,
	"entry" text,
	"text" text NOT NULL,
	"done" boolean DEFAULT false NOT NULL
);

CREATE TABLE "cv_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cv_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"cv_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"status" text DEFAULT 'SUBMITTED' NOT NULL,
	"language" text NOT NULL,
	"layout" text NOT NULL,
	"photo_file_id" integer,
	"content" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"reviewed_at" timestamp with time zone,
	"reviewer_id" integer,
	"note" text
);

CREATE TABLE "cvs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cvs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"language" text DEFAULT 'uz' NOT NULL,
	"layout" text DEFAULT 'CLASSIC' NOT NULL,
	"photo_file_id" integer,
	"show_photo" boolean DEFAULT true NOT NULL,
	"headline" text DEFAULT '' NOT NULL,
	"objective" text DEFAULT '' NOT NULL,
	"email" text,
	"phone" text,
	"city" text DEFAULT '' NOT NULL,
	"links" text[] DEFAULT '{}' NOT NULL,
	"work_experiences" jsonb DEFAULT '[]' NOT NULL,
	"schools" jsonb DEFAULT '[]' NOT NULL,
	"language_skills" jsonb DEFAULT '[]' NOT NULL,
	"certificates" jsonb DEFAULT '[]' NOT NULL,
	"awards" jsonb DEFAULT '[]' NOT NULL,
	"articles" jsonb DEFAULT '[]' NOT NULL,
	"hard_skills" text[] DEFAULT '{}' NOT NULL,
	"soft_skills" text[] DEFAULT '{}' NOT NULL,
	"modules" integer[],
	"versions_count" smallint DEFAULT 0 NOT NULL,
	"last_version_id" integer,
	"approved_version_id" integer,
	"submitted_at" timestamp with time zone,
	"reviewed_at" timestamp with time zone,
	"note" text
);

CREATE TABLE "employer_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "employer_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"offer_id" integer NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"author_id" integer,
	"opened" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp with time zone
);

CREATE TABLE "job_offer_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_offer_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"offer_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"status" text DEFAULT 'SENT' NOT NULL,
	"seen_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"reason" text,
	"note" text DEFAULT '' NOT NULL,
	"version_id" integer,
	"shared_at" timestamp with time zone,
	"unshared_at" timestamp with time zone,
	"employer_word" text,
	"employer_word_at" timestamp with time zone
);

CREATE TABLE "job_offer_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_offer_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"offer_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL
);

CREATE TABLE "job_offers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"title" text NOT NULL,
	"employer" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"requirements" text DEFAULT '' NOT NULL,
	"salary" numeric(16, 2),
	"salary_to" numeric(16, 2),
	"currency" text DEFAULT 'UZS' NOT NULL,
	"employment" text DEFAULT 'FULL_TIME' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"link" text,
	"contact_name" text,
	"contact_email" text,
	"contact_phone" text,
	"valid_until" timestamp with time zone NOT NULL,
	"for_everybody" boolean DEFAULT false NOT NULL,
	"reason" text,
	"author_id" integer
);

ALTER TABLE "career_profiles" ADD CONSTRAINT "career_profiles_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "cv_remarks" ADD CONSTRAINT "cv_remarks_cv_id_cvs_id_fk" FOREIGN KEY ("cv_id") REFERENCES "public"."cvs"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "cv_remarks" ADD CONSTRAINT "cv_remarks_version_id_cv_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."cv_versions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "cv_versions" ADD CONSTRAINT "cv_versions_cv_id_cvs_id_fk" FOREIGN KEY ("cv_id") REFERENCES "public"."cvs"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "cvs" ADD CONSTRAINT "cvs_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "employer_links" ADD CONSTRAINT "employer_links_offer_id_job_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."job_offers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "job_offer_answers" ADD CONSTRAINT "job_offer_answers_offer_id_job_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."job_offers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "job_offer_answers" ADD CONSTRAINT "job_offer_answers_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "job_offer_answers" ADD CONSTRAINT "job_offer_answers_version_id_cv_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."cv_versions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "job_offer_reports" ADD CONSTRAINT "job_offer_reports_offer_id_job_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."job_offers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "job_offer_reports" ADD CONSTRAINT "job_offer_reports_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "career_profiles_student" ON "career_profiles" USING btree ("student_id") WHERE deleted_at is null;
CREATE INDEX "career_profiles_status" ON "career_profiles" USING btree ("institution_id","status","student_id") WHERE deleted_at is null;
CREATE INDEX "cv_remarks_cv" ON "cv_remarks" USING btree ("cv_id","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "cv_versions_number" ON "cv_versions" USING btree ("cv_id","number");
CREATE UNIQUE INDEX "cvs_student" ON "cvs" USING btree ("student_id") WHERE deleted_at is null;
CREATE INDEX "cvs_created" ON "cvs" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "cvs_submitted" ON "cvs" USING btree ("institution_id","submitted_at","id") WHERE deleted_at is null;
CREATE INDEX "cvs_status" ON "cvs" USING btree ("institution_id","status","submitted_at","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "employer_links_hash" ON "employer_links" USING btree ("secret_hash");
CREATE INDEX "employer_links_offer" ON "employer_links" USING btree ("offer_id","id");
CREATE UNIQUE INDEX "job_offer_answers_once" ON "job_offer_answers" USING btree ("offer_id","student_id");
CREATE INDEX "job_offer_answers_offer" ON "job_offer_answers" USING btree ("offer_id","status","id") WHERE deleted_at is null;
CREATE INDEX "job_offer_answers_created" ON "job_offer_answers" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "job_offer_answers_answered" ON "job_offer_answers" USING btree ("institution_id","answered_at","id") WHERE deleted_at is null;
CREATE INDEX "job_offer_answers_student" ON "job_offer_answers" USING btree ("student_id","status","id") WHERE deleted_at is null;
CREATE INDEX "job_offer_answers_version" ON "job_offer_answers" USING btree ("version_id") WHERE version_id is not null;
CREATE UNIQUE INDEX "job_offer_reports_once" ON "job_offer_reports" USING btree ("offer_id","student_id");
CREATE INDEX "job_offers_created" ON "job_offers" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "job_offers_until" ON "job_offers" USING btree ("institution_id","valid_until","id") WHERE deleted_at is null;
CREATE INDEX "job_offers_title" ON "job_offers" USING btree ("institution_id","title","id") WHERE deleted_at is null;
CREATE INDEX "job_offers_status" ON "job_offers" USING btree ("institution_id","status","created_at","id") WHERE deleted_at is null;
CREATE INDEX "job_offers_running" ON "job_offers" USING btree ("valid_until") WHERE status = 'SENT' and deleted_at is null;
