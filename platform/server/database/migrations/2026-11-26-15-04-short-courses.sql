CREATE TABLE "short_course_chapters_done" (
	"registration_id" integer NOT NULL,
	"chapter_id" integer NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	CONSTRAINT "short_course_chapters_done_registration_id_chapter_id_pk" PRIMARY KEY("registration_id","chapter_id")
);

CREATE TABLE "short_course_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "short_course_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"about" jsonb DEFAULT '{"uz": "", "ru": "", "en": ""}' NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);

CREATE TABLE "short_course_chapters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "short_course_chapters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"title" jsonb NOT NULL,
	"content" text,
	"link" text,
	"file_id" integer,
	"starts_at" timestamp with time zone,
	"minutes" smallint,
	"required" boolean DEFAULT true NOT NULL
);

CREATE TABLE "short_course_registrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "short_course_registrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"search_key" text GENERATED ALWAYS AS (edulab_search_key(name)) STORED,
	"status" text NOT NULL,
	"status_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"until" timestamp with time zone,
	"price" bigint NOT NULL,
	"vat" bigint DEFAULT 0 NOT NULL,
	"guardian" jsonb,
	"reason" text
);

CREATE TABLE "short_courses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "short_courses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"category_id" integer NOT NULL,
	"title" jsonb NOT NULL,
	"about" jsonb DEFAULT '{"uz": "", "ru": "", "en": ""}' NOT NULL,
	"format" text NOT NULL,
	"language" text NOT NULL,
	"place" text,
	"times" text,
	"hours" smallint NOT NULL,
	"teacher_id" integer,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"register_until" date NOT NULL,
	"capacity" smallint NOT NULL,
	"price" bigint NOT NULL,
	"vat_percent" smallint DEFAULT 0 NOT NULL,
	"cover_file_id" integer,
	"hold_hours" smallint DEFAULT 24 NOT NULL,
	"full_refund_days" smallint DEFAULT 7 NOT NULL,
	"part_refund_days" smallint DEFAULT 3 NOT NULL,
	"part_refund_percent" smallint DEFAULT 50 NOT NULL,
	"least_attendance" smallint DEFAULT 70 NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	CONSTRAINT "short_courses_dates" CHECK (starts_on <= ends_on and register_until <= ends_on)
);

ALTER TABLE "short_course_chapters_done" ADD CONSTRAINT "short_course_chapters_done_registration_id_short_course_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."short_course_registrations"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "short_course_chapters_done" ADD CONSTRAINT "short_course_chapters_done_chapter_id_short_course_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."short_course_chapters"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "short_course_chapters" ADD CONSTRAINT "short_course_chapters_course_id_short_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."short_courses"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "short_course_registrations" ADD CONSTRAINT "short_course_registrations_course_id_short_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."short_courses"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "short_courses" ADD CONSTRAINT "short_courses_category_id_short_course_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."short_course_categories"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "short_course_chapters_done_chapter" ON "short_course_chapters_done" USING btree ("chapter_id");
CREATE INDEX "short_course_categories_sort" ON "short_course_categories" USING btree ("institution_id","position","id") WHERE deleted_at is null;
CREATE INDEX "short_course_chapters_place" ON "short_course_chapters" USING btree ("course_id","position","id") WHERE deleted_at is null;
CREATE INDEX "short_course_chapters_sort" ON "short_course_chapters" USING btree ("institution_id","position","id") WHERE deleted_at is null;
CREATE INDEX "short_course_chapters_time" ON "short_course_chapters" USING btree ("institution_id","starts_at") WHERE deleted_at is null;
CREATE UNIQUE INDEX "short_course_registrations_one" ON "short_course_registrations" USING btree ("course_id","account_id") WHERE status in ('WAITING', 'OFFERED', 'HELD', 'CONFIRMED', 'COMPLETED') and deleted_at is null;
CREATE INDEX "short_course_registrations_course" ON "short_course_registrations" USING btree ("course_id","status","id") WHERE deleted_at is null;
CREATE INDEX "short_course_registrations_account" ON "short_course_registrations" USING btree ("account_id","id") WHERE deleted_at is null;
CREATE INDEX "short_course_registrations_sort" ON "short_course_registrations" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "short_course_registrations_name" ON "short_course_registrations" USING btree ("institution_id","name","id") WHERE deleted_at is null;
CREATE INDEX "short_course_registrations_status" ON "short_course_registrations" USING btree ("institution_id","status","id") WHERE deleted_at is null;
CREATE INDEX "short_course_registrations_until" ON "short_course_registrations" USING btree ("until") WHERE status in ('OFFERED', 'HELD') and deleted_at is null;
CREATE INDEX "short_course_registrations_search" ON "short_course_registrations" USING gin ("search_key" gin_trgm_ops) WHERE deleted_at is null;
CREATE INDEX "short_courses_start" ON "short_courses" USING btree ("institution_id","starts_on","id") WHERE deleted_at is null;
CREATE INDEX "short_courses_price" ON "short_courses" USING btree ("institution_id","price","id") WHERE deleted_at is null;
CREATE INDEX "short_courses_title" ON "short_courses" USING btree ("institution_id",(title ->> 'uz'),"id") WHERE deleted_at is null;
CREATE INDEX "short_courses_status" ON "short_courses" USING btree ("institution_id","status","starts_on") WHERE deleted_at is null;
CREATE INDEX "short_courses_category" ON "short_courses" USING btree ("category_id");
CREATE INDEX "short_courses_teacher" ON "short_courses" USING btree ("teacher_id");
