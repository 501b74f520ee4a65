CREATE TABLE "blank_series" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blank_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"kind" text NOT NULL,
	"level" text,
	"series" text NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"digits" smallint DEFAULT 7 NOT NULL
);

CREATE TABLE "blanks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blanks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"series_id" integer NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"document_id" integer,
	"reason" text,
	"account_id" integer NOT NULL
);

ALTER TABLE "blanks" ADD CONSTRAINT "blanks_series_id_blank_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."blank_series"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "blank_series_sort" ON "blank_series" USING btree ("institution_id","series","first","id") WHERE deleted_at is null;
CREATE INDEX "blank_series_kind" ON "blank_series" USING btree ("institution_id","kind","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "blanks_one" ON "blanks" USING btree ("series_id","number");
CREATE INDEX "blanks_document" ON "blanks" USING btree ("document_id");
