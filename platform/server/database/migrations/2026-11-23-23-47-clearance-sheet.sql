CREATE TABLE "clearance_offices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clearance_offices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"position" smallint DEFAULT 1 NOT NULL,
	"fault" text,
	"role" text
);

CREATE TABLE "clearance_words" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clearance_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"office_id" integer NOT NULL,
	"clear" boolean NOT NULL,
	"note" text,
	"account_id" integer NOT NULL
);

ALTER TABLE "clearance_words" ADD CONSTRAINT "clearance_words_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "clearance_words" ADD CONSTRAINT "clearance_words_office_id_clearance_offices_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."clearance_offices"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "clearance_offices_sort" ON "clearance_offices" USING btree ("institution_id","position","id") WHERE deleted_at is null;
CREATE INDEX "clearance_words_student" ON "clearance_words" USING btree ("student_id","office_id","id");
