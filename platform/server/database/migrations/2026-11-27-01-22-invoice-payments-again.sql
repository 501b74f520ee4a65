DROP INDEX "gateway_transactions_invoice";
CREATE UNIQUE INDEX "gateway_transactions_invoice" ON "gateway_transactions" USING btree ("invoice_id") WHERE invoice_id is not null and state = 1;
