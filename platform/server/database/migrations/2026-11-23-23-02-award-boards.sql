CREATE TABLE "award_boards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "award_boards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_id" integer NOT NULL,
	"academic_year_id" integer NOT NULL,
	"held_on" date,
	"quorum" smallint NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"note" text,
	"prepared_by" integer NOT NULL,
	"decided_by" integer,
	"confirmed_by" integer,
	"confirmed_at" timestamp with time zone,
	"document_id" integer
);

CREATE TABLE "award_candidates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "award_candidates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"board_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"facts" jsonb,
	"decision" text,
	"awarded" jsonb,
	"reason" text
);

CREATE TABLE "award_members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "award_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"board_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"role" text NOT NULL,
	"present" boolean DEFAULT true NOT NULL,
	"signed_at" timestamp with time zone
);

DROP INDEX "degree_classes_code";
ALTER TABLE "degree_classes" ADD COLUMN "level" text;
ALTER TABLE "degree_classes" ADD COLUMN "entry_year" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "degree_classes" ADD COLUMN "best_from" numeric(5, 1);
ALTER TABLE "degree_classes" ADD COLUMN "best_share" numeric(5, 2);
ALTER TABLE "degree_classes" ADD COLUMN "borderline" numeric(5, 1) DEFAULT 0 NOT NULL;
ALTER TABLE "degree_classes" ADD COLUMN "honours" boolean DEFAULT false NOT NULL;
ALTER TABLE "award_boards" ADD CONSTRAINT "award_boards_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "award_candidates" ADD CONSTRAINT "award_candidates_board_id_award_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."award_boards"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "award_candidates" ADD CONSTRAINT "award_candidates_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "award_members" ADD CONSTRAINT "award_members_board_id_award_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."award_boards"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "award_members" ADD CONSTRAINT "award_members_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "award_boards_created" ON "award_boards" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "award_boards_held" ON "award_boards" USING btree ("institution_id","held_on","id") WHERE deleted_at is null;
CREATE INDEX "award_boards_course" ON "award_boards" USING btree ("course_id","academic_year_id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "award_candidates_one" ON "award_candidates" USING btree ("board_id","student_id");
CREATE INDEX "award_candidates_student" ON "award_candidates" USING btree ("student_id");
CREATE UNIQUE INDEX "award_members_one" ON "award_members" USING btree ("board_id","staff_id");
CREATE INDEX "award_members_staff" ON "award_members" USING btree ("staff_id");
CREATE UNIQUE INDEX "degree_classes_code" ON "degree_classes" USING btree ("institution_id","entry_year",coalesce(level, ''),lower(code)) WHERE deleted_at is null;
