CREATE TABLE "gateway_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer NOT NULL,
	"provider" text NOT NULL,
	"contract_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "gateway_secrets" (
	"gateway_id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"secret" text NOT NULL
);

CREATE TABLE "gateway_transactions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"external_time" bigint NOT NULL,
	"contract_id" integer NOT NULL,
	"order_id" integer,
	"amount" bigint NOT NULL,
	"state" smallint DEFAULT 1 NOT NULL,
	"create_time" bigint NOT NULL,
	"perform_time" bigint DEFAULT 0 NOT NULL,
	"cancel_time" bigint DEFAULT 0 NOT NULL,
	"reason" smallint,
	"fiscal" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"payment_id" integer
);

CREATE TABLE "gateways" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateways_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"provider" text NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"merchant_id" text DEFAULT '' NOT NULL,
	"service_id" text DEFAULT '' NOT NULL,
	"addresses" text[] DEFAULT '{}' NOT NULL
);

ALTER TABLE "gateway_orders" ADD CONSTRAINT "gateway_orders_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gateway_secrets" ADD CONSTRAINT "gateway_secrets_gateway_id_gateways_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."gateways"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gateway_transactions" ADD CONSTRAINT "gateway_transactions_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gateway_transactions" ADD CONSTRAINT "gateway_transactions_order_id_gateway_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."gateway_orders"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "gateway_orders_account" ON "gateway_orders" USING btree ("account_id","id");
CREATE INDEX "gateway_orders_contract" ON "gateway_orders" USING btree ("contract_id");
CREATE UNIQUE INDEX "gateway_transactions_external" ON "gateway_transactions" USING btree ("institution_id","provider","external_id");
CREATE UNIQUE INDEX "gateway_transactions_order" ON "gateway_transactions" USING btree ("order_id") WHERE order_id is not null and state > 0;
CREATE INDEX "gateway_transactions_created" ON "gateway_transactions" USING btree ("institution_id","created_at","id");
CREATE INDEX "gateway_transactions_amount" ON "gateway_transactions" USING btree ("institution_id","amount","id");
CREATE INDEX "gateway_transactions_time" ON "gateway_transactions" USING btree ("institution_id","provider","external_time","id");
CREATE INDEX "gateway_transactions_contract" ON "gateway_transactions" USING btree ("contract_id","id");
CREATE INDEX "gateway_transactions_payment" ON "gateway_transactions" USING btree ("payment_id") WHERE payment_id is not null;
CREATE UNIQUE INDEX "gateways_provider" ON "gateways" USING btree ("institution_id","provider");
