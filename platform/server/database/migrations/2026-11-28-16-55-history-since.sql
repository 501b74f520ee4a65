-- What was changed in a table since a day is found by how much that is, not by how long its history is.
CREATE INDEX "audit_log_since" ON "audit_log" USING btree ("table_name","at") WHERE operation <> 'INSERT';
DROP INDEX "audit_log_removed";
