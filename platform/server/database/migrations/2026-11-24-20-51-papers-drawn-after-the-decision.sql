CREATE TABLE "document_drafts" (
	"document_id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"draft" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);

CREATE INDEX "document_drafts_next" ON "document_drafts" USING btree ("next_at");
