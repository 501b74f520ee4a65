CREATE TABLE "list_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "list_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"owner_id" integer NOT NULL,
	"list" text NOT NULL,
	"call" text NOT NULL,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"columns" text[] DEFAULT '{}' NOT NULL,
	"shared" boolean DEFAULT false NOT NULL
);

CREATE INDEX "list_views_owner" ON "list_views" USING btree ("owner_id","list","name","id") WHERE deleted_at is null;
CREATE INDEX "list_views_shared" ON "list_views" USING btree ("institution_id","list","name","id") WHERE deleted_at is null and shared;
CREATE INDEX "list_views_name" ON "list_views" USING btree ("institution_id","name","id") WHERE deleted_at is null;
