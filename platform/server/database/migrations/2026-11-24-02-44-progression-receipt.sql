ALTER TABLE "progressions" ADD COLUMN "receipt" jsonb DEFAULT '{"proposals":[],"places":[]}'::jsonb NOT NULL;
