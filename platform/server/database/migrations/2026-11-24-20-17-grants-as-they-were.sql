DROP INDEX "deadline_grants_one";
DROP INDEX "deadline_grants_target";
CREATE UNIQUE INDEX "deadline_grants_one" ON "deadline_grants" USING btree ("decision_id","student_id","kind","target_id","attempt") WHERE revoked_at is null;
CREATE INDEX "deadline_grants_target" ON "deadline_grants" USING btree ("kind","target_id","student_id") WHERE revoked_at is null;
