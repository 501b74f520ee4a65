CREATE TABLE "bill_papers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bill_papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"contract_id" integer NOT NULL,
	"language" text NOT NULL,
	"amount" bigint NOT NULL,
	"document_id" integer NOT NULL
);

ALTER TABLE "bill_papers" ADD CONSTRAINT "bill_papers_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "bill_papers_one" ON "bill_papers" USING btree ("contract_id","language","amount");
