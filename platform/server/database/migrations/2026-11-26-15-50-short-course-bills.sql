CREATE TABLE "short_course_cancellations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "short_course_cancellations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_id" integer NOT NULL,
	"reason" text NOT NULL,
	"status_before" text NOT NULL,
	"people" integer NOT NULL,
	"refund" bigint NOT NULL,
	"undone_at" timestamp with time zone
);

ALTER TABLE "contracts" ALTER COLUMN "level" DROP NOT NULL;
ALTER TABLE "short_course_registrations" ADD COLUMN "contract_id" integer;
ALTER TABLE "short_course_registrations" ADD COLUMN "paid_before" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "short_course_registrations" ADD COLUMN "cancellation_id" integer;
ALTER TABLE "short_course_registrations" ADD COLUMN "status_before" text;
ALTER TABLE "short_course_cancellations" ADD CONSTRAINT "short_course_cancellations_course_id_short_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."short_courses"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "short_course_cancellations_course" ON "short_course_cancellations" USING btree ("course_id","id");
ALTER TABLE "short_course_registrations" ADD CONSTRAINT "short_course_registrations_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "short_course_registrations_bill" ON "short_course_registrations" USING btree ("contract_id") WHERE contract_id is not null;
CREATE INDEX "short_course_registrations_cancellation" ON "short_course_registrations" USING btree ("cancellation_id") WHERE cancellation_id is not null;
