CREATE INDEX "letter_orders_urgency" ON "letter_orders" USING btree ("institution_id",(closed_at is not null),"due_on","id") WHERE deleted_at is null;
