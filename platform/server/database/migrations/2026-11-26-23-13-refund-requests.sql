CREATE TABLE "refund_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"contract_id" integer,
	"student_id" integer,
	"payer" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"pay_to" text,
	"status" text DEFAULT 'ASKED' NOT NULL,
	"asked_by" integer NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"order_number" text,
	"order_on" date,
	"note" text,
	"search" text NOT NULL,
	"search_key" text GENERATED ALWAYS AS (edulab_search_key(payer || ' ' || search)) STORED,
	CONSTRAINT "refund_requests_two" CHECK (status <> 'PAID' or decided_by is not null and decided_by <> asked_by),
	CONSTRAINT "refund_requests_owner" CHECK (contract_id is not null or student_id is not null),
	CONSTRAINT "refund_requests_amount_positive" CHECK (amount > 0)
);

ALTER TABLE "payments" ADD COLUMN "refund_request_id" integer;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "refund_requests_open" ON "refund_requests" USING btree ("contract_id") WHERE status = 'ASKED' and contract_id is not null;
CREATE UNIQUE INDEX "refund_requests_open_besides" ON "refund_requests" USING btree ("student_id") WHERE status = 'ASKED' and contract_id is null;
CREATE INDEX "refund_requests_created" ON "refund_requests" USING btree ("institution_id","created_at","id");
CREATE INDEX "refund_requests_amount" ON "refund_requests" USING btree ("institution_id","amount","id");
CREATE INDEX "refund_requests_status" ON "refund_requests" USING btree ("institution_id","status","id");
CREATE INDEX "refund_requests_contract" ON "refund_requests" USING btree ("contract_id");
CREATE INDEX "refund_requests_student" ON "refund_requests" USING btree ("student_id");
CREATE INDEX "refund_requests_asked" ON "refund_requests" USING btree ("asked_by");
CREATE INDEX "refund_requests_search" ON "refund_requests" USING gin ("search" gin_trgm_ops);
CREATE INDEX "payments_request" ON "payments" USING btree ("refund_request_id") WHERE refund_request_id is not null;
