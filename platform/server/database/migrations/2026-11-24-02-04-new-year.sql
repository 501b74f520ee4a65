CREATE TABLE "new_years" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "new_years_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"from_academic_year_id" integer NOT NULL,
	"academic_year_id" integer NOT NULL,
	"receipt" jsonb NOT NULL,
	"made_by" integer NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_reason" text
);

ALTER TABLE "groups" ADD COLUMN "finishes_on" date;
ALTER TABLE "contracts" ADD COLUMN "issues_on" date;
CREATE INDEX "new_years_year" ON "new_years" USING btree ("institution_id","from_academic_year_id");
CREATE INDEX "contracts_issues" ON "contracts" USING btree ("issues_on") WHERE status = 'DRAFT' and issues_on is not null and deleted_at is null;
