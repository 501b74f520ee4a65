CREATE TABLE "person_decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "person_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"one" text NOT NULL,
	"other" text NOT NULL,
	"names" text[] NOT NULL,
	"reason" text NOT NULL,
	"account_id" integer NOT NULL
);

CREATE TABLE "person_merges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "person_merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"keep_id" integer NOT NULL,
	"drop_id" integer,
	"drop_ref" text NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"account_id" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"kept" jsonb NOT NULL,
	"roles" jsonb NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" integer,
	"undo_reason" text
);

ALTER TABLE "person_merges" ADD CONSTRAINT "person_merges_keep_id_accounts_id_fk" FOREIGN KEY ("keep_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "person_merges" ADD CONSTRAINT "person_merges_drop_id_accounts_id_fk" FOREIGN KEY ("drop_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "person_decisions_pair" ON "person_decisions" USING btree ("institution_id","one","other") WHERE deleted_at is null;
CREATE INDEX "person_decisions_created" ON "person_decisions" USING btree ("institution_id","created_at","id");
CREATE INDEX "person_merges_created" ON "person_merges" USING btree ("institution_id","created_at","id");
CREATE INDEX "person_merges_keep" ON "person_merges" USING btree ("keep_id","id");
CREATE INDEX "person_merges_drop" ON "person_merges" USING btree ("drop_id","id") WHERE drop_id is not null;
