CREATE INDEX "evaluation_units_best" ON "evaluation_units" USING btree ("institution_id",coalesce(mean, 0),"id") WHERE deleted_at is null;
