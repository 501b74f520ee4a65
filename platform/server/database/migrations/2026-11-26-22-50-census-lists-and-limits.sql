CREATE TABLE "dashboard_limits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dashboard_limits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"department_id" integer,
	"missed_above" smallint NOT NULL,
	"passed_below" smallint NOT NULL,
	"author_id" integer NOT NULL
);

CREATE TABLE "census_rows" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"census_id" integer NOT NULL,
	"position" integer NOT NULL,
	"student_id" integer NOT NULL,
	"said" jsonb NOT NULL,
	CONSTRAINT "census_rows_census_id_position_pk" PRIMARY KEY("census_id","position")
);

ALTER TABLE "census_rows" ADD CONSTRAINT "census_rows_census_id_censuses_id_fk" FOREIGN KEY ("census_id") REFERENCES "public"."censuses"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "dashboard_limits_place" ON "dashboard_limits" USING btree ("institution_id",coalesce(department_id, 0)) WHERE deleted_at is null;
