CREATE TABLE "census_cells" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"census_id" integer NOT NULL,
	"line" text NOT NULL,
	"column" text NOT NULL,
	"student_ids" integer[] NOT NULL,
	CONSTRAINT "census_cells_census_id_line_column_pk" PRIMARY KEY("census_id","line","column")
);

CREATE TABLE "census_forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "census_forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"note" text,
	"counts" jsonb NOT NULL,
	"each" text,
	"lines" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"controls" jsonb NOT NULL,
	"template_file_id" integer,
	"cells" jsonb NOT NULL
);

CREATE TABLE "censuses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "censuses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"form_id" integer NOT NULL,
	"day" date NOT NULL,
	"known_on" date NOT NULL,
	"edition" smallint DEFAULT 1 NOT NULL,
	"previous_id" integer,
	"reason" text,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"counted" jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"hash" text,
	"frozen_at" timestamp with time zone
);

ALTER TABLE "census_cells" ADD CONSTRAINT "census_cells_census_id_censuses_id_fk" FOREIGN KEY ("census_id") REFERENCES "public"."censuses"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "censuses" ADD CONSTRAINT "censuses_form_id_census_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."census_forms"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "census_forms_code" ON "census_forms" USING btree ("institution_id","code") WHERE deleted_at is null;
CREATE INDEX "census_forms_title" ON "census_forms" USING btree ("institution_id","title","id") WHERE deleted_at is null;
CREATE INDEX "censuses_day" ON "censuses" USING btree ("institution_id","day","id") WHERE deleted_at is null;
CREATE INDEX "censuses_form" ON "censuses" USING btree ("form_id","day","id");
CREATE UNIQUE INDEX "censuses_previous" ON "censuses" USING btree ("previous_id") WHERE previous_id is not null and deleted_at is null;
