ALTER TABLE "mark_events" ADD COLUMN "admitted" jsonb;
