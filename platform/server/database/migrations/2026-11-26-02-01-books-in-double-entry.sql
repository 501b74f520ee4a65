CREATE TABLE "accounting_periods" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"month" date NOT NULL,
	"closed_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"closed_by" integer,
	CONSTRAINT "accounting_periods_institution_id_month_pk" PRIMARY KEY("institution_id","month")
);

CREATE TABLE "journal_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"party" text NOT NULL,
	"seq" integer NOT NULL,
	"source" text NOT NULL,
	"source_id" integer NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"amount" bigint NOT NULL,
	"document_on" date NOT NULL,
	"effective_on" date NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	"actor" integer,
	"reason" text,
	"contract_id" integer,
	"student_id" integer,
	"reverses_id" integer,
	"previous" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);

CREATE TABLE "journal_heads" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"party" text NOT NULL,
	"seq" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "journal_heads_institution_id_party_pk" PRIMARY KEY("institution_id","party")
);

CREATE TABLE "journal_seals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_seals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"last_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL
);

ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_reverses_id_journal_entries_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."journal_entries"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "journal_entries_chain" ON "journal_entries" USING btree ("institution_id","party","seq");
CREATE UNIQUE INDEX "journal_entries_reverses" ON "journal_entries" USING btree ("reverses_id") WHERE reverses_id is not null;
CREATE INDEX "journal_entries_source" ON "journal_entries" USING btree ("source","source_id");
CREATE INDEX "journal_entries_day" ON "journal_entries" USING btree ("institution_id","effective_on","id");
CREATE INDEX "journal_entries_debit" ON "journal_entries" USING btree ("institution_id","debit","effective_on","id");
CREATE INDEX "journal_entries_credit" ON "journal_entries" USING btree ("institution_id","credit","effective_on","id");
CREATE INDEX "journal_entries_contract" ON "journal_entries" USING btree ("contract_id","effective_on") WHERE contract_id is not null;
CREATE INDEX "journal_entries_student" ON "journal_entries" USING btree ("student_id","effective_on") WHERE student_id is not null;
CREATE INDEX "journal_seals_last" ON "journal_seals" USING btree ("institution_id","last_id");
