CREATE INDEX "applications_guest" ON "applications" USING btree ("guest_id","created_at","id") WHERE deleted_at is null;
