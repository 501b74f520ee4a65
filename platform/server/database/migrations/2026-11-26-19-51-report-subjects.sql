ALTER TABLE "report_subscriptions" ADD COLUMN "format" text DEFAULT 'xlsx' NOT NULL;
CREATE INDEX "attendance_absent" ON "attendance" USING btree ("id") WHERE status <> 'ATTENDED';
