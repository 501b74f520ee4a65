-- Of names that are taken for each other the oldest stays; the others get the number of their record, which is in their history.
UPDATE "students" s SET "username" = s."username" || '.' || s."id"
 WHERE EXISTS (SELECT 1 FROM "students" o WHERE o."institution_id" = s."institution_id" AND edulab_look(o."username") = edulab_look(s."username") AND o."id" < s."id");
CREATE UNIQUE INDEX "students_look" ON "students" USING btree ("institution_id",edulab_look("username")) WHERE username is not null;
