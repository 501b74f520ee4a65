CREATE TABLE "vat_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vat_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"of" text NOT NULL,
	"percent" smallint NOT NULL,
	"on_top" boolean DEFAULT false NOT NULL,
	CONSTRAINT "vat_rates_percent" CHECK (percent between 0 and 99 and (of = 'TUITION' or not on_top))
);

ALTER TABLE "gateways" ADD COLUMN "item_code" text DEFAULT '' NOT NULL;
ALTER TABLE "gateways" ADD COLUMN "item_package" text DEFAULT '' NOT NULL;
ALTER TABLE "gateways" ADD COLUMN "item_vat" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "day_closings" ADD COLUMN "file_id" integer;
ALTER TABLE "day_closings" ADD COLUMN "signature_id" integer;
ALTER TABLE "contracts" ADD COLUMN "vat_percent" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "student_debit_details" ADD COLUMN "file_ids" integer[] DEFAULT '{}' NOT NULL;
ALTER TABLE "student_debits" ADD COLUMN "vat_percent" smallint DEFAULT 0 NOT NULL;
CREATE UNIQUE INDEX "vat_rates_one" ON "vat_rates" USING btree ("institution_id","of");
ALTER TABLE "day_closings" ADD CONSTRAINT "day_closings_signature_id_signatures_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."signatures"("id") ON DELETE no action ON UPDATE no action;
