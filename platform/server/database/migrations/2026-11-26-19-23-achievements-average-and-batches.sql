CREATE TABLE "achievement_batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "achievement_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"status" text DEFAULT 'VERIFIED' NOT NULL,
	"count" smallint NOT NULL,
	"badge" boolean DEFAULT false NOT NULL,
	"verified_by" integer NOT NULL
);

ALTER TABLE "achievement_nominations" ADD COLUMN "min_average" numeric(5, 2);
ALTER TABLE "achievement_records" ADD COLUMN "batch_id" integer;
CREATE INDEX "achievement_batches_by" ON "achievement_batches" USING btree ("institution_id","verified_by","id") WHERE deleted_at is null;
ALTER TABLE "achievement_records" ADD CONSTRAINT "achievement_records_batch_id_achievement_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."achievement_batches"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "achievement_records_batch" ON "achievement_records" USING btree ("batch_id");
