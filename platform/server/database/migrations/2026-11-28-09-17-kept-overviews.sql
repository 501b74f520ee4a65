CREATE TABLE "kept_overviews" (
	"key" text PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"answer" jsonb NOT NULL,
	"counter" bigint,
	"day" date NOT NULL,
	"counted_at" timestamp with time zone DEFAULT edulab_now() NOT NULL
);

CREATE INDEX "kept_overviews_age" ON "kept_overviews" USING btree ("counted_at");
