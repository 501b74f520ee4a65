ALTER TABLE "gateway_transactions" ADD COLUMN "invoice_id" integer;
ALTER TABLE "gateway_transactions" ADD CONSTRAINT "gateway_transactions_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "gateway_transactions_invoice" ON "gateway_transactions" USING btree ("invoice_id") WHERE invoice_id is not null and state > 0;
