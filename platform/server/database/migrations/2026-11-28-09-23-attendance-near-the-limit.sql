CREATE INDEX "attendance_totals_standing" ON "attendance_totals" USING btree ("course_module_id","missed","id","institution_id");
