CREATE INDEX "applications_year" ON "applications" USING btree ("academic_year_id","status") WHERE deleted_at is null;
