ALTER TABLE "short_course_registrations" ADD COLUMN "application_id" integer;
ALTER TABLE "short_courses" ADD COLUMN "application_form_id" integer;
ALTER TABLE "short_course_registrations" ADD CONSTRAINT "short_course_registrations_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "short_courses" ADD CONSTRAINT "short_courses_application_form_id_application_forms_id_fk" FOREIGN KEY ("application_form_id") REFERENCES "public"."application_forms"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "short_course_registrations_application" ON "short_course_registrations" USING btree ("application_id") WHERE application_id is not null;
CREATE UNIQUE INDEX "short_courses_application_form" ON "short_courses" USING btree ("application_form_id") WHERE application_form_id is not null and deleted_at is null and status in ('DRAFT', 'OPEN', 'CLOSED');
