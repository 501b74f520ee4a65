CREATE TABLE "bank_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"number" text NOT NULL,
	"bank" text NOT NULL,
	"mfo" text NOT NULL,
	"currency" text DEFAULT 'UZS' NOT NULL,
	"ledger" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);

CREATE TABLE "bank_column_maps" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"bank_account_id" integer NOT NULL,
	"headings" text NOT NULL,
	"map" jsonb NOT NULL,
	CONSTRAINT "bank_column_maps_bank_account_id_headings_pk" PRIMARY KEY("bank_account_id","headings")
);

CREATE TABLE "day_closings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "day_closings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"number" text NOT NULL,
	"day" date NOT NULL,
	"facts" jsonb NOT NULL,
	"closed_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"closed_by" integer NOT NULL,
	"reopened_at" timestamp with time zone,
	"reopened_by" integer,
	"reason" text,
	CONSTRAINT "day_closings_another" CHECK (reopened_by is distinct from closed_by or reopened_at is null)
);

CREATE TABLE "day_numbers" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"year" smallint NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "day_numbers_institution_id_year_pk" PRIMARY KEY("institution_id","year")
);

CREATE TABLE "reconciliation_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"amount" bigint NOT NULL,
	"subject" text NOT NULL,
	"contract_id" integer,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"note" text,
	"closed_by" integer,
	"closed_at" timestamp with time zone
);

CREATE TABLE "reconciliation_runs" (
	"institution_id" integer PRIMARY KEY DEFAULT edulab_institution() NOT NULL,
	"at" timestamp with time zone NOT NULL
);

CREATE TABLE "bank_statement_rows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_statement_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"bank_account_id" integer NOT NULL,
	"statement_id" integer NOT NULL,
	"day" date NOT NULL,
	"number" text NOT NULL,
	"amount" bigint NOT NULL,
	"party_account" text NOT NULL,
	"ordinal" smallint NOT NULL,
	"party" text NOT NULL,
	"party_tin" text NOT NULL,
	"party_bank" text NOT NULL,
	"party_mfo" text NOT NULL,
	"purpose" text NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"item_id" integer NOT NULL,
	"proposed_contract_id" integer,
	"proposed_by" text,
	"proposed_settlement" text,
	"proposed_payment_id" integer,
	"candidates" smallint DEFAULT 0 NOT NULL,
	"settlement" text,
	"payment_id" integer,
	"note" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone
);

CREATE TABLE "bank_statements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"bank_account_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"opening" bigint,
	"closing" bigint,
	"came" bigint NOT NULL,
	"gone" bigint NOT NULL,
	"difference" bigint,
	"rows" integer NOT NULL,
	"fresh" integer NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"file_id" integer NOT NULL,
	"status" text NOT NULL,
	"taken_by" integer,
	"reason" text
);

CREATE TABLE "suspense_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suspense_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"moved_on" date NOT NULL,
	"party" text NOT NULL,
	CONSTRAINT "suspense_items_amount" CHECK (amount <> 0)
);

CREATE TABLE "suspense_uses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suspense_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"item_id" integer NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"deletion_reason" text
);

CREATE TABLE "accounting_days" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"day" date NOT NULL,
	"closed_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"closed_by" integer,
	CONSTRAINT "accounting_days_institution_id_day_pk" PRIMARY KEY("institution_id","day")
);

