CREATE INDEX "form_requests_account" ON "form_requests" USING btree ("account_id","id") WHERE deleted_at is null;
