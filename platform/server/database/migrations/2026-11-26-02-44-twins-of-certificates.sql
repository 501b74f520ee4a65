CREATE TABLE "document_twins" (
	"document_id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"list" integer NOT NULL,
	"position" integer NOT NULL,
	"credential" text NOT NULL
);

CREATE UNIQUE INDEX "document_twins_place" ON "document_twins" USING btree ("institution_id","list","position");
