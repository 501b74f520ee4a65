CREATE TABLE "letter_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"kind" text NOT NULL,
	"title" jsonb NOT NULL,
	"text" jsonb NOT NULL
);

CREATE UNIQUE INDEX "letter_templates_one" ON "letter_templates" USING btree ("institution_id","kind") WHERE deleted_at is null;
CREATE INDEX "letter_templates_sort" ON "letter_templates" USING btree ("institution_id","kind","id") WHERE deleted_at is null;
