CREATE TABLE "destroyed_contents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "destroyed_contents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"hash" text NOT NULL,
	"done_at" timestamp with time zone,
	"kept" boolean DEFAULT false NOT NULL
);

CREATE TABLE "file_texts" (
	"file_id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"cut" boolean DEFAULT false NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT edulab_now() NOT NULL
);

ALTER TABLE "file_texts" ADD CONSTRAINT "file_texts_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "destroyed_contents_waiting" ON "destroyed_contents" USING btree ("id") WHERE done_at is null;
CREATE INDEX "file_texts_waiting" ON "file_texts" USING btree ("next_at") WHERE state = 'WAITING';
CREATE INDEX "file_texts_words" ON "file_texts" USING gin ("words" gin_trgm_ops) WHERE state = 'READ';