ALTER TABLE "payments" ADD COLUMN "suspense_item_id" integer;
ALTER TABLE "bank_column_maps" ADD CONSTRAINT "bank_column_maps_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "reconciliation_items" ADD CONSTRAINT "reconciliation_items_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_statement_rows" ADD CONSTRAINT "bank_statement_rows_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_statement_rows" ADD CONSTRAINT "bank_statement_rows_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_statement_rows" ADD CONSTRAINT "bank_statement_rows_proposed_contract_id_contracts_id_fk" FOREIGN KEY ("proposed_contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_statement_rows" ADD CONSTRAINT "bank_statement_rows_proposed_payment_id_payments_id_fk" FOREIGN KEY ("proposed_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_statement_rows" ADD CONSTRAINT "bank_statement_rows_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "suspense_uses" ADD CONSTRAINT "suspense_uses_item_id_suspense_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."suspense_items"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "bank_accounts_number" ON "bank_accounts" USING btree ("institution_id","number") WHERE deleted_at is null;
CREATE INDEX "bank_accounts_created" ON "bank_accounts" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "day_closings_number" ON "day_closings" USING btree ("institution_id","number");
CREATE UNIQUE INDEX "day_closings_day" ON "day_closings" USING btree ("institution_id","day") WHERE reopened_at is null;
CREATE INDEX "day_closings_sort" ON "day_closings" USING btree ("institution_id","day","id");
CREATE UNIQUE INDEX "reconciliation_items_key" ON "reconciliation_items" USING btree ("institution_id","key");
CREATE INDEX "reconciliation_items_day" ON "reconciliation_items" USING btree ("institution_id","state","day","id");
CREATE INDEX "reconciliation_items_amount" ON "reconciliation_items" USING btree ("institution_id","amount","id");
CREATE INDEX "reconciliation_items_created" ON "reconciliation_items" USING btree ("institution_id","created_at","id");
CREATE UNIQUE INDEX "bank_statement_rows_key" ON "bank_statement_rows" USING btree ("bank_account_id","day","number","amount","party_account","ordinal") WHERE state <> 'UNDONE';
CREATE UNIQUE INDEX "bank_statement_rows_payment" ON "bank_statement_rows" USING btree ("payment_id") WHERE payment_id is not null;
CREATE UNIQUE INDEX "bank_statement_rows_item" ON "bank_statement_rows" USING btree ("item_id");
CREATE INDEX "bank_statement_rows_day" ON "bank_statement_rows" USING btree ("institution_id","day","id");
CREATE INDEX "bank_statement_rows_amount" ON "bank_statement_rows" USING btree ("institution_id","amount","id");
CREATE INDEX "bank_statement_rows_state" ON "bank_statement_rows" USING btree ("institution_id","state","day","id");
CREATE INDEX "bank_statement_rows_statement" ON "bank_statement_rows" USING btree ("statement_id","day","id");
CREATE INDEX "bank_statement_rows_proposed" ON "bank_statement_rows" USING btree ("proposed_contract_id") WHERE state = 'OPEN';
CREATE INDEX "bank_statements_from" ON "bank_statements" USING btree ("institution_id","from_day","id");
CREATE INDEX "bank_statements_created" ON "bank_statements" USING btree ("institution_id","created_at","id");
CREATE INDEX "bank_statements_account" ON "bank_statements" USING btree ("bank_account_id","from_day","until_day");
CREATE INDEX "suspense_items_day" ON "suspense_items" USING btree ("institution_id","moved_on","id") WHERE deleted_at is null;
CREATE INDEX "suspense_uses_item" ON "suspense_uses" USING btree ("item_id") WHERE deleted_at is null;
ALTER TABLE "payments" ADD CONSTRAINT "payments_suspense_item_id_suspense_items_id_fk" FOREIGN KEY ("suspense_item_id") REFERENCES "public"."suspense_items"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "contracts_number_key" ON "contracts" USING btree ("institution_id",regexp_replace(translate(upper("number"), 'АВЕКМНОРСТУХІ', 'ABEKMHOPCTYXI'), '[^A-Z0-9]', '', 'g')) WHERE deleted_at is null;
CREATE INDEX "contracts_payer_key" ON "contracts" USING btree ("institution_id",(split_part(edulab_search_key("payer_name"), ' ', 1) || ' ' || split_part(edulab_search_key("payer_name"), ' ', 2))) WHERE deleted_at is null;
CREATE INDEX "payments_suspense" ON "payments" USING btree ("suspense_item_id") WHERE suspense_item_id is not null and deleted_at is null;
