ALTER TABLE "class_session_groups" ADD COLUMN "date" date;
UPDATE "class_session_groups" g SET "date" = s."date" FROM "class_sessions" s WHERE s."id" = g."session_id";
-- Of lessons that are no more.
DELETE FROM "class_session_groups" WHERE "date" IS NULL;
ALTER TABLE "class_session_groups" ALTER COLUMN "date" SET NOT NULL;
DROP INDEX "class_session_groups_group";
CREATE INDEX "class_session_groups_group" ON "class_session_groups" USING btree ("group_id","date","session_id");
CREATE INDEX "students_not_active" ON "students" USING btree ("id") WHERE status <> 'ACTIVE' or deleted_at is not null;
