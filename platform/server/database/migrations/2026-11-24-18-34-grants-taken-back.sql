DROP INDEX "deadline_grants_student";
CREATE INDEX "deadline_grants_student" ON "deadline_grants" USING btree ("student_id","kind","target_id");
