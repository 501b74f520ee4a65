CREATE INDEX "accounts_deleted" ON "accounts" USING btree ("id") WHERE deleted_at is not null;
