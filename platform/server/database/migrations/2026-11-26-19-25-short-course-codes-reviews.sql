CREATE TABLE "short_course_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "short_course_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"code" text NOT NULL,
	"course_id" integer,
	"percent" smallint,
	"amount" bigint,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"most_uses" integer,
	"note" text,
	CONSTRAINT "short_course_codes_dates" CHECK (starts_on <= ends_on),
	CONSTRAINT "short_course_codes_kind" CHECK ((percent is null) <> (amount is null))
);

CREATE TABLE "short_course_reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "short_course_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_id" integer NOT NULL,
	"registration_id" integer NOT NULL,
	"stars" smallint NOT NULL,
	"words" text,
	"hidden" boolean DEFAULT false NOT NULL,
	"hidden_reason" text,
	CONSTRAINT "short_course_reviews_stars" CHECK (stars between 1 and 5)
);

ALTER TABLE "short_course_registrations" ADD COLUMN "code_id" integer;
ALTER TABLE "short_course_registrations" ADD COLUMN "discount" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "short_courses" ADD COLUMN "series_id" integer;
ALTER TABLE "short_course_codes" ADD CONSTRAINT "short_course_codes_course_id_short_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."short_courses"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "short_course_reviews" ADD CONSTRAINT "short_course_reviews_course_id_short_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."short_courses"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "short_course_reviews" ADD CONSTRAINT "short_course_reviews_registration_id_short_course_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."short_course_registrations"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "short_course_codes_one" ON "short_course_codes" USING btree ("institution_id","code") WHERE deleted_at is null;
CREATE INDEX "short_course_codes_sort" ON "short_course_codes" USING btree ("institution_id","ends_on","id") WHERE deleted_at is null;
CREATE INDEX "short_course_codes_course" ON "short_course_codes" USING btree ("course_id");
CREATE UNIQUE INDEX "short_course_reviews_one" ON "short_course_reviews" USING btree ("registration_id");
CREATE INDEX "short_course_reviews_course" ON "short_course_reviews" USING btree ("course_id","id") WHERE deleted_at is null;
CREATE INDEX "short_course_reviews_sort" ON "short_course_reviews" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
ALTER TABLE "short_course_registrations" ADD CONSTRAINT "short_course_registrations_code_id_short_course_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."short_course_codes"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "short_courses" ADD CONSTRAINT "short_courses_series_id_short_courses_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."short_courses"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "short_course_registrations_code" ON "short_course_registrations" USING btree ("code_id") WHERE code_id is not null;
CREATE INDEX "short_courses_series" ON "short_courses" USING btree ("series_id") WHERE series_id is not null;
