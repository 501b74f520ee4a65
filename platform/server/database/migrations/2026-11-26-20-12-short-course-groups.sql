CREATE TABLE "short_course_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "short_course_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_id" integer NOT NULL,
	"company" text NOT NULL,
	"tin" text NOT NULL,
	"contact" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"pay_until" date NOT NULL,
	"contract_id" integer
);

ALTER TABLE "short_course_registrations" ADD COLUMN "group_id" integer;
ALTER TABLE "short_course_groups" ADD CONSTRAINT "short_course_groups_course_id_short_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."short_courses"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "short_course_groups" ADD CONSTRAINT "short_course_groups_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "short_course_groups_sort" ON "short_course_groups" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "short_course_groups_course" ON "short_course_groups" USING btree ("course_id");
CREATE UNIQUE INDEX "short_course_groups_bill" ON "short_course_groups" USING btree ("contract_id") WHERE contract_id is not null;
ALTER TABLE "short_course_registrations" ADD CONSTRAINT "short_course_registrations_group_id_short_course_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."short_course_groups"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "short_course_registrations_group" ON "short_course_registrations" USING btree ("group_id") WHERE group_id is not null;
