CREATE TABLE "achievement_grades" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "achievement_grades_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"type_id" integer NOT NULL,
	"title" jsonb NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL
);

CREATE TABLE "achievement_nominations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "achievement_nominations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" text NOT NULL,
	"academic_year_id" integer NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"type_ids" integer[] DEFAULT '{}' NOT NULL,
	"department_id" integer,
	"level" text,
	"min_points" numeric(6, 1) NOT NULL,
	"seats" smallint NOT NULL,
	"frozen_at" timestamp with time zone,
	"frozen_by" integer
);

CREATE TABLE "achievement_nominees" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "achievement_nominees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"nomination_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"place" smallint NOT NULL,
	"chosen" boolean NOT NULL,
	"points" numeric(6, 1) NOT NULL,
	"said" jsonb NOT NULL
);

CREATE TABLE "achievement_points" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "achievement_points_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"scale_id" integer NOT NULL,
	"grade_id" integer NOT NULL,
	"points" numeric(6, 1) NOT NULL
);

CREATE TABLE "achievement_records" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "achievement_records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"type_id" integer NOT NULL,
	"grade_id" integer NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"title" text NOT NULL,
	"organizer" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"achieved_on" date NOT NULL,
	"link" text,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"filed_by" integer,
	"submitted_at" timestamp with time zone,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"note" text,
	"points" numeric(6, 1),
	"scale_id" integer,
	"revoked_at" timestamp with time zone,
	"badge_id" integer,
	CONSTRAINT "achievement_records_points_frozen" CHECK ((status in ('VERIFIED', 'REVOKED')) = (points is not null and scale_id is not null))
);

CREATE TABLE "achievement_scales" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "achievement_scales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"number" smallint NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"starts_on" date NOT NULL,
	"basis" text NOT NULL,
	"live_at" timestamp with time zone
);

CREATE TABLE "achievement_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "achievement_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"evidence_min" smallint DEFAULT 1 NOT NULL,
	"validator_id" integer,
	"active" boolean DEFAULT true NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL
);

ALTER TABLE "achievement_grades" ADD CONSTRAINT "achievement_grades_type_id_achievement_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."achievement_types"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "achievement_nominees" ADD CONSTRAINT "achievement_nominees_nomination_id_achievement_nominations_id_fk" FOREIGN KEY ("nomination_id") REFERENCES "public"."achievement_nominations"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "achievement_nominees" ADD CONSTRAINT "achievement_nominees_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "achievement_points" ADD CONSTRAINT "achievement_points_scale_id_achievement_scales_id_fk" FOREIGN KEY ("scale_id") REFERENCES "public"."achievement_scales"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "achievement_points" ADD CONSTRAINT "achievement_points_grade_id_achievement_grades_id_fk" FOREIGN KEY ("grade_id") REFERENCES "public"."achievement_grades"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "achievement_records" ADD CONSTRAINT "achievement_records_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "achievement_records" ADD CONSTRAINT "achievement_records_type_id_achievement_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."achievement_types"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "achievement_records" ADD CONSTRAINT "achievement_records_grade_id_achievement_grades_id_fk" FOREIGN KEY ("grade_id") REFERENCES "public"."achievement_grades"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "achievement_records" ADD CONSTRAINT "achievement_records_scale_id_achievement_scales_id_fk" FOREIGN KEY ("scale_id") REFERENCES "public"."achievement_scales"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "achievement_grades_type" ON "achievement_grades" USING btree ("type_id","position","id") WHERE deleted_at is null;
CREATE INDEX "achievement_nominations_created" ON "achievement_nominations" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "achievement_nominations_title" ON "achievement_nominations" USING btree ("institution_id","title","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "achievement_nominees_once" ON "achievement_nominees" USING btree ("nomination_id","student_id");
CREATE INDEX "achievement_nominees_student" ON "achievement_nominees" USING btree ("student_id");
CREATE UNIQUE INDEX "achievement_points_once" ON "achievement_points" USING btree ("scale_id","grade_id");
CREATE INDEX "achievement_records_created" ON "achievement_records" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "achievement_records_achieved" ON "achievement_records" USING btree ("institution_id","achieved_on","id") WHERE deleted_at is null;
CREATE INDEX "achievement_records_submitted" ON "achievement_records" USING btree ("institution_id","submitted_at","id") WHERE deleted_at is null;
CREATE INDEX "achievement_records_points" ON "achievement_records" USING btree ("institution_id","points","id") WHERE deleted_at is null;
CREATE INDEX "achievement_records_status" ON "achievement_records" USING btree ("institution_id","status","submitted_at","id") WHERE deleted_at is null;
CREATE INDEX "achievement_records_type" ON "achievement_records" USING btree ("type_id","id") WHERE deleted_at is null;
CREATE INDEX "achievement_records_student" ON "achievement_records" USING btree ("student_id","id") WHERE deleted_at is null;
CREATE INDEX "achievement_records_filed" ON "achievement_records" USING btree ("filed_by") WHERE deleted_at is null;
CREATE INDEX "achievement_records_files" ON "achievement_records" USING gin ("file_ids");
CREATE INDEX "achievement_records_verified" ON "achievement_records" USING btree ("institution_id","achieved_on","student_id") WHERE status = 'VERIFIED' and deleted_at is null;
CREATE UNIQUE INDEX "achievement_scales_number" ON "achievement_scales" USING btree ("institution_id","number");
CREATE INDEX "achievement_scales_day" ON "achievement_scales" USING btree ("institution_id","starts_on","number") WHERE deleted_at is null;
CREATE INDEX "achievement_scales_created" ON "achievement_scales" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "achievement_types_position" ON "achievement_types" USING btree ("institution_id","position","id") WHERE deleted_at is null;
CREATE INDEX "achievement_types_created" ON "achievement_types" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "achievement_types_validator" ON "achievement_types" USING btree ("validator_id") WHERE deleted_at is null;
