ALTER TABLE "short_course_registrations" ADD COLUMN "adult" boolean DEFAULT false NOT NULL;
