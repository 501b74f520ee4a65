ALTER TABLE "class_session_groups" ADD COLUMN "created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL;
CREATE INDEX "attendance_marked" ON "attendance" USING brin ("marked_at");
CREATE INDEX "attendance_corrected" ON "attendance" USING btree ("id") WHERE version > 1;
CREATE INDEX "audit_log_at" ON "audit_log" USING brin ("at");
CREATE INDEX "audit_log_removed" ON "audit_log" USING btree ("table_name","id") WHERE operation = 'DELETE';
-- Whom a lesson was for is as old as the lesson, as far as anybody knows; from here on its changes are kept.
UPDATE class_session_groups t SET created_at = s.created_at FROM class_sessions s WHERE s.id = t.session_id;
INSERT INTO history_begins (table_name, at) SELECT 'class_session_groups', edulab_clock() WHERE EXISTS (SELECT FROM class_session_groups) ON CONFLICT (table_name) DO UPDATE SET at = excluded.at;
-- What totals of marks were before they moved was not written down until now.
INSERT INTO history_begins (table_name, at) SELECT 'module_results', edulab_clock() WHERE EXISTS (SELECT FROM module_results) ON CONFLICT (table_name) DO UPDATE SET at = excluded.at;
