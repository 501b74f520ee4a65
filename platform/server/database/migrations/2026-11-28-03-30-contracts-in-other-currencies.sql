CREATE TABLE "exchange_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exchange_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"rate" text NOT NULL,
	"per" smallint DEFAULT 1 NOT NULL,
	"source" text NOT NULL,
	"entered_by" integer,
	CONSTRAINT "exchange_rates_rate" CHECK (per > 0 and rate ~ '^[0-9]{1,9}([.][0-9]{1,4})?$' and rate::numeric > 0)
);

ALTER TABLE "contracts" ADD COLUMN "currency" text;
ALTER TABLE "contracts" ADD COLUMN "currency_amount" bigint;
ALTER TABLE "contracts" ADD COLUMN "rate" text;
ALTER TABLE "contracts" ADD COLUMN "rate_per" smallint;
ALTER TABLE "contracts" ADD COLUMN "rate_on" date;
ALTER TABLE "contracts" ADD COLUMN "rate_source" text;
CREATE UNIQUE INDEX "exchange_rates_day" ON "exchange_rates" USING btree ("institution_id","currency","day") WHERE deleted_at is null;
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_currency" CHECK (num_nonnulls(currency, currency_amount, rate, rate_per, rate_on, rate_source) in (0, 6) and coalesce(currency_amount > 0, true));
