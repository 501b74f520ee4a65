CREATE TABLE "gateway_reversals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_reversals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"transaction_id" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'ASKED' NOT NULL,
	"asked_by" integer NOT NULL,
	"decided_by" integer,
	"payment_ref" text,
	"sent_at" timestamp with time zone,
	"taken_up" boolean DEFAULT false NOT NULL,
	"note" text,
	CONSTRAINT "gateway_reversals_two" CHECK (state in ('ASKED', 'WITHDRAWN') or (decided_by is not null and decided_by <> asked_by))
);

ALTER TABLE "gateway_transactions" ADD COLUMN "account" text DEFAULT '' NOT NULL;
ALTER TABLE "gateway_transactions" ADD COLUMN "told_status" smallint;
ALTER TABLE "gateways" ADD COLUMN "merchant_user_id" text DEFAULT '' NOT NULL;
ALTER TABLE "gateway_reversals" ADD CONSTRAINT "gateway_reversals_transaction_id_gateway_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."gateway_transactions"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "gateway_reversals_live" ON "gateway_reversals" USING btree ("transaction_id") WHERE state in ('ASKED', 'SENDING');
CREATE INDEX "gateway_reversals_transaction" ON "gateway_reversals" USING btree ("transaction_id");
CREATE INDEX "gateway_reversals_created" ON "gateway_reversals" USING btree ("institution_id","created_at","id");
CREATE INDEX "gateway_reversals_sending" ON "gateway_reversals" USING btree ("id") WHERE state = 'SENDING';
