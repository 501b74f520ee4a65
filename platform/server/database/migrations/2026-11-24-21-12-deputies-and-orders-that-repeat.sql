CREATE TABLE "letter_deputies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_deputies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"staff_id" integer NOT NULL,
	"deputy_id" integer NOT NULL,
	"since" date NOT NULL,
	"until" date NOT NULL,
	CONSTRAINT "letter_deputies_another" CHECK (staff_id <> deputy_id),
	CONSTRAINT "letter_deputies_days" CHECK (since <= until)
);

ALTER TABLE "letter_orders" ADD COLUMN "repeats" text;
ALTER TABLE "letter_orders" ADD COLUMN "repeats_until" date;
ALTER TABLE "letter_deputies" ADD CONSTRAINT "letter_deputies_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_deputies" ADD CONSTRAINT "letter_deputies_deputy_id_staff_id_fk" FOREIGN KEY ("deputy_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "letter_deputies_deputy" ON "letter_deputies" USING btree ("deputy_id","until") WHERE deleted_at is null;
CREATE INDEX "letter_deputies_sort" ON "letter_deputies" USING btree ("institution_id","since","id") WHERE deleted_at is null;
