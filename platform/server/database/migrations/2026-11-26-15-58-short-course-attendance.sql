CREATE TABLE "short_course_attendance" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "short_course_attendance_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"registration_id" integer NOT NULL,
	"chapter_id" integer NOT NULL,
	"status" text NOT NULL
);

ALTER TABLE "short_course_registrations" ADD COLUMN "document_id" integer;
ALTER TABLE "short_course_attendance" ADD CONSTRAINT "short_course_attendance_registration_id_short_course_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."short_course_registrations"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "short_course_attendance" ADD CONSTRAINT "short_course_attendance_chapter_id_short_course_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."short_course_chapters"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "short_course_attendance_one" ON "short_course_attendance" USING btree ("registration_id","chapter_id");
CREATE INDEX "short_course_attendance_chapter" ON "short_course_attendance" USING btree ("chapter_id");
