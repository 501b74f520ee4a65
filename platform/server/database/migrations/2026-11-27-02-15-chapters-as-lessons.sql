ALTER TABLE "short_course_chapters" ADD COLUMN "video_url" text;
ALTER TABLE "short_course_chapters" ADD COLUMN "links" jsonb DEFAULT '[]' NOT NULL;
ALTER TABLE "short_course_chapters" ADD COLUMN "file_ids" integer[] DEFAULT '{}' NOT NULL;
ALTER TABLE "short_course_chapters" ADD COLUMN "package_id" integer;
-- What stood in a chapter as plain words, one link and one file becomes what lessons have: html, a video, links, files.
UPDATE "short_course_chapters" SET
  "content" = CASE WHEN coalesce("content", '') = '' THEN '' ELSE '<p>' || replace(replace(replace(replace(replace(replace("content", E'\r', ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), E'\n\n', '</p><p>'), E'\n', '<br>') || '</p>' END,
  "video_url" = CASE WHEN "kind" = 'VIDEO' THEN "link" END,
  "links" = CASE WHEN "kind" <> 'VIDEO' AND "link" IS NOT NULL THEN jsonb_build_array(jsonb_build_object('title', left(regexp_replace("link", '^https?://', ''), 200), 'url', "link")) ELSE '[]' END,
  "file_ids" = CASE WHEN "file_id" IS NULL THEN '{}'::integer[] ELSE ARRAY["file_id"] END;
ALTER TABLE "short_course_chapters" DROP COLUMN "link";
ALTER TABLE "short_course_chapters" DROP COLUMN "file_id";
ALTER TABLE "short_course_chapters" ALTER COLUMN "content" SET DEFAULT '';
ALTER TABLE "short_course_chapters" ALTER COLUMN "content" SET NOT NULL;
ALTER TABLE "package_attempts" ALTER COLUMN "student_id" DROP NOT NULL;
ALTER TABLE "lesson_packages" ALTER COLUMN "lesson_id" DROP NOT NULL;
ALTER TABLE "package_trees" ALTER COLUMN "student_id" DROP NOT NULL;
ALTER TABLE "package_attempts" ADD COLUMN "learner_id" integer;
ALTER TABLE "package_attempts" ADD COLUMN "learner_name" text;
ALTER TABLE "package_trees" ADD COLUMN "learner_id" integer;
ALTER TABLE "short_course_chapters" ADD CONSTRAINT "short_course_chapters_package_id_lesson_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."lesson_packages"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "short_course_chapters_package" ON "short_course_chapters" USING btree ("package_id") WHERE package_id is not null;
CREATE UNIQUE INDEX "package_attempts_learner" ON "package_attempts" USING btree ("package_id","learner_id","number","sco");
CREATE UNIQUE INDEX "package_trees_learner" ON "package_trees" USING btree ("package_id","learner_id","number");
ALTER TABLE "package_attempts" ADD CONSTRAINT "package_attempts_who" CHECK ((student_id is null) <> (learner_id is null));
ALTER TABLE "package_trees" ADD CONSTRAINT "package_trees_who" CHECK ((student_id is null) <> (learner_id is null));
