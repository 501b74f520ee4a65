CREATE TABLE "report_pins" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer NOT NULL,
	"report_id" integer NOT NULL,
	CONSTRAINT "report_pins_account_id_report_id_pk" PRIMARY KEY("account_id","report_id")
);

CREATE TABLE "report_subscriptions" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer NOT NULL,
	"report_id" integer NOT NULL,
	"every" text NOT NULL,
	"locale" text NOT NULL,
	"next_on" date NOT NULL,
	CONSTRAINT "report_subscriptions_account_id_report_id_pk" PRIMARY KEY("account_id","report_id")
);

CREATE TABLE "reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"name" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"definition" jsonb NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"owner_id" integer NOT NULL
);

ALTER TABLE "report_pins" ADD CONSTRAINT "report_pins_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "report_subscriptions_due" ON "report_subscriptions" USING btree ("institution_id","next_on");
CREATE INDEX "reports_name" ON "reports" USING btree ("institution_id","name","id") WHERE deleted_at is null;
CREATE INDEX "reports_updated" ON "reports" USING btree ("institution_id","updated_at","id") WHERE deleted_at is null;
CREATE INDEX "reports_owner" ON "reports" USING btree ("owner_id","id") WHERE deleted_at is null;
