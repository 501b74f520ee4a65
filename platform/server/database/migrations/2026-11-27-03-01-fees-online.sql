ALTER TABLE "gateway_orders" ALTER COLUMN "contract_id" DROP NOT NULL;
ALTER TABLE "gateway_transactions" ALTER COLUMN "contract_id" DROP NOT NULL;
ALTER TABLE "gateway_orders" ADD COLUMN "debit_id" integer;
ALTER TABLE "gateway_orders" ADD CONSTRAINT "gateway_orders_debit_id_student_debits_id_fk" FOREIGN KEY ("debit_id") REFERENCES "public"."student_debits"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gateway_orders" ADD CONSTRAINT "gateway_orders_of" CHECK (num_nonnulls(contract_id, debit_id) = 1);
