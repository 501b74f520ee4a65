CREATE TABLE "letter_destruction_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_destruction_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"act_id" integer NOT NULL,
	"letter_id" integer NOT NULL,
	"files" jsonb
);

CREATE TABLE "letter_destruction_members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_destruction_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"act_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"remark" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone
);

CREATE TABLE "letter_destructions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_destructions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"serial" integer,
	"year" smallint,
	"number" text,
	"basis" text NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"author_id" integer NOT NULL,
	"signer_id" integer NOT NULL,
	"drawn_on" date,
	"file_id" integer,
	"signed_by" integer,
	"signed_at" timestamp with time zone,
	"signature_id" integer,
	"done_on" date
);

ALTER TABLE "letters" ADD COLUMN "hold_reason" text;
ALTER TABLE "letters" ADD COLUMN "held_since" date;
ALTER TABLE "letter_destruction_items" ADD CONSTRAINT "letter_destruction_items_act_id_letter_destructions_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."letter_destructions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_destruction_items" ADD CONSTRAINT "letter_destruction_items_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_destruction_members" ADD CONSTRAINT "letter_destruction_members_act_id_letter_destructions_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."letter_destructions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_destruction_members" ADD CONSTRAINT "letter_destruction_members_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_destructions" ADD CONSTRAINT "letter_destructions_signer_id_staff_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_destructions" ADD CONSTRAINT "letter_destructions_signature_id_signatures_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."signatures"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "letter_destruction_items_once" ON "letter_destruction_items" USING btree ("letter_id") WHERE deleted_at is null;
CREATE INDEX "letter_destruction_items_act" ON "letter_destruction_items" USING btree ("act_id","letter_id") WHERE deleted_at is null;
CREATE INDEX "letter_destruction_members_act" ON "letter_destruction_members" USING btree ("act_id","position") WHERE deleted_at is null;
CREATE INDEX "letter_destruction_members_staff" ON "letter_destruction_members" USING btree ("staff_id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "letter_destructions_number" ON "letter_destructions" USING btree ("institution_id","year","serial") WHERE serial is not null;
CREATE INDEX "letter_destructions_created" ON "letter_destructions" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "letters_expired" ON "letters" USING btree ("institution_id","destroy_after","id") WHERE status = 'ARCHIVED' and destroy_after is not null;
ALTER TABLE "letters" ADD CONSTRAINT "letters_destroyed" CHECK (status <> 'DESTROYED' or (destroy_after is not null and hold_reason is null));
