CREATE TABLE "credit_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"number" text NOT NULL,
	"invoice_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"issued_on" date NOT NULL,
	"made_by" integer,
	"document_id" integer,
	CONSTRAINT "credit_notes_amount" CHECK (amount > 0)
);

CREATE TABLE "invoice_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"invoice_id" integer NOT NULL,
	"debit_id" integer NOT NULL,
	"base" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "invoice_lines_amount" CHECK (amount > 0 and base >= 0)
);

CREATE TABLE "invoice_numbers" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"kind" text NOT NULL,
	"year" smallint NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_numbers_institution_id_kind_year_pk" PRIMARY KEY("institution_id","kind","year")
);

CREATE TABLE "invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"number" text NOT NULL,
	"student_id" integer NOT NULL,
	"contract_id" integer,
	"payer" text NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"left" bigint NOT NULL,
	"credited" bigint DEFAULT 0 NOT NULL,
	"language" text NOT NULL,
	"purpose" text,
	"document_id" integer,
	"made_by" integer,
	"search" text NOT NULL,
	"search_key" text GENERATED ALWAYS AS (edulab_search_key(payer || ' ' || search)) STORED,
	CONSTRAINT "invoices_amounts" CHECK (amount > 0 and "left" between 0 and amount and credited between 0 and amount)
);

ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "credit_notes_number" ON "credit_notes" USING btree ("institution_id","number");
CREATE UNIQUE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id");
CREATE INDEX "invoice_lines_invoice" ON "invoice_lines" USING btree ("invoice_id","id");
CREATE INDEX "invoice_lines_debit" ON "invoice_lines" USING btree ("debit_id");
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("institution_id","number");
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("institution_id","issued_on","id");
CREATE INDEX "invoices_due" ON "invoices" USING btree ("institution_id","due_on","id");
CREATE INDEX "invoices_amount" ON "invoices" USING btree ("institution_id","amount","id");
CREATE INDEX "invoices_payer" ON "invoices" USING btree ("institution_id","payer","id");
CREATE INDEX "invoices_open" ON "invoices" USING btree ("institution_id","due_on","id") WHERE "left" > 0;
CREATE INDEX "invoices_student" ON "invoices" USING btree ("student_id","id");
CREATE INDEX "invoices_contract" ON "invoices" USING btree ("contract_id","id");
CREATE INDEX "invoices_search" ON "invoices" USING gin ("search" gin_trgm_ops);
